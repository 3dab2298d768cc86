"""Seasons over tournaments that were played: what is read, what is kept, and when it is made anew."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.errors import Refused
from tests.factories import AT, make_account, make_teams, make_tournament, pair, play_round, start_round
from tournaments.models import FinalStanding, Season, Tournament
from tournaments.records import Kind, System
from tournaments.seasons.rule import PointsBy, RankedAs, SeasonRule, SeasonTie
from tournaments.selectors.ranking import ranking_of
from tournaments.selectors.results import results_of
from tournaments.selectors.seasons import season_shown
from tournaments.selectors.standings import standings_of, team_standings_of
from tournaments.services import (
    pair_add,
    pair_set_status,
    tournament_bring_back,
    tournament_change,
    tournament_delete,
    tournament_finish_play,
    tournament_make_final,
    tournament_reopen,
)
from tournaments.services.seasons import season_change, season_create, season_delete

pytestmark = pytest.mark.django_db
VP = SeasonRule(points=PointsBy.VP, table=())


def played(
    name: str, *, day: int = 20, rounds: int = 2, seed: int = 0, system: System = System.REGISTRATION, **settings: Any
) -> Tournament:
    """A final tournament; the members are the same in each."""
    usual = {"pairs": 6, "hands_per_round": 2}
    made = usual | settings
    tournament = made.pop("made", None) or make_tournament(name=name, date=date(2026, 11, day), **made)
    for number in range(rounds):
        play_round(start_round(tournament, system if number == 0 else System.DANISH), seed=seed + number)
    return finished(tournament)


def finished(tournament: Tournament) -> Tournament:
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    return Tournament.objects.get(pk=tournament.pk)


def season(rule: SeasonRule, *tournaments: Tournament, **settings: Any) -> Season:
    return season_create(name="Circuito", rule=rule, tournaments={each.pk: 100 for each in tournaments}, **settings)


def test_players_have_the_points_of_their_pairs() -> None:
    tournament = played("Uno")
    shown = season_shown(season(VP, tournament))
    vp = {name: row.vp for row in standings_of(tournament) for name in row.entrant.names}
    assert {shown.people[row.who].name: row.points for row in shown.rows} == {name: 100 * v for name, v in vp.items()}
    assert len(shown.rows) == 12


def test_pairs_are_the_same_two_players_in_whatever_order() -> None:
    one, two = played("Uno"), make_tournament(name="Due", pairs=6, hands_per_round=2)
    for each in two.pairs.all():
        each.player1, each.player2 = each.player2, each.player1
        each.save()
    play_round(start_round(two), seed=9)
    shown = season_shown(season(SeasonRule(ranked=RankedAs.PAIRS, points=PointsBy.VP, table=()), one, finished(two)))
    sums = {row.entrant.id: row.vp for row in standings_of(one)}
    for row in standings_of(two):
        sums[row.entrant.id] += row.vp
    assert sorted(row.points for row in shown.rows) == sorted(100 * vp for vp in sums.values())


def test_teams_are_those_of_the_same_name() -> None:
    one = played("Uno", made=make_teams(3, hands_per_round=2))
    two = played("Due", made=make_teams(3, name="Due", hands_per_round=2), seed=5)
    shown = season_shown(season(SeasonRule(ranked=RankedAs.TEAMS, points=PointsBy.VP, table=()), one, two))
    wanted = dict.fromkeys(("Squadra 1", "Squadra 2", "Squadra 3"), 0)
    for each in (one, two):
        for row in team_standings_of(each, standings_of(each)):
            wanted[row.name] += 100 * row.vp
    assert {shown.people[row.who].name: row.points for row in shown.rows} == wanted


def test_an_individual_tournament_counts_for_players() -> None:
    tournament = played("Uno", kind=Kind.INDIVIDUAL, pairs=8, system=System.INDIVIDUAL, rounds=1)
    shown = season_shown(season(VP, tournament))
    assert len(shown.rows) == 8 and shown.rows[0].points == 100 * standings_of(tournament)[0].vp


def test_only_final_tournaments_count_and_the_others_are_told() -> None:
    one, two = played("Uno", day=1), make_tournament(name="Due", date=date(2026, 11, 8), pairs=4)
    made = season(VP, one, two)
    shown = season_shown(made)
    assert [entry.tournament.name for entry in shown.final] == ["Uno"]
    assert [entry.tournament.name for entry in shown.waiting] == ["Due"]
    tournament_reopen(tournament=one, reason="A slip was wrong")
    assert season_shown(made).rows == ()


def test_a_tournament_put_away_is_in_no_season() -> None:
    one = played("Uno")
    made = season(VP, one)
    tournament_delete(tournament=one, by=make_account(), at=AT)
    assert season_shown(made).final == []
    season_change(season=made, name="Circuito", rule=VP, tournaments={}, public=False)
    tournament_bring_back(tournament=Tournament.everything.get(pk=one.pk))
    assert [entry.tournament for entry in season_shown(made).final] == [one]


def test_who_withdrew_or_came_late_has_a_result_only_with_rounds_enough() -> None:
    tournament = make_tournament(pairs=6, hands_per_round=2, missed_rounds="absence")
    play_round(start_round(tournament), seed=1)
    gone = pair(tournament, 1)
    pair_set_status(pair=gone, status="withdrawn")
    late = pair_add(tournament=tournament, players=["Tardi Ada", "Tardi Ugo"], here=True, late_reason="Traffico")
    play_round(start_round(tournament, System.DANISH), seed=2)
    rule = SeasonRule(points=PointsBy.VP, table=(), least_rounds=2)
    shown = season_shown(season(rule, finished(tournament)))
    without = {shown.people[row.who].name for row in shown.rows if not row.attended}
    assert without == {player.full_name for each in (gone, late) for player in each.players}
    assert len(shown.rows) == 14


def test_as_of_a_tournament_the_later_ones_do_not_count() -> None:
    two, one = played("Due", day=9, seed=4), played("Uno", day=2)
    made = season(VP, one, two)
    first = season_shown(made, after=1)
    assert [entry.tournament.name for entry in first.final] == ["Uno"]
    assert first.rows == season_shown(season(VP, one)).rows
    assert len(season_shown(made).rows[0].cells) == 2


# --- What is kept ----------------------------------------------------------------------------------------------------


def ranked_anew(made: Season) -> int:
    """How many tournaments are ranked to show the season: each takes several queries over the two that all take."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        _rows = season_shown(made).rows
    return sum("tournaments_adjustment" in each["sql"] for each in asked)


