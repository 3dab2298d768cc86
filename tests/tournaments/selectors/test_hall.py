"""The public data of a tournament: seats, tables, a pair's rounds, and the progress of the evening."""

from datetime import timedelta

import pytest
from django.utils.translation import override

from tests.factories import AT, make_tournament, pair, play_round, play_table, slip, start_round
from tournaments.api.facts import table_facts
from tournaments.clock.clock import ClockAction
from tournaments.models import Pair, Round, Tournament
from tournaments.records import EntrantId, Line, Outcome, System
from tournaments.selectors.clocks import clocks_of
from tournaments.selectors.hall.hall import Hall, hall_of
from tournaments.selectors.hall.pair_rounds import rounds_of
from tournaments.selectors.hall.seats import player_rows_of, players_of, seats_of, tables_of
from tournaments.selectors.ranking import hands_of_entrant
from tournaments.selectors.rounds import rounds_now
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tournament_status import status_of
from tournaments.services import (
    adjustment_add,
    clock_change,
    pair_add,
    pair_set_status,
    pairs_add_many,
    round_close,
    round_draft,
    round_publish,
    table_set_outcome,
    tournament_change,
    tournament_finish_play,
    tournament_make_final,
    tournament_reopen,
)

pytestmark = pytest.mark.django_db


def hall(tournament: Tournament, *, after_round: int | None = None) -> Hall:
    return hall_of(Tournament.objects.get(pk=tournament.pk), after_round=after_round)


def state_sentence(tournament: Tournament) -> str:
    with override("en"):
        return hall(tournament).state_sentence


def test_the_sentence_follows_the_evening() -> None:
    tournament = make_tournament(pairs=5, rounds_planned=2)
    assert state_sentence(tournament) == "The first round has not started yet"
    draft = round_draft(tournament=tournament, system=System.REGISTRATION)
    assert state_sentence(tournament) == "The first round has not started yet"
    first = round_publish(round=draft, at=AT)
    assert state_sentence(tournament) == "Round 1 of 2 · 0 of 2 tables in"
    play_table(first.tables.filter(outcome=Outcome.OPEN)[0])
    assert state_sentence(tournament) == "Round 1 of 2 · 1 of 2 tables in"
    play_round(first)
    assert state_sentence(tournament) == "After round 1 of 2"
    play_round(start_round(tournament, System.DANISH))
    tournament_finish_play(tournament=tournament)
    assert state_sentence(tournament) == "Provisional ranking: results are being checked"
    tournament_make_final(tournament=tournament)
    assert state_sentence(tournament) == "Final ranking"


def test_a_round_beyond_the_plan_makes_the_plan_longer() -> None:
    tournament = make_tournament(pairs=4, rounds_planned=1)
    play_round(start_round(tournament))
    start_round(tournament, System.DANISH)
    assert state_sentence(tournament) == "Round 2 of 2 · 0 of 2 tables in"


def test_a_draft_seats_nobody() -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    round_draft(tournament=tournament, system=System.DANISH)
    evening_hall = hall(tournament)
    assert [round_.number for round_ in evening_hall.rounds] == [1]
    assert evening_hall.under_way is None
    assert seats_of(evening_hall) == {}
    assert tables_of(evening_hall, 2) == []


def test_everybody_sits_where_the_published_round_says() -> None:
    tournament = make_tournament(pairs=5)
    round_ = start_round(tournament)
    seats = seats_of(hall(tournament))
    for table in round_.tables.select_related("ns", "ew"):
        ns = seats[EntrantId(table.ns.number)]
        assert (ns.table, ns.line) == (table.number, Line.NS)
        if table.ew is None:
            assert ns.opponents is None
        else:
            ew = seats[EntrantId(table.ew.number)]
            assert (ew.table, ew.line) == (table.number, Line.EW)
            assert ns.opponents is not None and ns.opponents.numbers == str(table.ew.number)
            assert ew.opponents is not None and ew.opponents.numbers == str(table.ns.number)
    assert len(seats) == 5


def test_a_closed_round_seats_nobody_any_more() -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    assert seats_of(hall(tournament)) == {}


def test_names_stand_in_the_order_a_reader_looks_for_them() -> None:
    tournament = make_tournament()
    pairs_add_many(
        tournament=tournament,
        lines=[("Zanni Ugo", "Èllero Ada"), ("d'Amico Ivo", "Elia Rosa"), ("D'Alò Rita", "Bo Al")],
    )
    names = [row.name for row in players_of(hall(tournament))]
    assert names == ["Bo Al", "D'Alò Rita", "d'Amico Ivo", "Elia Rosa", "Èllero Ada", "Zanni Ugo"]


