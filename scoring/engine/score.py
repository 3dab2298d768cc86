"""A hand's score, explained: lines whose sum is the total, the same on the web, on paper and in JSON."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.hand import Hand, SideEntry, SlipEntry, TotalEntry, violations
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import IllegalHand


class Item(StrEnum):
    """What a line of a score is about (interchange.md), from the deepest entry to the shallowest."""

    MELDED = "melded"
    LEFT = "left"
    CLEAN = "clean"
    SEMI_CLEAN = "semi_clean"
    DIRTY = "dirty"
    ROYAL = "royal"
    CLOSING = "closing"
    POZZETTO_TAKEN = "pozzetto_taken"
    POZZETTO_NOT_TAKEN = "pozzetto_not_taken"
    POZZETTO_UNLOOKED = "pozzetto_unlooked"
    BASE = "base"
    POINTS = "points"
    TOTAL = "total"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """One line: how many of the item (cards, burracos; 1 for a figure of the slip), and their points together."""

    item: Item
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class HandScore:
    """One side's score of one hand."""

    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


def score_hand(rules: RuleSet, hand: Hand) -> tuple[HandScore, ...]:
    """The score of each side, in the order of the sides. Raises IllegalHand with every violation."""
    if faults := violations(rules, hand):
        raise IllegalHand(faults)
    return tuple(HandScore(_lines(side)) for side in hand.sides)


def _lines(side: SideEntry) -> tuple[ScoreLine, ...]:
    match side:
        case SlipEntry():
            return (
                ScoreLine(item=Item.BASE, count=1, points=side.base),
                ScoreLine(item=Item.POINTS, count=1, points=side.points),
            )
        case TotalEntry():
            return (ScoreLine(item=Item.TOTAL, count=1, points=side.total),)
