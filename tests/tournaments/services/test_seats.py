"""Corrected seats of a round in progress: the seats, the owners of the results, and the refusals."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.utils import translation

from pages.refusals import Refused
from tests.factories import AT, draft_round, make_tournament, pair, play_round, play_table, slip, start_round
from tournaments.models import Hand, Round, Table, Tournament
from tournaments.pairing.moves import Tables, change_lines, exchange_numbers, join, rest, sit_in, swap
from tournaments.pairing.result_sources import Slips
from tournaments.records import DraftTable, EntrantId, Outcome, ReasonCode, System
from tournaments.selectors.drafts import drafted
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    draft_change,
    draft_exclude,
    draft_undo,
    pair_add,
    pair_set_status,
    round_publish,
    round_reseat,
    round_withdraw,
    table_set_outcome,
)
from tournaments.services.refusals import TableChanged

pytestmark = pytest.mark.django_db


def id_of(number: int) -> EntrantId:
    return EntrantId(number)


@pytest.fixture
def round_() -> Round:
    """1–2, 3–4, 5–6, and 7 rests; table 1 has a result in favour of NS."""
    round_ = start_round(make_tournament(pairs=7, hands_per_round=2))
    play_table(round_.tables.get(number=1), slip(300, 120), slip(200, 85, other_points=40))
    return round_


def put_right(round_: Round, change: Callable[[Tables], Tables], slips: Slips | None = None) -> None:
    round_reseat(round=round_, seen=drafted(round_).tables, change=change, slips=slips, at=AT)
    call_command("check_scores", round_.tournament.slug)


def seats(round_: Round) -> list[tuple[EntrantId, ...]]:
    return [table.seated for table in drafted(round_).tables]


def totals(round_: Round, number: int) -> list[tuple[int, int]]:
    table = round_.tables.get(number=number)
    return list(table.hands.order_by("number").values_list("ns_total", "ew_total"))


def vp(round_: Round) -> dict[int, int]:
    return {row.entrant.id: row.vp for row in standings_of(Tournament.objects.get(pk=round_.tournament_id))}


def test_two_pairs_who_sat_at_each_other_s_tables_get_the_results_of_where_they_sat(round_: Round) -> None:
    before, revision = vp(round_), Tournament.objects.get().revision
    put_right(round_, lambda tables: swap(tables, id_of(2), id_of(4)), Slips.STAY)
    assert seats(round_) == [(1, 4), (3, 2), (5, 6), (7,)]
    assert totals(round_, 1) == [(420, 85), (285, 40)]
    assert (vp(round_)[1], vp(round_)[4]) == (before[1], before[2])
    assert Tournament.objects.get().revision == revision + 1
    assert list(round_.tables.order_by("number").values_list("version", flat=True)) == [2, 1, 0, 0]
    assert drafted(round_).tables[0].why[0].code is ReasonCode.MOVED_BY_REFEREE


def test_a_result_of_pairs_who_never_met_is_nobody_s_and_the_history_keeps_it(round_: Round) -> None:
    put_right(round_, lambda tables: swap(tables, id_of(2), id_of(4)), Slips.GO_ALONG)
    first = round_.tables.get(number=1)
    assert (first.outcome, first.entered_at, first.hands.count()) == (Outcome.OPEN, None, 0)
    assert Hand.history.filter(history_type="-").count() == 2


def test_swapped_lines_turn_the_result_with_the_pairs_or_leave_it_where_it_is(round_: Round) -> None:
    before = vp(round_)
    put_right(round_, lambda tables: change_lines(tables, 1), Slips.GO_ALONG)
    assert (seats(round_)[0], totals(round_, 1)) == ((2, 1), [(85, 420), (40, 285)])
    assert vp(round_) == before
    put_right(round_, lambda tables: change_lines(tables, 1), Slips.STAY)
    assert (seats(round_)[0], totals(round_, 1)) == ((1, 2), [(85, 420), (40, 285)])


def test_whole_tables_change_places_with_their_results_or_without(round_: Round) -> None:
    put_right(round_, lambda tables: exchange_numbers(tables, 1, 3), Slips.GO_ALONG)
    assert seats(round_) == [(5, 6), (3, 4), (1, 2), (7,)]
    assert (totals(round_, 1), totals(round_, 3)) == ([], [(420, 85), (285, 40)])
    assert list(round_.tables.order_by("number").values_list("entered_at", flat=True)) == [None, None, AT, None]
    assert list(round_.tables.order_by("number").values_list("outcome", flat=True)) == [
        "open",
        "open",
        "played",
        "rest",
    ]
    put_right(round_, lambda tables: exchange_numbers(tables, 1, 3), Slips.STAY)
    assert (seats(round_)[2], totals(round_, 3)) == ((5, 6), [(420, 85), (285, 40)])


def test_an_absence_turns_with_the_lines(round_: Round) -> None:
    table_set_outcome(table=round_.tables.get(number=2), version=0, outcome=Outcome.ABSENT_EW, at=AT)
    put_right(round_, lambda tables: change_lines(tables, 2), Slips.GO_ALONG)
    assert round_.tables.get(number=2).outcome == Outcome.ABSENT_NS


def test_somebody_who_rests_or_has_no_seat_sits_in(round_: Round) -> None:
    put_right(round_, lambda tables: swap(tables, id_of(7), id_of(6)))
    assert seats(round_)[2:] == [(5, 7), (6,)]
    pair_set_status(pair=pair(round_.tournament, 6), status="withdrawn")
    put_right(round_, lambda tables: swap(tables, id_of(7), id_of(6)))
    late = make_late(round_)
    put_right(round_, lambda tables: sit_in(tables, late, id_of(6)))
    assert seats(round_)[2:] == [(5, late), (7,)]


def make_late(round_: Round) -> EntrantId:
    return EntrantId(pair_add(tournament=round_.tournament, players=("Zanon Ugo", "Zanon Ada"), here=True).number)


def test_a_rematch_is_said_and_not_forbidden() -> None:
    tournament = make_tournament(pairs=6, hands_per_round=2)
    play_round(start_round(tournament))
    second = start_round(tournament)
    one, other = drafted(second).tables[:2]
    again = next(reason for reason in one.why if reason.code is ReasonCode.REMATCH)
    put_right(second, lambda tables: swap(tables, one.ns, other.ns))
    put_right(second, lambda tables: swap(tables, one.ns, other.ns))
    assert again.facts["round"] == 1
    assert ReasonCode.REMATCH in [reason.code for reason in drafted(second).tables[0].why]


def test_players_change_seats_too() -> None:
    tournament = make_tournament(kind="individual", pairs=9, hands_per_round=2)
    round_ = round_publish(round=draft_round(tournament, System.INDIVIDUAL), at=AT)
    one, other = drafted(round_).tables[:2]
    assert one.ns_partner is not None and other.ew is not None
    play_table(round_.tables.get(number=1))
    partner, against = one.ns_partner, other.ew
    put_right(round_, lambda tables: swap(tables, partner, against), Slips.STAY)
    assert drafted(round_).tables[0].ns_partner == against
    assert drafted(round_).tables[1].ew == partner


def test_what_does_not_fit_is_refused_and_nothing_is_written(round_: Round) -> None:
    seen = drafted(round_).tables

    def refused(sentence: str, change: Callable[[Tables], Tables], slips: Slips | None = Slips.STAY) -> None:
        with translation.override("en"), pytest.raises(Refused, match=sentence):
            round_reseat(round=round_, seen=seen, change=change, slips=slips, at=AT)

    refused("Choose what happens to it", lambda tables: swap(tables, id_of(1), id_of(3)), None)
    refused("Choose others", lambda tables: swap(tables, id_of(1), id_of(99)))
    refused("Choose others", lambda tables: sit_in(tables, id_of(3), id_of(1)))
    refused("Only a pair that is here", lambda tables: sit_in(tables, id_of(99), id_of(1)))
    refused("resting pair has no table", lambda tables: exchange_numbers(tables, 1, 4))
    assert seats(round_) == [table.seated for table in seen]
    put_right(round_, lambda tables: swap(tables, id_of(3), id_of(5)))
    with pytest.raises(TableChanged):
        round_reseat(round=round_, seen=seen, change=lambda tables: change_lines(tables, 2), slips=None, at=AT)
    play_round(round_)
    refused("is closed", lambda tables: change_lines(tables, 1))
    seen = ()
    round_ = draft_round(round_.tournament)
    refused("is a draft", lambda tables: change_lines(tables, 1))
    assert Table.objects.filter(round=round_, version__gt=0).count() == 0


def test_corrected_seats_are_undone_before_the_changes_of_the_draft() -> None:
    """Changes of an unpublished round are undone from the latest on, the corrected seats included."""
    round_ = draft_round(make_tournament(pairs=6))
    before = seats(round_)
    one, other = drafted(round_).tables[1].seated
    draft_exclude(round=round_, one=one, other=other, exclude=True)
    round_ = round_publish(round=round_, at=AT)
    put_right(round_, lambda tables: swap(tables, id_of(2), one))
    round_ = round_withdraw(round=round_)
    assert seats(round_) != before
    draft_undo(round=round_, depth=2)
    round_.refresh_from_db()
    assert (seats(round_), len(round_.chosen.excluded)) == (before, 1)
    draft_undo(round=round_, depth=1)
    round_.refresh_from_db()
    assert (seats(round_), round_.chosen.excluded) == (before, ())


def test_a_table_that_was_seen_and_is_no_more_has_been_changed(round_: Round) -> None:
    gone = DraftTable(number=99, ns=id_of(1), ew=id_of(2))
    with pytest.raises(TableChanged):
        round_reseat(round=round_, seen=[gone], change=lambda tables: change_lines(tables, 2), slips=None, at=AT)


def test_a_table_that_is_played_from_now_on_gets_a_slip_and_slips_stand_in_their_order() -> None:
    draft = draft_round(make_tournament(pairs=16, hands_per_round=2))
    draft_change(round=draft, seen=(), change=lambda tables: rest(tables, id_of(15)))
    round_ = round_publish(round=Round.objects.get(), at=AT)
    assert [len(table) for table in seats(round_)] == [2] * 7 + [1, 1]
    Round.objects.update(new_slips=[1])
    (one,) = seats(round_)[8]
    put_right(Round.objects.get(), lambda tables: join(tables, one, 8))
    assert Round.objects.get().new_slips == [1, 8]