def test_each_player_is_listed_with_the_partner() -> None:
    tournament = make_tournament()
    pair_add(tournament=tournament, players=("Rossi Anna", "Bianchi Carlo"))
    evening_hall = hall(tournament)
    assert {(row.name, row.partner) for row in player_rows_of(evening_hall, players_of(evening_hall))} == {
        ("Rossi Anna", "Bianchi Carlo"),
        ("Bianchi Carlo", "Rossi Anna"),
    }


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", {"D'Angelò Niccolò", "Rossi Anna", "Costa Rosanna", "Gallo Ivo"}),
        ("angelo", {"D'Angelò Niccolò"}),
        ("D’ANGELÒ", {"D'Angelò Niccolò"}),
        ("niccolo d'ang", {"D'Angelò Niccolò"}),
        ("ros", {"Rossi Anna", "Costa Rosanna"}),
        ("anna", {"Rossi Anna", "Costa Rosanna"}),
        ("rossi anna", {"Rossi Anna"}),
        ("2", {"Costa Rosanna", "Gallo Ivo"}),
        ("12", set()),
        ("nobody", set()),
        ("\x00", {"D'Angelò Niccolò", "Rossi Anna", "Costa Rosanna", "Gallo Ivo"}),
    ],
)
def test_a_name_is_found_by_what_is_typed_of_it(typed: str, found: set[str]) -> None:
    tournament = make_tournament()
    lines = [("D'Angelò Niccolò", "Rossi Anna"), ("Costa Rosanna", "Gallo Ivo")]
    pairs_add_many(tournament=tournament, lines=lines)
    assert {row.name for row in players_of(hall(tournament)) if row.is_found_by(typed)} == found


def test_who_has_not_come_is_listed_and_who_has_withdrawn_is_not() -> None:
    tournament = make_tournament(pairs=4)
    late = pair_add(tournament=tournament, players=("Tardi Ugo", "Attesa Clara"))
    pair_set_status(pair=pair(tournament, 2), status=Pair.Status.WITHDRAWN)
    evening_hall = hall(tournament)
    assert {row.entrant.id for row in players_of(evening_hall)} == {1, 3, 4, late.number}
    assert evening_hall.withdrawn == {2}
    assert not evening_hall.entrants[EntrantId(late.number)].active


def test_who_withdraws_while_seated_stays_on_the_list_until_the_round_ends() -> None:
    tournament = make_tournament(pairs=4)
    round_ = start_round(tournament)
    pair_set_status(pair=pair(tournament, 2), status=Pair.Status.WITHDRAWN)
    assert 2 in {row.entrant.id for row in players_of(hall(tournament))}
    play_round(round_)
    assert 2 not in {row.entrant.id for row in players_of(hall(tournament))}


def test_a_ranking_begins_with_the_first_result_and_not_with_a_rest() -> None:
    tournament = make_tournament(pairs=3)
    round_ = start_round(tournament)
    assert not hall(tournament).is_ranked
    play_table(round_.tables.get(outcome=Outcome.OPEN))
    assert hall(tournament).is_ranked


def test_the_hall_as_of_a_round_does_not_know_what_came_later() -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament), seed=1)
    before = hall(tournament).standings
    play_round(start_round(tournament, System.DANISH), seed=2)
    assert hall(tournament, after_round=1).standings == before
    assert hall(tournament).standings != before


def test_tables_have_the_scores_of_their_own_round() -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    first = start_round(tournament)
    play_table(first.tables.get(number=1), slip(300, 120, other_points=85), slip(200, 100, other_points=40))
    play_table(first.tables.get(number=2))
    round_close(round=first)
    second = start_round(tournament, System.MITCHELL, step=1)
    play_table(second.tables.get(number=2))
    table = tables_of(hall(tournament), 1)[0]
    assert table.ew_score is not None
    assert (table.ns_score.mp, table.ew_score.mp) == ((300 + 120 + 200 + 100,), (85 + 40,))
    assert [row.outcome for row in tables_of(hall(tournament), 2)] == [Outcome.OPEN, Outcome.PLAYED]


def test_partners_of_whom_one_lost_vp_have_a_figure_each() -> None:
    tournament = make_tournament(kind="individual", pairs=4, hands_per_round=2)
    round_ = play_round(start_round(tournament, System.INDIVIDUAL))
    (before,) = tables_of(hall(tournament), 1)
    fined = before.ns.entrants[1]
    adjustment_add(round=round_, pair=pair(tournament, fined.id), vp=-2, reason="talking")
    (after,) = tables_of(hall(tournament), 1)
    (vp,) = before.ns_score.vp
    assert (after.ns_score.vp, after.ns_score.adjusted) == ((vp, vp - 2), True)
    assert after.ew_score == before.ew_score


