"""Input is read exactly or refused with its place; nothing is coerced."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand import NOT_TAKEN, EnteredHand, HandEnd, SideEntry, SlipEntry, TotalEntry
from scoring.engine.violations import InvalidNotation
from scoring.services import (
    judge,
    judge_meld,
    read_entry,
    read_hand,
    read_side,
    read_typed_cards,
    ruleset_for,
    write_entry,
    write_side,
)
from tests.scoring.test_examples import examples

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


TABLE = {"melded": 100, "left_value": 20, "pozzetto": "taken", "closed": False}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 4.0}, "players: expected 2, 3, 4 or 6, got 4.0"),
        ({"players": 3, "sides": [TABLE | {"solo": True}] * 2}, "sides[1].solo: expected one side only, got another"),
        ({"sides": [{name: TABLE[name] for name in TABLE if name != "closed"}] * 2}, "sides[0].closed: missing"),
        ({"sides": [{name: TABLE[name] for name in TABLE if name != "pozzetto"}] * 2}, "sides[0].pozzetto: missing"),
        ({"end": ["time"]}, "end: expected one of"),
    ],
)
def test_a_hand_that_cannot_be_read_is_refused_with_the_place_of_its_fault(
    changes: Mapping[str, object], message: str
) -> None:
    hand: dict[str, object] = {"ruleset": "italian", "end": "time", "sides": [TABLE] * 2}
    assert judge(*read_hand(hand)).legal
    with pytest.raises(InvalidNotation) as refused:
        read_hand(hand | dict(changes))
    assert str(refused.value).startswith(message)


def test_nothing_is_asked_about_a_pozzetto_that_is_not_dealt() -> None:
    side = {name: TABLE[name] for name in TABLE if name != "pozzetto"}
    _rules, hand = read_hand({"ruleset": "canasta", "end": "time", "sides": [side] * 2})
    assert [entry.pozzetto for entry in hand.sides] == [NOT_TAKEN] * 2  # type: ignore[union-attr]


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
    hand = EnteredHand(end=HandEnd.CLOSED, sides=(SlipEntry(base=1600, points=1), SlipEntry(base=0, points=0)))
    judgement = judge(rules, hand)
    assert not judgement.legal
    assert (judgement.doubts, judgement.scores) == ((), None)


def test_options_leave_the_preset_as_it_was() -> None:
    ruleset_for("italian", {"closing": 150})
    assert ruleset_for("italian", {}).closing == 100


@pytest.mark.parametrize("example", examples("hands"), ids=lambda example: example["name"])
def test_every_depth_is_written_as_it_is_read(example: dict[str, Any]) -> None:
    rules, hand = read_hand(example["hand"])
    for side in hand.sides:
        assert read_entry(write_entry(side), "side", rules) == side


def test_cards_and_counts_are_no_slip() -> None:
    """A tournament's slips have two columns or only the total."""
    for example in examples("hands"):
        for side in example["hand"]["sides"]:
            if "melds" in side or "melded" in side:
                with pytest.raises(InvalidNotation, match="unknown here, expected base and points, or total"):
                    read_side(side, "ns")


def test_a_meld_is_judged_as_it_grows() -> None:
    rules = ruleset_for("fibur_2026", {})
    growing = [read_typed_cards(text, "it") for text in ("", "2C", "2C 9F", "2C 8F 9F", "2C 7F 9F", "2C 7F 9F 9F 9F")]
    judged = [judge_meld(rules, cards) for cards in growing]
    assert [[fault.code.value for fault in judgement.violations] for judgement in judged] == [
        *(["too_few_cards"],) * 3,
        [],
        [],
        ["card_twice", "too_many_copies"],
    ]
    assert [judgement.meld and judgement.meld.value for judgement in judged] == [None, None, None, 40, 35, None]


def test_a_meld_with_more_copies_than_the_deck_has_is_read_all_the_same() -> None:
    judgement = judge_meld(ruleset_for("fibur_2026", {}), read_typed_cards("9P 9P 9P", "it"))
    assert judgement.meld is not None
    assert not judgement.legal
