"""Assigned scores that are taken back, and hands that count as written again: what is stored then."""

from datetime import timedelta
from typing import Any

import pytest

from pages.refusals import Refused
from tests.factories import AT, make_tournament, play_table, slip, start_on_phones, start_round
from tournaments.models import PhoneLog, PhoneSlip, Table, Tournament
from tournaments.records import Allowance, Line, Outcome
from tournaments.services import (
    hand_set,
    hand_unset,
    round_close,
    table_award,
    table_award_take_back,
    table_swap_lines,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

SPLIT: dict[str, Any] = {
    "ns": Allowance(vp=12, mp=305),
    "ew": Allowance(vp=4, mp=-100),
    "reason": "Cards mixed",
    "article": "31",
}
UNSET = ("", "", None, None, None, None)


def award(table: Table) -> Table:
    now = Table.objects.get(pk=table.pk)
    return table_award(table=now, version=now.version, at=AT + timedelta(hours=1), **SPLIT)


def take_back(table: Table) -> Table:
    table_award_take_back(table=table, version=Table.objects.get(pk=table.pk).version)
    return Table.objects.get(pk=table.pk)


def assigned(table: Table) -> tuple[object, ...]:
    now = Table.objects.get(pk=table.pk)
    return now.ruling, now.ruling_article, now.ns_vp_set, now.ns_mp_set, now.ew_vp_set, now.ew_mp_set


def test_the_result_before_it_is_back_and_nothing_of_the_score_stays() -> None:
    round_ = start_round(make_tournament(pairs=6, hands_per_round=2))
    played, empty = play_table(round_.tables.get(number=1)), round_.tables.get(number=2)
    for table, outcome in ((played, Outcome.PLAYED), (empty, Outcome.OPEN)):
        award(table)
        assert assigned(award(table)) == ("Cards mixed", "31", 12, 305, 4, -100)
        before = Tournament.objects.get().revision
        after = take_back(table)
        assert after.outcome == outcome and assigned(after) == UNSET
        assert (after.entered_at is None) == (outcome == Outcome.OPEN)
        assert Tournament.objects.get().revision > before
        with pytest.raises(Refused, match=f"Table {table.number} has no assigned score"):
            take_back(table)


def test_in_a_closed_round_only_a_result_comes_back() -> None:
    round_ = start_round(make_tournament(pairs=4, hands_per_round=2))
    played, empty = play_table(round_.tables.get(number=1)), round_.tables.get(number=2)
    for table in (played, empty):
        award(table)
    round_close(round=round_)
    assert take_back(played).outcome == Outcome.PLAYED
    with pytest.raises(Refused, match="The round is closed, so the table needs a result"):
        take_back(empty)
    assert assigned(empty) == ("Cards mixed", "31", 12, 305, 4, -100)


@pytest.mark.parametrize(("hands", "outcome"), [(0, Outcome.OPEN), (1, Outcome.OPEN), (2, Outcome.PLAYED)])
def test_without_a_history_the_slip_says_what_was_before(hands: int, outcome: Outcome) -> None:
    round_ = start_round(make_tournament(pairs=2, hands_per_round=2))
    table = play_table(round_.tables.get(), slip(), slip())
    table.hands.filter(number__gt=hands).delete()
    award(table)
    Table.history.all().delete()
    assert take_back(table).outcome == outcome


def test_phones_learn_that_the_referee_decided_and_opened_the_table_again() -> None:
    table = start_on_phones().tables.get(number=1)
    PhoneSlip.objects.create(table=table)
    award(table)
    take_back(table)
    assert [log.event for log in PhoneLog.objects.order_by("pk")] == ["decide", "reopen"]
    play_table(Table.objects.get(pk=table.pk))
    award(table)
    PhoneLog.objects.all().delete()
    take_back(table)
    assert not PhoneLog.objects.exists()


def test_a_hand_set_for_one_line_counts_as_written_again() -> None:
    round_ = start_round(make_tournament(pairs=2, hands_per_round=2))
    table = play_table(round_.tables.get())
    for number, line in ((1, Line.NS), (2, Line.EW)):
        now = Table.objects.get(pk=table.pk)
        hand_set(table=now, version=now.version, number=number, line=line, mp=-50, reason=" Left ")
    rows = table.hands.order_by("number")
    assert list(rows.values_list("ns_set", "ew_set", "set_reason")) == [(-50, None, "Left"), (None, -50, "Left")]
    for number in (1, 2):
        now = Table.objects.get(pk=table.pk)
        hand = hand_unset(table=now, version=now.version, number=number)
        assert (hand.number, hand.set_reason) == (number, "")
        assert Table.objects.get(pk=table.pk).version > now.version
    assert list(rows.values_list("ns_set", "ew_set", "set_reason")) == [(None, None, "")] * 2


def swap(table: Table) -> Table:
    now = Table.objects.get(pk=table.pk)
    return table_swap_lines(table=now, version=now.version, at=AT)


def test_points_that_the_referee_set_do_not_move_to_the_other_line() -> None:
    round_ = start_round(make_tournament(pairs=4, hands_per_round=2))
    awarded, by_hand = play_table(round_.tables.get(number=1)), play_table(round_.tables.get(number=2))
    award(awarded)
    hand_set(table=by_hand, version=by_hand.version, number=1, line=Line.EW, mp=-50, reason="Left")
    for table in (awarded, by_hand):
        with pytest.raises(Refused, match=f"At table {table.number} the referee has set points"):
            swap(table)
    assert assigned(awarded) == ("Cards mixed", "31", 12, 305, 4, -100)
    take_back(awarded)
    hand_unset(table=by_hand, version=Table.objects.get(pk=by_hand.pk).version, number=1)
    assert [swap(table).hands.get(number=1).ew_total for table in (awarded, by_hand)] == [420, 420]


def test_nothing_is_set_without_a_reason() -> None:
    table = play_table(start_round(make_tournament(pairs=2, hands_per_round=2)).tables.get())
    with pytest.raises(Refused, match="Say why"):
        hand_set(table=table, version=table.version, number=1, line=Line.NS, mp=-50, reason=" ")
    with pytest.raises(Refused, match="Say why"):
        table_award(table=table, version=table.version, at=AT, **SPLIT | {"reason": ""})
    assert not Table.objects.get().hands.exclude(ns_set=None).exists()


def test_phones_learn_that_the_referee_set_a_hand() -> None:
    table = play_table(start_on_phones().tables.get(number=1))
    PhoneSlip.objects.create(table=table)
    PhoneLog.objects.all().delete()
    hand_set(table=table, version=table.version, number=1, line=Line.NS, mp=-50, reason="Left")
    assert [log.event for log in PhoneLog.objects.all()] == ["decide"]
