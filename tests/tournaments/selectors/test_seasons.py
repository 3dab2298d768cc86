"""Seasons of played tournaments: the data that is read, stored and updated."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pages.refusals import Refused
from tests.factories import AT, make_account, make_teams, make_tournament, pair, play_round, start_round
from tournaments.models import FinalStanding, Pair, Player, Season, SeasonTournament, Tournament
from tournaments.records import Kind, System
from tournaments.seasons.rule import PointsBy, RankedAs, SeasonRule, SeasonTie
from tournaments.seasons.tournament_points import Ranked
from tournaments.selectors.final_standings import FinalOutcome, FinalRanking
from tournaments.selectors.ranking import ranking_of
from tournaments.selectors.results import results_of
from tournaments.selectors.seasons import (
    SeasonEntrant,
    _field,
    _played,
    entries_of,
    fits,
    pair_key,
    people_named,
    public_seasons,
    season_view_of,
    seasons_listed,
    seasons_with,
    tournaments_offered,
)
from tournaments.selectors.standings import standings_of, team_standings_of
from tournaments.services import (
    pair_add,
    pair_set_status,
    pair_substitute,
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
    """Return a final tournament; all have the same members."""
    usual = {"pairs": 6, "hands_per_round": 2}
    new_season = usual | settings
    tournament = new_season.pop("made", None) or make_tournament(name=name, date=date(2026, 11, day), **new_season)
    for number in range(rounds):
        play_round(start_round(tournament, system if number == 0 else System.DANISH), seed=seed + number)
    return finished(tournament)


def finished(tournament: Tournament) -> Tournament:
    tournament_make_final(tournament=tournament_finish_play(tournament=tournament))
    return Tournament.objects.get(pk=tournament.pk)


def season(rule: SeasonRule, *tournaments: Tournament, **settings: Any) -> Season:
    return season_create(
        name="Circuito", rule=rule, tournaments={tournament.pk: 100 for tournament in tournaments}, **settings
    )


def test_players_have_the_points_of_their_pairs() -> None:
    tournament = played("Uno")
    season_view = season_view_of(season(VP, tournament))
    vp = {name: row.vp for row in standings_of(tournament) for name in row.entrant.names}
    assert {season_view.people[row.who].name: row.points for row in season_view.rows} == {
        name: 100 * v for name, v in vp.items()
    }
    assert len(season_view.rows) == 12


def test_pairs_are_the_same_two_players_in_whatever_order() -> None:
    one, two = played("Uno"), make_tournament(name="Due", pairs=6, hands_per_round=2)
    for entered in two.pairs.all():
        entered.player1, entered.player2 = entered.player2, entered.player1
        entered.save()
    play_round(start_round(two), seed=9)
    season_view = season_view_of(
        season(SeasonRule(ranked=RankedAs.PAIRS, points=PointsBy.VP, table=()), one, finished(two))
    )
    sums = {row.entrant.id: row.vp for row in standings_of(one)}
    for row in standings_of(two):
        sums[row.entrant.id] += row.vp
    assert sorted(row.points for row in season_view.rows) == sorted(100 * vp for vp in sums.values())


def test_teams_are_those_of_the_same_name() -> None:
    one = played("Uno", made=make_teams(3, hands_per_round=2))
    two = played("Due", made=make_teams(3, name="Due", hands_per_round=2), seed=5)
    season_view = season_view_of(season(SeasonRule(ranked=RankedAs.TEAMS, points=PointsBy.VP, table=()), one, two))
    wanted = dict.fromkeys(("Squadra 1", "Squadra 2", "Squadra 3"), 0)
    for tournament in (one, two):
        for row in team_standings_of(tournament, standings_of(tournament)):
            wanted[row.name] += 100 * row.vp
    assert {season_view.people[row.who].name: row.points for row in season_view.rows} == wanted


def test_an_individual_tournament_counts_for_players() -> None:
    tournament = played("Uno", kind=Kind.INDIVIDUAL, pairs=8, system=System.INDIVIDUAL, rounds=1)
    season_view = season_view_of(season(VP, tournament))
    assert len(season_view.rows) == 8 and season_view.rows[0].points == 100 * standings_of(tournament)[0].vp


def test_only_final_tournaments_count_and_the_others_are_listed_as_waiting() -> None:
    one, two = played("Uno", day=1), make_tournament(name="Due", date=date(2026, 11, 8), pairs=4)
    new_season = season(VP, one, two)
    season_view = season_view_of(new_season)
    assert [entry.tournament.name for entry in season_view.final] == ["Uno"]
    assert [entry.tournament.name for entry in season_view.waiting] == ["Due"]
    tournament_reopen(tournament=one, reason="A slip was wrong")
    assert season_view_of(new_season).rows == ()


def test_a_tournament_put_away_is_in_no_season() -> None:
    one = played("Uno")
    new_season = season(VP, one)
    tournament_delete(tournament=one, by=make_account(), at=AT)
    assert season_view_of(new_season).final == []
    season_change(season=new_season, name="Circuito", rule=VP, tournaments={}, public=False)
    tournament_bring_back(tournament=Tournament.everything.get(pk=one.pk))
    assert [entry.tournament for entry in season_view_of(new_season).final] == [one]


def test_who_withdrew_or_came_late_has_a_result_only_with_rounds_enough() -> None:
    tournament = make_tournament(pairs=6, hands_per_round=2, missed_rounds="absence")
    play_round(start_round(tournament), seed=1)
    gone = pair(tournament, 1)
    pair_set_status(pair=gone, status="withdrawn")
    late = pair_add(tournament=tournament, players=["Tardi Ada", "Tardi Ugo"], here=True, late_reason="Traffico")
    play_round(start_round(tournament, System.DANISH), seed=2)
    rule = SeasonRule(points=PointsBy.VP, table=(), least_rounds=2)
    season_view = season_view_of(season(rule, finished(tournament)))
    without = {season_view.people[row.who].name for row in season_view.rows if not row.attended}
    assert without == {player.full_name for pair in (gone, late) for player in pair.players}
    assert len(season_view.rows) == 14


def test_as_of_a_tournament_the_later_ones_do_not_count() -> None:
    two, one = played("Due", day=9, seed=4), played("Uno", day=2)
    new_season = season(VP, one, two)
    first = season_view_of(new_season, after=1)
    assert [entry.tournament.name for entry in first.final] == ["Uno"]
    assert first.rows == season_view_of(season(VP, one)).rows
    assert len(season_view_of(new_season).rows[0].cells) == 2


# --- Stored results --------------------------------------------------------------------------------------------------


def ranked_anew(new_season: Season) -> int:
    """Count the tournaments that are ranked to show the season, by their queries."""
    with CaptureQueriesContext(
        connection,
    ) as queries:
        _rows = season_view_of(new_season).rows
    return sum("tournaments_adjustment" in query["sql"] for query in queries)


def test_a_tournament_is_ranked_once_until_it_changes() -> None:
    one, two = played("Uno", day=1), played("Due", day=8)
    new_season = season(VP, one, two)
    assert [ranked_anew(new_season), ranked_anew(new_season)] == [2, 0]
    before = season_view_of(new_season).rows
    again = tournament_reopen(tournament=one, reason="A slip was wrong")
    tournament_change(tournament=again, changes={"rest_vp": 3})
    pair_set_status(pair=pair(one, 1), status="withdrawn")
    tournament_make_final(tournament=again)
    assert ranked_anew(new_season) == 1
    assert ranked_anew(new_season) == 0
    assert season_view_of(new_season).rows == before


def test_what_is_kept_of_an_older_revision_or_another_program_is_made_again() -> None:
    one = played("Uno")
    new_season = season(VP, one)
    rows = season_view_of(new_season).rows
    for changes in ({"revision": one.revision - 1}, {"standing": {"format": 0}}):
        FinalStanding.objects.update(**changes)
        assert season_view_of(new_season).rows == rows
        assert FinalStanding.objects.get().revision == one.revision


def test_what_is_kept_says_what_the_ranking_of_the_tournament_says() -> None:
    """With and without the stored standing: the second call reads what the first one wrote."""
    one = played("Uno", rounds=3, seed=11)
    rule = SeasonRule(ties=tuple(SeasonTie))
    new_season = season(rule, one)
    assert season_view_of(new_season).played == season_view_of(new_season).played
    (counted,) = season_view_of(new_season).played
    ranking = ranking_of(one, results_of(one))
    by_pair = {row.entrant.id: row for row in ranking.standings}
    keys = {number: (one_, two) for number, one_, two in one.pairs.values_list("number", "player1_id", "player2_id")}
    for finish in counted.finishes:
        number = next(number for number, players in keys.items() if int(finish.who) in players)
        row = by_pair[number]
        assert (finish.place, finish.vp, finish.mp_difference) == (row.place, row.vp, row.mp_difference)
        met = [
            (tuple(str(key) for opponent in score.opponents for key in keys[opponent]), score.vp)
            for score in row.rounds
        ]
        assert list(finish.meetings) == met and finish.rounds == 3 and finish.possible == 60


# --- Changes of seasons -----------------------------------------------------------------------------------------------


def test_a_change_takes_tournaments_out_and_in_and_counts_up() -> None:
    one, two = played("Uno"), make_tournament(name="Due")
    new_season = season(VP, one)
    changed = season_change(season=new_season, name="Altro", rule=SeasonRule(), tournaments={two.pk: 200}, public=True)
    assert [(entry.tournament, entry.weight) for entry in changed.entries.all()] == [(two, 200)]
    assert (changed.slug, changed.seed, changed.public, changed.revision) == (new_season.slug, new_season.seed, True, 2)
    assert Season.objects.get().revision == 2


@pytest.mark.parametrize(
    ("name", "rule", "sentence"),
    [
        (" ", SeasonRule(), "Dai un nome alla stagione."),
        ("X", SeasonRule(table=()), "I punti per piazzamento vogliono una tabella"),
        ("X", SeasonRule(ranked=RankedAs.PAIRS), "«Torneo del venerdì» è di un altro tipo"),
        ("X", SeasonRule(ranked=RankedAs.TEAMS), "«Torneo del venerdì» è di un altro tipo"),
    ],
)
def test_what_makes_no_season_is_refused_and_nothing_is_written(name: str, rule: SeasonRule, sentence: str) -> None:
    individual = make_tournament(kind=Kind.INDIVIDUAL)
    with pytest.raises(Refused, match=sentence):
        season_create(name=name, rule=rule, tournaments={individual.pk: 100})
    assert not Season.objects.exists()


def test_a_season_deleted_leaves_its_tournaments() -> None:
    new_season = season(VP, played("Uno"))
    season_delete(season=new_season)
    assert not Season.objects.exists() and Tournament.objects.count() == 1
    with pytest.raises(Refused, match="è stata eliminata"):
        season_delete(season=new_season)


def test_seasons_of_one_name_have_addresses_of_their_own() -> None:
    assert [season(VP).slug, season(VP).slug] == ["circuito", "circuito-2"]
    assert season_create(name="New", rule=VP, tournaments={}).slug == "new-2"


def test_a_round_that_a_substitute_played_is_none_of_the_players() -> None:
    """Those rounds are neither in the minimum number nor in the direct meetings.

    The points go to the entered player.
    """
    tournament = make_tournament(pairs=4, hands_per_round=2)
    first = start_round(tournament)
    pair_substitute(pair=pair(tournament, 1), seat=2, player="Supplente Ugo", first=1, last=1)
    play_round(first)
    play_round(start_round(tournament, System.DANISH), seed=1)
    final = finished(tournament)
    rule = SeasonRule(points=PointsBy.VP, table=(), least_rounds=2)
    season_view = season_view_of(season(rule, final))
    counted = {season_view.people[row.who].name: row.points for row in season_view.rows}
    own = pair(final, 1)
    assert own.player2 is not None
    assert counted[str(own.player1)] > 0 and not counted.get(str(own.player2)) and "Supplente Ugo" not in counted
    (played_there,) = season_view.played
    meetings = {finish.who: list(finish.meetings) for finish in played_there.finishes}
    assert [len(meetings[str(key)]) for key in own.entered_keys] == [2, 1]
    opponent = first.tables.get(number=1).ew.player1_id
    assert sorted(len(met) for met, _vp in meetings[str(opponent)])[0] == 1


def test_of_two_entries_of_a_player_the_better_one_counts_and_nobody_is_a_pair_alone() -> None:
    both = FinalOutcome(1, (1, 2), 1, 1, 2, 30, 300, 40, [])
    again = FinalOutcome(2, (2, 3), 2, 1, 2, 20, 0, 40, [])
    alone = FinalOutcome(3, (4,), 3, 1, 2, 10, -300, 40, [])
    final = FinalRanking((both, again, alone), (), {})
    entry = SeasonTournament(tournament=Tournament(pk=1))

    def places(ranked: RankedAs) -> dict[str, int]:
        finishes = _played(entry, final, SeasonRule(ranked=ranked)).finishes
        return {finish.who: finish.place for finish in finishes}

    assert places(RankedAs.PLAYERS) == {"1": 1, "2": 1, "3": 2, "4": 3}
    assert places(RankedAs.PAIRS) == {"1+2": 1, "2+3": 2}


def test_whoever_is_entered_without_a_partner_is_in_no_field_of_pairs() -> None:
    tournament = make_tournament(pairs=2)
    first, second = tournament.pairs.order_by("number")
    Pair.objects.filter(pk=second.pk).update(player2=None)
    of_pair, alone = first.entered_keys, str(second.player1_id)
    assert _field(tournament, SeasonRule(ranked=RankedAs.PAIRS)) == [(pair_key(of_pair),)]
    assert _field(tournament, SeasonRule()) == [tuple(map(str, of_pair)), (alone,)]


def test_the_categories_are_told_from_a_to_z_each_once() -> None:
    view = season_view_of(season(VP))
    told = ["Beta", "", "Delta", "Alfa", "Gamma", "Alfa", "Epsilon", "Zeta"]
    view.__dict__["people"] = {
        Ranked(str(at)): SeasonEntrant(name="", public="", category=category) for at, category in enumerate(told)
    }
    assert view.categories == ["Alfa", "Beta", "Delta", "Epsilon", "Gamma", "Zeta"]


def test_a_season_is_ranked_by_the_entries_that_were_read_already() -> None:
    new_season = season(VP, make_tournament(name="Uno"), make_tournament(name="Due"))
    first, _second = entries_of(new_season)
    assert [entry.tournament for entry in season_view_of(new_season, entries=[first]).waiting] == [first.tournament]


def test_people_have_the_names_that_they_want_shown_and_a_category_that_both_share() -> None:
    rows = (("Rossi", "Anna", "short", "A"), ("Verdi", "Ugo", "full", "A"), ("Cher", "", "short", "B"))
    anna, ugo, cher = (
        Player.objects.create(last_name=last, first_name=first, shown=row, category=category)
        for last, first, row, category in rows
    )
    pairs = [pair_key([ugo.pk, anna.pk]), pair_key([ugo.pk, cher.pk])]
    singles = [Ranked(str(player.pk)) for player in (anna, ugo, cher)]
    gone = [Ranked("99999"), pair_key([anna.pk, 99999])]
    with CaptureQueriesContext(connection) as queries:
        named = people_named([*pairs, *singles, *gone])
    assert len(queries) == 1
    assert {who: (person.name, person.public, person.category) for who, person in named.items()} == {
        pairs[0]: ("Rossi Anna – Verdi Ugo", "Rossi A. – Verdi Ugo", "A"),
        pairs[1]: ("Verdi Ugo – Cher", "Verdi Ugo – Cher", ""),
        singles[0]: ("Rossi Anna", "Rossi A.", "A"),
        singles[1]: ("Verdi Ugo", "Verdi Ugo", "A"),
        singles[2]: ("Cher", "Cher", "B"),
    }


def test_who_is_in_no_row_yet_has_a_name_and_who_is_no_more_the_key() -> None:
    tournament = played("Uno")
    season_view = season_view_of(season(VP, tournament))
    ranked = season_view.rows[0].who
    new = Player.objects.create(last_name="Nuova", first_name="Ada", shown="short")
    assert season_view.name_of(ranked) == season_view.people[ranked]
    assert (season_view.name_of(Ranked(str(new.pk))).name, season_view.name_of(Ranked(str(new.pk))).public) == (
        "Nuova Ada",
        "Nuova A.",
    )
    unknown = season_view.name_of(Ranked("99999"))
    assert (unknown.name, unknown.public, unknown.category) == ("99999", "99999", "")


def test_seasons_are_found_by_who_may_see_them_and_by_their_tournaments() -> None:
    first, second, away = played("Uno"), played("Due", day=21), played("Tre", day=22)
    season_view, hidden = season(VP, first, away, public=True), season(VP, first, second)
    assert list(public_seasons()) == [season_view]
    assert set(seasons_with(first)) == {season_view, hidden} and seasons_with(second) == [hidden]
    tournament_delete(tournament=away, by=None, at=AT)
    listed = {found: [entry.tournament_id for entry in found.here] for found in seasons_listed()}
    assert listed == {season_view: [first.pk], hidden: [first.pk, second.pk]}
    assert [entry.tournament for entry in entries_of(season_view)] == [first]


@pytest.mark.parametrize(
    ("kind", "fitting"),
    [
        (Kind.PAIRS, {RankedAs.PLAYERS, RankedAs.PAIRS}),
        (Kind.TEAMS, {RankedAs.PLAYERS, RankedAs.PAIRS, RankedAs.TEAMS}),
        (Kind.INDIVIDUAL, {RankedAs.PLAYERS}),
    ],
)
def test_a_tournament_fits_a_season_that_ranks_whom_it_has(kind: Kind, fitting: set[RankedAs]) -> None:
    assert {ranked for ranked in RankedAs if fits(Tournament(kind=kind), ranked)} == fitting


def test_a_season_keeps_offering_what_is_in_it_however_old(monkeypatch: pytest.MonkeyPatch) -> None:
    """The club's latest tournaments are offered, and the older ones of the season, each once."""
    monkeypatch.setattr("tournaments.selectors.seasons.OFFERED", 2)
    old, middle, new = (make_tournament(name=str(day), date=date(2026, 11, day)) for day in (1, 2, 3))
    assert tournaments_offered(None) == [new, middle]
    new_season = season(VP, old, new)
    assert tournaments_offered(new_season) == [new, middle, old]


def test_who_may_still_win_is_told_of_those_who_are_entered_in_the_last_one() -> None:
    """Only while exactly one tournament is missing, and none after the one on the page."""
    first = played("Uno")
    coming = make_tournament(name="Due", date=date(2026, 11, 28), pairs=6)
    new_season = season(SeasonRule(), first, coming)
    season_view = season_view_of(new_season)
    leader = season_view.rows[0].who
    assert leader in {needed.who for needed in season_view.needed}
    (of_leader,) = (pair for pair in coming.pairs.all() if leader in map(str, pair.entered_keys))
    pair_set_status(pair=of_leader, status=Pair.Status.WITHDRAWN)
    needed = {row.who for row in season_view_of(new_season).needed}
    entered = {str(key) for pair in coming.pairs.exclude(pk=of_leader.pk) for key in pair.entered_keys}
    assert needed and needed <= entered and leader not in needed
    third = make_tournament(name="Tre", date=date(2026, 11, 29), pairs=6)
    assert season_view_of(season(SeasonRule(), first, coming, third)).needed == ()
    assert season_view_of(season(SeasonRule(), first)).needed == ()
    assert season_view_of(new_season, after=0).needed == ()
