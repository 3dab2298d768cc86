"""A player's career, read from played tournaments, and the part of it that is stored."""

from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from tests.factories import AT, make_account, make_teams, make_tournament, pair, play_round, start_round
from tests.tournaments.selectors.test_seasons import finished, played
from tournaments.models import Club, Entry, FinalStanding, Player, Substitute, Tournament
from tournaments.people.career import Appearance, Career
from tournaments.records import SCORED, Kind, Outcome, System
from tournaments.selectors.careers import CareerView, career_view_of, pages_of_entry, tournaments_played_by
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    pair_set_status,
    pair_substitute,
    player_create,
    players_merge,
    single_add,
    table_set_outcome,
    tournament_delete,
    tournament_make_final,
    tournament_reopen,
)
from tournaments.services.merges import MERGED_FIELDS

pytestmark = pytest.mark.django_db


def shown_of(player: Player) -> CareerView:
    return career_view_of(player, tournaments_played_by(player))


def career_of(player: Player) -> Career:
    return shown_of(player).career


def only(player: Player) -> Appearance:
    (appearance,) = career_of(player).appearances
    return appearance


def vp_at_tables(tournament: Tournament, number: int) -> list[int]:
    row = next(row for row in standings_of(tournament) if row.entrant.id == number)
    return [score.vp for score in row.rounds if score.outcome in SCORED]


def new_player(name: str = "Zeta") -> Player:
    return player_create(details={"last_name": name, "first_name": "Ugo"})


def test_places_rounds_and_partners_are_those_of_the_ranking() -> None:
    one, two = played("Uno", day=1, rounds=3), played("Due", day=8, seed=7)
    for number in range(1, 7):
        first, second = pair(one, number).players
        for player, partner in ((first, second), (second, first)):
            career = career_of(player)
            assert [appearance.tournament for appearance in career.appearances] == [two.pk, one.pk]
            for played_in, tournament in zip(career.appearances, (two, one), strict=True):
                row = next(row for row in standings_of(tournament) if row.entrant.id == number)
                assert (played_in.place, played_in.of, played_in.partner, played_in.possible) == (
                    row.place,
                    6,
                    partner.pk,
                    20,
                )
                figures = [(score.round, score.vp, score.difference) for score in row.rounds]
                assert [(r.number, r.vp, r.mp_difference) for r in played_in.rounds] == figures
                opponents = [tuple(p.pk for p in pair(tournament, s.opponents[0]).players) for s in row.rounds]
                assert [r.opponents for r in played_in.rounds] == opponents
                assert played_in.tally.won == row.wins
            (together,) = career.partnerships
            assert (together.partner, together.tally.rounds) == (partner.pk, 5)
            assert together.best and together.best.place == min(appearance.place for appearance in career.appearances)


def test_what_somebody_won_the_opponents_lost() -> None:
    tournament = played("Uno", rounds=4)
    tallies = [career_of(player).tally for entered in tournament.pairs.all() for player in entered.players]
    assert sum(tally.won for tally in tallies) == sum(tally.lost for tally in tallies)
    assert sum(tally.rounds for tally in tallies) == 4 * 12
    assert sum(tally.vp * tally.rounds for tally in tallies if tally.vp) == 10 * 4 * 12


def test_rests_and_absences_are_no_rounds() -> None:
    tournament = make_tournament(pairs=7, hands_per_round=2)
    round_ = start_round(tournament)
    first = round_.tables.filter(outcome=Outcome.OPEN).order_by("number").first()
    rests = round_.tables.get(outcome=Outcome.REST).ns
    assert first and first.ew
    table_set_outcome(table=first, version=first.version, outcome=Outcome.ABSENT_NS, at=AT)
    play_round(round_)
    final = finished(tournament)
    for entered in (rests, first.ns, first.ew):
        assert only(entered.player1).rounds == ()
        assert vp_at_tables(final, entered.number) == []
    assert sum(len(only(entered.player1).rounds) for entered in final.pairs.all()) == 4