def test_a_pair_reads_its_hands_from_its_own_side() -> None:
    tournament = make_tournament(pairs=2, hands_per_round=2)
    play_table(start_round(tournament).tables.get(), slip(300, 120, other_points=85), slip(200, 40, other_points=60))
    hands = {}
    for number in (1, 2):
        entrant = EntrantId(number)
        (round_,) = rounds_of(hall(tournament), entrant, hands_of_entrant(tournament, entrant))
        assert round_.score is not None and round_.opponents is not None
        assert round_.opponents.numbers == str(3 - number)
        hands[round_.score.line] = [(hand.number, hand.own, hand.other) for hand in round_.hands]
    assert hands == {Line.NS: [(1, 420, 85), (2, 240, 60)], Line.EW: [(1, 85, 420), (2, 60, 240)]}


def test_a_pairs_rounds_come_latest_first_with_what_the_referee_gave() -> None:
    tournament = make_tournament(pairs=4)
    first = play_round(start_round(tournament))
    adjustment_add(round=first, pair=pair(tournament, 1), mp=-100, reason="late", article="31")
    adjustment_add(round=first, pair=pair(tournament, 2), vp=-1, reason="talking")
    start_round(tournament, System.DANISH)
    rounds = rounds_of(hall(tournament), EntrantId(1), hands_of_entrant(tournament, EntrantId(1)))
    assert [round_.number for round_ in rounds] == [2, 1]
    assert [[given.reason for given in round_.adjustments] for round_ in rounds] == [[], ["late"]]
    assert [len(round_.hands) for round_ in rounds] == [0, 4]


def test_an_adjustment_in_a_round_without_a_seat_is_shown_too() -> None:
    tournament = make_tournament(pairs=4)
    latecomer = pair_add(tournament=tournament, players=("Tardi Ugo", "Attesa Clara"))
    first = play_round(start_round(tournament))
    adjustment_add(round=first, pair=latecomer, vp=2, reason="the referee's mistake")
    (round_,) = rounds_of(hall(tournament), EntrantId(latecomer.number), [])
    assert (round_.number, round_.score, round_.opponents) == (1, None, None)
    assert [given.vp for given in round_.adjustments] == [2]


def test_a_rest_makes_no_leader_before_a_slip_of_its_round_is_in() -> None:
    """The last of three pairs rests in round 2, and its 14 VP would be the most."""
    tournament = make_tournament(pairs=3)
    play_round(start_round(tournament), seed=2)
    before = status_of(tournament, rounds_now(tournament)).winners
    second = start_round(tournament, System.DANISH)
    assert status_of(tournament, rounds_now(tournament)).winners == before
    play_table(second.tables.get(number=1))
    assert status_of(tournament, rounds_now(tournament)).ranking is not None
    assert [len(row.rounds) for row in status_of(tournament, rounds_now(tournament)).ranking.standings] == [2, 2, 2]


def test_a_rest_shows_no_figures_before_a_slip_of_its_round_is_in() -> None:
    tournament = make_tournament(pairs=3)
    play_round(start_round(tournament), seed=2)
    second = start_round(tournament, System.DANISH)
    (rest,) = [row for row in tables_of(hall(tournament), 2) if row.ew is None]
    assert rest.ns_score is None and table_facts(rest)["ns"][0]["vp"] is None
    (round_, _first) = rounds_of(hall(tournament), rest.ns.entrants[0].id, [])
    assert round_.vp is None and round_.score is not None and round_.score.outcome is Outcome.REST
    play_table(second.tables.get(number=1))
    (rest,) = [row for row in tables_of(hall(tournament), 2) if row.ew is None]
    assert rest.ns_score is not None and rest.ns_score.vp == (tournament.rest_vp,)


def test_after_the_last_round_nobody_waits_for_a_table() -> None:
    tournament = make_tournament(pairs=4, rounds_planned=2)
    play_round(start_round(tournament))
    assert not hall(tournament).is_played_out
    last = start_round(tournament)
    assert not hall(tournament).is_played_out
    play_round(last)
    assert hall(tournament).is_played_out and not hall(tournament).is_over


def test_a_clock_that_nobody_started_is_not_shown_beside_slips() -> None:
    """As with 133 of 150 slips: 40:00 is not the time left."""
    round_ = start_round(make_tournament(pairs=4, round_minutes=40))
    assert hall(round_.tournament).clocks is not None and not clocks_of(round_).hall.is_overtaken
    play_table(round_.tables.get(number=1))
    assert hall(round_.tournament).clocks is None
    assert clocks_of(round_).hall.is_overtaken
    clock_change(round=round_, action=ClockAction.START, at=AT)
    round_.refresh_from_db()
    assert hall(round_.tournament).clocks is not None and not clocks_of(round_).hall.is_overtaken


