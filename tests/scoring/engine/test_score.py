"""A score is the sum of its lines, and an illegal hand has none."""

from dataclasses import replace

import pytest

from scoring.engine.hand import (
    NOT_TAKEN,
    TAKEN,
    AnyHand,
    CardsEntry,
    CountsEntry,
    EnteredHand,
    HandEnd,
    SlipEntry,
    TotalEntry,
)
from scoring.engine.notation import parse_cards
from scoring.engine.rulebooks import FIBUR_2026
from scoring.engine.score import Item, ScoreLine, score_hand
from scoring.engine.violations import IllegalHand, ViolationCode


def test_a_slip_is_scored_by_its_two_columns() -> None:
    ns, ew = score_hand(
        FIBUR_2026,
        EnteredHand(end=HandEnd.CLOSED, sides=(SlipEntry(base=300, points=165), SlipEntry(base=-100, points=-40))),
    )
    assert ns.lines == (
        ScoreLine(item=Item.BASE, count=1, points=300),
        ScoreLine(item=Item.POINTS, count=1, points=165),
    )
    assert (ns.total, ew.total) == (465, -140)


def test_a_total_is_its_own_only_line() -> None:
    ns, ew = score_hand(FIBUR_2026, EnteredHand(end=HandEnd.CLOSED, sides=(TotalEntry(465), TotalEntry(-140))))
    assert ns.lines == (ScoreLine(item=Item.TOTAL, count=1, points=465),)
    assert ew.total == -140


def test_a_line_of_cards_counts_them_and_one_of_their_value_alone_is_a_single_figure() -> None:
    """Eight cards are melded and two left, once as cards, once as values."""
    cards = CardsEntry(
        melds=(parse_cards("3H 4H 5H 6H 7H"), parse_cards("KS KD KC")),
        left=parse_cards("AH 4D"),
        pozzetto=TAKEN,
        closed=False,
    )
    worth = CountsEntry(burracos={}, melded=55, left_value=20, pozzetto=TAKEN, closed=False)
    for side, (melded, left) in ((cards, (8, 2)), (worth, (1, 1))):
        for score in score_hand(FIBUR_2026, AnyHand(end=HandEnd.STOCK, sides=(side, side))):
            assert score.lines == (
                ScoreLine(item=Item.MELDED, count=melded, points=55),
                ScoreLine(item=Item.LEFT, count=left, points=-20),
            )


def test_the_penalty_is_waived_only_where_neither_side_took_its_pozzetto() -> None:
    rules = replace(FIBUR_2026, waived_when_neither_took=True)
    took, did_not = (
        CountsEntry(burracos={}, melded=55, left_value=20, pozzetto=pozzetto, closed=False)
        for pozzetto in (TAKEN, NOT_TAKEN)
    )
    for sides, totals in (((took, did_not), [35, -65]), ((did_not, did_not), [35, 35])):
        assert [score.total for score in score_hand(rules, AnyHand(end=HandEnd.STOCK, sides=sides))] == totals


def test_an_illegal_hand_is_refused_with_every_violation() -> None:
    hand = EnteredHand(end=HandEnd.CLOSED, sides=(SlipEntry(base=143, points=7), SlipEntry(base=120, points=0)))
    with pytest.raises(IllegalHand) as refused:
        score_hand(FIBUR_2026, hand)
    assert [(fault.code, fault.side) for fault in refused.value.violations] == [
        (ViolationCode.NOT_A_MULTIPLE, 0),
        (ViolationCode.NOT_A_MULTIPLE, 0),
        (ViolationCode.BASE_IMPOSSIBLE, 1),
    ]
    assert str(refused.value) == "not_a_multiple, not_a_multiple, base_impossible"