def test_who_withdrew_has_the_rounds_until_then() -> None:
    tournament = make_tournament(pairs=6, hands_per_round=2, missed_rounds="absence")
    play_round(start_round(tournament), seed=1)
    gone = pair(tournament, 1)
    pair_set_status(pair=gone, status="withdrawn")
    play_round(start_round(tournament, System.DANISH), seed=2)
    final = finished(tournament)
    assert [round_.vp for round_ in only(gone.player1).rounds] == vp_at_tables(final, 1)
    assert len(only(gone.player1).rounds) == 1


def test_who_withdrew_before_the_first_round_has_no_tournament() -> None:
    tournament = make_tournament(pairs=7, hands_per_round=2)
    gone = pair(tournament, 7)
    pair_set_status(pair=gone, status="withdrawn")
    play_round(start_round(tournament))
    finished(tournament)
    assert career_of(gone.player1).appearances == []


def test_a_substitute_for_one_round_has_it_and_the_player_the_others() -> None:
    """A plays round 3 for B, who comes back: each has their own rounds, and so have their opponents."""
    tournament = make_tournament(pairs=6, hands_per_round=2)
    shared, substitute = pair(tournament, 1), new_player()
    for number in (1, 2, 3, 4):
        if number == 3:
            pair_substitute(pair=shared, seat=2, player=substitute, first=3, last=3)
        play_round(start_round(tournament, System.MITCHELL if number < 4 else System.DANISH), seed=number)
    finished(tournament)
    assert shared.player2
    assert [round_.number for round_ in only(shared.player2).rounds] == [1, 2, 4]
    assert [round_.number for round_ in only(substitute).rounds] == [3]
    assert {round_.partner for round_ in only(substitute).rounds} == {shared.player1_id}
    beside = [round_.partner for round_ in only(shared.player1).rounds]
    assert beside == [shared.player2_id, shared.player2_id, substitute.pk, shared.player2_id]
    (row,) = (row for row in standings_of(tournament) if row.entrant.id == 1)
    for score in row.rounds:
        (other,) = score.opponents
        (met,) = (round_ for round_ in only(pair(tournament, other).player1).rounds if round_.number == score.round)
        assert set(met.opponents) == {shared.player1_id, substitute.pk if score.round == 3 else shared.player2_id}
    # The place belongs to the player and the substitute together, so it is nobody's best.
    assert (only(shared.player2).sat, only(substitute).sat) == (False, False)
    assert career_of(substitute).best is None and career_of(substitute).tally.rounds == 1
    assert [partnership.best for partnership in career_of(substitute).partnerships] == [None]


def test_where_nobody_wrote_down_since_when_a_substitute_sat_the_seat_is_nobodys() -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    play_round(start_round(tournament), seed=1)
    shared, substitute = pair(tournament, 1), new_player()
    pair_substitute(pair=shared, seat=2, player=substitute)
    Substitute.objects.update(first_round=None)
    play_round(start_round(tournament, System.DANISH), seed=2)
    finished(tournament)
    assert shared.player2
    for nobody in (shared.player2, substitute):
        assert (only(nobody).sat, only(nobody).rounds, only(nobody).partner) == (False, (), shared.player1_id)
        assert career_of(nobody).best is None
    alone = career_of(shared.player1)
    assert [round_.partner for round_ in alone.appearances[0].rounds] == [None, None]
    assert alone.partnerships == [] and alone.tally.rounds == 2
    met = {tally.opponent for number in (2, 3, 4) for tally in career_of(pair(tournament, number).player1).met}
    assert shared.player1_id in met and not met & {shared.player2_id, substitute.pk}


def test_in_an_individual_tournament_partners_change() -> None:
    tournament = played("Uno", kind=Kind.INDIVIDUAL, pairs=8, system=System.INDIVIDUAL, rounds=1)
    by_number = {entered.number: entered.player1_id for entered in tournament.pairs.all()}
    for row in standings_of(tournament):
        appearance = only(Player.objects.get(pk=by_number[row.entrant.id]))
        assert appearance.partner is None
        (score,), (round_,) = row.rounds, appearance.rounds
        assert score.partner and round_.partner == by_number[score.partner]
        assert round_.opponents == tuple(by_number[opponent] for opponent in score.opponents)
        assert [partnership.best for partnership in Career([appearance]).partnerships] == [None]