def test_a_tournament_is_ranked_once_until_it_changes() -> None:
    one, two = played("Uno", day=1), played("Due", day=8)
    made = season(VP, one, two)
    assert [ranked_anew(made), ranked_anew(made)] == [2, 0]
    before = season_shown(made).rows
    again = tournament_reopen(tournament=one, reason="A slip was wrong")
    tournament_change(tournament=again, changes={"rest_vp": 3})
    pair_set_status(pair=pair(one, 1), status="withdrawn")
    tournament_make_final(tournament=again)
    assert ranked_anew(made) == 1
    assert ranked_anew(made) == 0
    assert season_shown(made).rows == before


def test_what_is_kept_of_an_older_revision_or_another_program_is_made_anew() -> None:
    one = played("Uno")
    made = season(VP, one)
    rows = season_shown(made).rows
    for changes in ({"revision": one.revision - 1}, {"standing": {"format": 0}}):
        FinalStanding.objects.update(**changes)
        assert season_shown(made).rows == rows
        assert FinalStanding.objects.get().revision == one.revision


def test_what_is_kept_says_what_the_ranking_of_the_tournament_says() -> None:
    """Through the kept standing and without it: the second look reads what the first one wrote."""
    one = played("Uno", rounds=3, seed=11)
    rule = SeasonRule(ties=tuple(SeasonTie))
    made = season(rule, one)
    assert season_shown(made).played == season_shown(made).played
    (kept,) = season_shown(made).played
    ranking = ranking_of(one, results_of(one))
    by_pair = {row.entrant.id: row for row in ranking.standings}
    keys = {number: (one_, two) for number, one_, two in one.pairs.values_list("number", "player1_id", "player2_id")}
    for finish in kept.finishes:
        number = next(number for number, players in keys.items() if int(finish.who) in players)
        row = by_pair[number]
        assert (finish.place, finish.vp, finish.mp_difference) == (row.place, row.vp, row.mp_difference)
        met = [(tuple(str(key) for each in score.opponents for key in keys[each]), score.vp) for score in row.rounds]
        assert list(finish.meetings) == met and finish.rounds == 3 and finish.possible == 60


# --- What is written -------------------------------------------------------------------------------------------------


def test_a_change_takes_tournaments_out_and_in_and_counts_up() -> None:
    one, two = played("Uno"), make_tournament(name="Due")
    made = season(VP, one)
    changed = season_change(season=made, name="Altro", rule=SeasonRule(), tournaments={two.pk: 200}, public=True)
    assert [(entry.tournament, entry.weight) for entry in changed.entries.all()] == [(two, 200)]
    assert (changed.slug, changed.seed, changed.public, changed.revision) == (made.slug, made.seed, True, 2)
    assert Season.objects.get().revision == 2


@pytest.mark.parametrize(
    ("name", "rule", "said"),
    [
        (" ", SeasonRule(), "Dai un nome alla stagione."),
        ("X", SeasonRule(table=()), "I punti per piazzamento vogliono una tabella"),
        ("X", SeasonRule(ranked=RankedAs.PAIRS), "«Torneo del venerdì» è di un altro tipo"),
        ("X", SeasonRule(ranked=RankedAs.TEAMS), "«Torneo del venerdì» è di un altro tipo"),
    ],
)
def test_what_makes_no_season_is_refused_and_nothing_is_written(name: str, rule: SeasonRule, said: str) -> None:
    individual = make_tournament(kind=Kind.INDIVIDUAL)
    with pytest.raises(Refused, match=said):
        season_create(name=name, rule=rule, tournaments={individual.pk: 100})
    assert not Season.objects.exists()


def test_a_season_deleted_leaves_its_tournaments() -> None:
    made = season(VP, played("Uno"))
    season_delete(season=made)
    assert not Season.objects.exists() and Tournament.objects.count() == 1
    with pytest.raises(Refused, match="è stata cancellata"):
        season_delete(season=made)


def test_seasons_of_one_name_have_addresses_of_their_own() -> None:
    assert [season(VP).slug, season(VP).slug] == ["circuito", "circuito-2"]
    assert season_create(name="New", rule=VP, tournaments={}).slug == "new-2"
