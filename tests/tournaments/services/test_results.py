"""Slips, absences, corrections, and two people at once."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import translation

from pages.refusals import Refused
from scoring.engine.hand import HandEnd, TotalEntry
from tests.factories import AT, make_tournament, pair, play_round, play_table, slip, start_round
from tests.tournaments.sample_hand import DEPTHS, entry_of
from tournaments.models import Hand, Table, Tournament
from tournaments.records import Outcome
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    HandEntry,
    adjustment_add,
    adjustment_remove,
    round_draft,
    table_clear,
    table_record,
    table_set_outcome,
    table_swap_lines,
    tournament_reopen,
)
from tournaments.services.refusals import SlipDoubtful, SlipRefused, TableChanged


@pytest.fixture
def table(db: None) -> Table:
    """Table 1 of a round of two hands in progress."""
    return start_round(make_tournament(pairs=4, hands_per_round=2)).tables.get(number=1)


def test_a_slip_is_stored_with_its_lines(table: Table):
    play_table(table, slip(300, 120), slip(200, -45, other_base=150, other_points=200))
    stored = Hand.objects.get(number=2)
    assert (stored.ns_total, stored.ew_total) == (155, 350)
    assert stored.ns_entry == {"base": 200, "points": -45}
    assert sum(line["points"] for line in stored.ew_lines) == stored.ew_total
    fresh = Table.objects.get(pk=table.pk)
    assert (fresh.outcome, fresh.version, fresh.entered_at) == (Outcome.PLAYED, 1, AT)


def test_every_fault_of_a_slip_is_reported_and_nothing_is_written(table: Table):
    with pytest.raises(SlipRefused) as refused:
        play_table(table, slip(300, 143), slip(310, 120, other_points=1400))
    assert {number for number, _fault in refused.value.faults} == {1, 2}
    assert "143" in refused.value.message
    assert not Hand.objects.exists()
    assert Table.objects.get(pk=table.pk).version == 0


def test_a_missing_hand_is_named(table: Table):
    with pytest.raises(Refused, match="^Manca la smazzata 2: il turno ha 2 smazzate"):
        play_table(table, slip())
    assert not Hand.objects.exists()


def test_an_improbable_slip_is_saved_once_somebody_confirms_it(table: Table):
    hands = [slip(1600, 300), slip()]
    with pytest.raises(SlipDoubtful):
        play_table(table, *hands)
    assert not Hand.objects.exists()
    table_record(table=table, version=0, hands=hands, at=AT, confirmed=True)
    assert Hand.objects.count() == 2


def test_the_second_to_save_is_told_and_overwrites_nothing(table: Table):
    play_table(table, slip(), slip())
    with pytest.raises(TableChanged):
        table_record(table=table, version=0, hands=[slip(500, 5), slip()], at=AT)
    with pytest.raises(TableChanged):
        table_clear(table=table, version=0)
    assert Hand.objects.get(number=1).ns_total == 420


def test_a_correction_writes_the_history_of_the_changed_hand_only(table: Table):
    play_table(table, slip(), slip())
    table.refresh_from_db()
    play_table(table, slip(), slip(400, 120))
    assert [Hand.history.filter(number=number).count() for number in (1, 2)] == [1, 2]
    assert Hand.objects.get(number=2).ns_total == 520


def test_totals_only_are_a_depth_of_their_own(table: Table):
    entry = HandEntry(HandEnd.STOCK, TotalEntry(455), TotalEntry(-60))
    play_table(table, entry, entry)
    assert Hand.objects.get(number=1).ns_entry == {"total": 455}


def test_an_absence_keeps_the_hands_that_were_played(table: Table):
    table_set_outcome(table=table, version=0, outcome=Outcome.ABSENT_EW, hands=[slip()], at=AT)
    assert Hand.objects.count() == 1
    present = next(row for row in standings_of(table.round.tournament) if row.entrant.id == table.ns.number)
    # 335 MP ahead gives 14-6 on the scale for 2 hands, the same as a rest, but the pair has its own 335 MP.
    assert (present.vp, present.wins) == (14, 0)
    with pytest.raises(Refused):
        table_set_outcome(table=table, version=1, outcome=Outcome.ABSENT_NS, hands=[slip(), slip()], at=AT)


def test_a_result_is_taken_back_only_while_the_round_is_under_way(table: Table):
    play_table(table, slip(), slip())
    table_clear(table=table, version=1)
    assert (Table.objects.get(pk=table.pk).outcome, Hand.objects.count()) == (Outcome.OPEN, 0)
    play_round(table.round)
    table.refresh_from_db()
    with pytest.raises(Refused):
        table_clear(table=table, version=table.version)
    play_table(table, slip(500, 100), slip())
    assert Hand.objects.filter(table=table, number=1).get().ns_total == 600


def test_nobody_enters_a_slip_for_a_draft_or_a_rest(db: None):
    tournament = make_tournament(pairs=5, hands_per_round=2)
    draft = round_draft(tournament=tournament, system="registration")
    with pytest.raises(Refused):
        play_table(draft.tables.get(number=1), slip(), slip())
    round_ = start_round(tournament)
    with pytest.raises(Refused):
        play_table(round_.tables.get(number=3), slip(), slip())


def test_an_adjustment_changes_the_ranking_and_can_be_taken_back(table: Table):
    play_table(table, slip(), slip())
    tournament, ns = table.round.tournament, table.ns
    before = [(row.entrant.id, row.vp, row.mp) for row in standings_of(tournament)]
    with pytest.raises(Refused):
        adjustment_add(round=table.round, pair=ns, mp=-99, reason="late")
    with pytest.raises(Refused):
        adjustment_add(round=table.round, pair=ns, mp=-100, reason=" ")
    adjustment = adjustment_add(round=table.round, pair=ns, mp=-100, vp=-1, reason="late")
    assert [(row.entrant.id, row.vp, row.mp) for row in standings_of(tournament)] != before
    adjustment_remove(adjustment=adjustment)
    assert [(row.entrant.id, row.vp, row.mp) for row in standings_of(tournament)] == before


def test_a_final_tournament_takes_no_slip(table: Table):
    tournament = table.round.tournament
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINAL)
    with pytest.raises(Refused):
        play_table(table, slip(), slip())
    with pytest.raises(Refused):
        adjustment_add(round=table.round, pair=pair(tournament, 1), mp=-100, reason="late")
    tournament_reopen(tournament=tournament, reason="misread")
    play_table(table, slip(), slip())


@pytest.mark.django_db(transaction=True)
def test_of_two_referees_saving_the_same_table_at_once_one_is_refused():
    """Two connections save one table many times: each time exactly one slip is stored and the other refused."""
    tournament = make_tournament(pairs=20, hands_per_round=2)
    tables = list(start_round(tournament).tables.all())
    refused: list[int] = []
    stored: list[int] = []

    def save(base: int, barrier: Barrier) -> Callable[[], None]:
        def run() -> None:
            try:
                for table in tables:
                    barrier.wait(timeout=30)
                    try:
                        table_record(table=table, version=0, hands=[slip(base, 100), slip()], at=AT)
                        stored.append(table.number)
                    except TableChanged:
                        refused.append(table.number)
            finally:
                connection.close()

        return run

    barrier = Barrier(2)
    threads = [Thread(target=save(base, barrier)) for base in (300, 400)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(stored) == sorted(refused) == [table.number for table in tables]
    assert Hand.objects.count() == 2 * len(tables)


def test_lines_are_swapped_whatever_the_result_was_told_by_and_swapped_twice_it_is_as_before(table: Table):
    def hands() -> list[tuple[object, ...]]:
        return [tuple(hand) for hand in table.hands.order_by("number").values_list("end", "ns_entry", "ew_entry")]

    for entries in DEPTHS.values():
        table.refresh_from_db()
        table = play_table(table, entry_of(entries), slip(100, 50, other_base=200, other_points=90))
        before = hands()
        table = table_swap_lines(table=table, version=table.version, at=AT)
        assert hands() == [(end, ew, ns) for end, ns, ew in before]
        call_command("check_scores", table.round.tournament.slug)
        table = table_swap_lines(table=table, version=table.version, at=AT)
        assert hands() == before
    table = table_set_outcome(table=table, version=table.version, outcome=Outcome.ABSENT_NS, at=AT, hands=[slip()])
    table = table_swap_lines(table=table, version=table.version, at=AT)
    assert (table.outcome, table.hands.get().ew_entry) == (Outcome.ABSENT_EW, {"base": 300, "points": 120})


def test_nothing_is_swapped_where_nothing_is_saved_or_somebody_else_saved_meanwhile(table: Table):
    with translation.override("en"), pytest.raises(Refused, match="nothing to swap"):
        table_swap_lines(table=table, version=0, at=AT)
    play_table(table)
    with pytest.raises(TableChanged):
        table_swap_lines(table=table, version=0, at=AT)


def test_only_an_absence_is_set_without_a_slip(table: Table):
    for outcome in (Outcome.PLAYED, Outcome.ARBITRAL, Outcome.REST):
        with pytest.raises(ValueError, match="expected an absence"):
            table_set_outcome(table=table, version=0, outcome=outcome, at=AT)