def test_in_a_team_event_the_pair_has_its_own_place() -> None:
    tournament = played("Uno", made=make_teams(3, hands_per_round=2))
    places = {row.entrant.id: row.place for row in standings_of(tournament)}
    assert {entered.number: only(entered.player1).place for entered in tournament.pairs.all()} == places


def test_what_is_not_final_is_told_without_a_place_and_what_has_not_begun_is_not() -> None:
    one = played("Uno", day=1)
    running, coming = make_tournament(name="Due", pairs=6), make_tournament(name="Tre", pairs=6)
    play_round(start_round(running))
    single_add(tournament=make_tournament(name="Quattro"), player=pair(one, 1).player1.full_name)
    career_view = shown_of(pair(one, 1).player1)
    assert [tournament.name for tournament in career_view.under_way] == ["Due"]
    assert list(career_view.tournaments.values()) == [one]
    assert coming.pk not in career_view.tournaments
    tournament_reopen(tournament=one, reason="Una distinta")
    career_view = shown_of(pair(one, 1).player1)
    assert {tournament.name for tournament in career_view.under_way} == {
        "Uno",
        "Due",
    } and not career_view.career.appearances


def test_a_tournament_put_away_counts_no_more() -> None:
    one = played("Uno")
    player = pair(one, 1).player1
    tournament_delete(tournament=one, by=make_account(), at=AT)
    assert tournaments_played_by(player) == []


def test_two_who_are_one_have_what_both_had() -> None:
    one, other = played("Uno", day=1), make_tournament(name="Due", hands_per_round=2, pairs=6)
    twin = new_player()
    first = pair(other, 1)
    keep, first.player1 = first.player1, twin
    first.save()
    play_round(start_round(other), seed=3)
    finished(other)
    assert len(career_of(keep).appearances) == 1
    players_merge(
        keep=keep, gone=twin, details={name: getattr(keep, name) for name in MERGED_FIELDS}, by=make_account(), at=AT
    )
    career = career_of(Player.objects.get(pk=keep.pk))
    assert {appearance.tournament for appearance in career.appearances} == {one.pk, other.pk}
    assert career.tally.rounds == 3


# --- Stored results --------------------------------------------------------------------------------------------------


def ranked_anew(player: Player) -> int:
    with CaptureQueriesContext(connection) as queries:
        _career = career_of(player)
    return sum("tournaments_adjustment" in query["sql"] for query in queries)


def test_a_tournament_is_ranked_once_until_it_changes() -> None:
    one, _two = played("Uno", day=1), played("Due", day=8)
    player = pair(one, 1).player1
    assert [ranked_anew(player), ranked_anew(player)] == [2, 0]
    before = career_of(player)
    tournament_make_final(tournament=tournament_reopen(tournament=one, reason="Una distinta"))
    assert [ranked_anew(player), ranked_anew(player)] == [1, 0]
    assert career_of(player).appearances == before.appearances
    FinalStanding.objects.all().update(rounds={"format": 0})
    assert career_of(player).appearances == before.appearances


def test_more_tournaments_cost_no_more_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for day in range(1, 9):
        tournament = played(f"Torneo {day}", day=day, rounds=1, pairs=4)
        player = pair(tournament, 1).player1
        career_of(player)
        with django_assert_num_queries(3):
            career_view = shown_of(player)
            assert len(career_view.career.appearances) == day and len(career_view.people) == 1 + len(
                career_view.career.met
            )


def test_the_mean_is_of_all_rounds() -> None:
    one, two = played("Uno", day=1, rounds=1), played("Due", day=8, rounds=3, seed=5)
    vp = [*vp_at_tables(one, 1), *vp_at_tables(two, 1)]
    assert career_of(pair(one, 1).player1).tally.vp == Fraction(sum(vp), 4)


def test_an_entry_that_plays_leads_to_the_pages_of_its_own_members_alone() -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    Club.objects.create(pk=1, players_public=True)
    first, _second = pair(tournament, 1).players
    entry = Entry(tournament=Tournament.objects.get(), state="accepted", pair=pair(tournament, 1), member1=first)
    assert pages_of_entry(entry) == [first]
    entry.pair = None
    assert pages_of_entry(entry) == []
