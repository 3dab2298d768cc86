"""What is typed is read exactly or refused with its place; nothing is coerced."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand import Hand, HandEnd, SideEntry, SlipEntry, TotalEntry
from scoring.engine.violations import InvalidNotation
from scoring.services import judge, read_side, ruleset_for, write_side

entries = st.one_of(
    st.builds(TotalEntry, st.integers()),
    st.builds(SlipEntry, base=st.integers(), points=st.integers(), closed=st.sampled_from([None, True, False])),
)


@given(entry=entries)
def test_what_is_written_reads_as_the_same_entry(entry: SideEntry) -> None:
    assert read_side(write_side(entry), "ns") == entry


def test_a_slip_that_does_not_say_who_closed_is_written_without() -> None:
    assert write_side(SlipEntry(base=300, points=120)) == {"base": 300, "points": 120}


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"base": "300", "points": 120}, "hands[0].ns.base: expected a whole number, got '300'"),
        ({"base": 300.0, "points": 120}, "hands[0].ns.base: expected a whole number, got 300.0"),
        ({"base": True, "points": 120}, "hands[0].ns.base: expected a whole number, got True"),
        ({"base": 300, "points": None}, "hands[0].ns.points: expected a whole number, got None"),
        ({"base": 300}, "hands[0].ns.points: missing, expected base and points, or total"),
        ({}, "hands[0].ns.base: missing, expected base and points, or total"),
        ({"total": "420"}, "hands[0].ns.total: expected a whole number, got '420'"),
        ({"total": 420, "base": 300}, "hands[0].ns.base: unknown here, expected base and points, or total"),
        ({"total": 420, "closed": True}, "hands[0].ns.closed: unknown here, expected base and points, or total"),
        ({"base": 300, "point": 120}, "hands[0].ns.point: unknown here, expected base and points, or total"),
        ({"melds": ["3H 4H 5H"], "left": ""}, "hands[0].ns.melds: unknown here, expected base and points, or total"),
        ({"clean": 1, "dirty": 0}, "hands[0].ns.clean: unknown here, expected base and points, or total"),
        (
            {"base": 300, "points": 120, "closed": "yes"},
            "hands[0].ns.closed: expected true, false or null, got 'yes'",
        ),
        ([300, 120], "hands[0].ns: expected an object with base and points, or total, got [300, 120]"),
        (None, "hands[0].ns: expected an object with base and points, or total, got None"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(raw: object, message: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        read_side(raw, "hands[0].ns")
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("key", "options", "message"),
    [
        ("fibur_2031", {}, "^ruleset: expected one of"),
        ("italian", {"jolly": 50}, "^jolly: expected an option among"),
        ("italian", {"dirty": 250}, "^dirty, clean: expected bonuses that never fall"),
    ],
)
def test_a_ruleset_that_cannot_be_is_refused(key: str, options: Mapping[str, object], message: str) -> None:
    with pytest.raises(InvalidNotation, match=message):
        ruleset_for(key, options)


def test_an_illegal_hand_is_judged_without_scores_or_doubts() -> None:
    rules = ruleset_for("fibur_2026", {})
    hand = Hand(end=HandEnd.CLOSED, sides=(SlipEntry(base=1600, points=1), SlipEntry(base=0, points=0)))
    judgement = judge(rules, hand)
    assert not judgement.legal
    assert (judgement.doubts, judgement.scores) == ((), None)


def test_options_leave_the_preset_as_it_was() -> None:
    ruleset_for("italian", {"closing": 150})
    assert ruleset_for("italian", {}).closing == 100