def test_the_clock_waits_for_the_referee_and_belongs_to_the_round_under_way() -> None:
    tournament = make_tournament(pairs=4, round_minutes=40, call_minutes=[10])
    assert hall(tournament).clocks is None
    round_ = start_round(tournament)
    waiting = hall(tournament).clocks
    assert waiting is not None and (waiting.hall.ends_at, waiting.hall.standing) == (None, "40:00")
    clock_change(round=round_, action=ClockAction.START, at=AT)
    clock_change(round=round_, action=ClockAction.START, at=AT + timedelta(minutes=6), table=2)
    # The minutes of a started clock stay.
    tournament_change(tournament=tournament, changes={"round_minutes": 30})
    clocks = hall(tournament).clocks
    assert clocks is not None
    assert (clocks.hall.ends_at, [table.table for table in clocks.tables]) == (AT + timedelta(minutes=40), [2])
    assert clocks.of_table(1) == clocks.hall
    assert clocks.of_table(2).ends_at == AT + timedelta(minutes=46)
    assert [call.left for call in clocks.hall.calls] == [600, 0]
    tournament_change(tournament=tournament, changes={"round_minutes": 0})
    assert hall(tournament).clocks is None
    tournament_change(tournament=tournament, changes={"round_minutes": 40})
    play_round(round_)
    assert hall(tournament).clocks is None


def test_play_is_over_from_checking_time_until_it_is_reopened() -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    assert not hall(tournament).is_over
    tournament_finish_play(tournament=tournament)
    assert hall(tournament).is_over
    tournament_reopen(tournament=tournament, reason="")
    assert not hall(tournament).is_over


def test_absent_pairs_are_shown_as_absent() -> None:
    tournament = make_tournament(pairs=2)
    table = start_round(tournament).tables.get()
    table_set_outcome(table=table, version=0, outcome=Outcome.ABSENT_NS, at=AT)
    (row,) = tables_of(hall(tournament), 1)
    assert row.ew_score is not None
    assert (row.ns_score.absent, row.ew_score.absent) == (True, False)


def test_rounds_are_those_that_were_published() -> None:
    tournament = make_tournament(pairs=4)
    play_round(start_round(tournament))
    start_round(tournament, System.DANISH)
    states = [(round_.number, round_.state) for round_ in hall(tournament).rounds]
    assert states == [(1, Round.State.CLOSED), (2, Round.State.PUBLISHED)]


def test_in_a_knockout_the_latest_moves_are_those_of_the_whole_course_while_a_round_is_open() -> None:
    tournament = make_tournament(pairs=8)
    for seed in (1, 2):
        play_round(start_round(tournament, System.KNOCKOUT), seed=seed)
    start_round(tournament, System.KNOCKOUT)
    hall = hall_of(tournament)
    assert hall.latest_moves.rounds == hall.course.rounds == (1, 2)
    assert hall.latest_moves.places == hall.course.places
    after_two = {row.entrant.id: row.place for row in standings_of(tournament, after_round=2)}
    assert hall.course.places[2] == after_two


def test_a_table_that_is_being_played_is_no_missing_slip() -> None:
    tournament = start_round(make_tournament(pairs=4)).tournament
    assert not hall(tournament).missing_slips(EntrantId(1)) and tournament.rounds.get().tables.count() == 2


@pytest.mark.parametrize(("system", "is_bye"), [(System.DRAW, False), (System.KNOCKOUT, True)])
def test_a_rest_is_a_bye_in_a_bracket_alone(system: System, is_bye: bool) -> None:
    tournament = make_tournament(pairs=5)
    play_round(start_round(tournament, system))
    own = tournament.rounds.get().tables.filter(ew=None).values_list("ns__number", flat=True)[0]
    (rested,) = rounds_of(hall(tournament), EntrantId(own), ())
    assert rested.is_bye is is_bye


@pytest.mark.parametrize(
    ("language", "letters"),
    [("es", ["M", "M", "N", "Ñ"]), ("it", ["M", "M", "N", "N"])],
)
def test_the_letters_of_a_list_of_names_are_those_of_the_readers_language(language: str, letters: list[str]) -> None:
    tournament = make_tournament()
    pairs_add_many(tournament=tournament, lines=[("Muntaner Eva", "Muñoz Ada"), ("Nuñes Ivo", "Ñandú Leo")])
    with override(language):
        listed = hall(tournament)
        assert [row.letter for row in player_rows_of(listed, players_of(listed))] == letters


@pytest.mark.parametrize(
    ("wanted", "state", "may"),
    [
        (True, Tournament.State.REGISTRATION, True),
        (False, Tournament.State.REGISTRATION, False),
        (True, Tournament.State.RUNNING, False),
        (True, Tournament.State.FINAL, False),
    ],
)
def test_players_check_themselves_in_before_the_first_round_alone(wanted: bool, state: str, may: bool) -> None:
    tournament = make_tournament()
    Tournament.objects.update(self_check_in=wanted, state=state)
    tournament.refresh_from_db()
    assert hall(tournament).self_check_in is may
