"""A hand's score, explained: lines whose sum is the total, the same on the web, on paper and in JSON."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.hand import AnyEntry, AnyHand, SlipEntry, TotalEntry
from scoring.engine.melds import Meld
from scoring.engine.ruleset import Grade, RuleSet
from scoring.engine.tabled import Tabled
from scoring.engine.verdict import examine_table, violations
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


GRADE_ITEMS: Mapping[Grade, Item] = {
    Grade.CLEAN: Item.CLEAN,
    Grade.SEMI_CLEAN: Item.SEMI_CLEAN,
    Grade.DIRTY: Item.DIRTY,
    Grade.ROYAL: Item.ROYAL,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """One line: how many of the item (cards, burracos; 1 for a figure of the slip), and their points together."""

    item: Item
    count: int
    points: int


BASE_ITEMS = frozenset(
    {
        *(Item.CLEAN, Item.SEMI_CLEAN, Item.DIRTY, Item.ROYAL, Item.CLOSING),
        *(Item.POZZETTO_TAKEN, Item.POZZETTO_NOT_TAKEN, Item.BASE),
    }
)
"""What the base column of a slip is made of; the rest, the value of cards, is its points."""


@dataclass(frozen=True, slots=True)
class HandScore:
    """One side's score of one hand."""

    lines: tuple[ScoreLine, ...]
    melds: tuple[Meld, ...] = ()
    """As they were read, where the cards are known."""

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)

    @property
    def slip(self) -> SlipEntry | None:
        """The two columns that a slip of this score shows; None where only the total is known."""
        if any(line.item is Item.TOTAL for line in self.lines):
            return None
        base = sum(line.points for line in self.lines if line.item in BASE_ITEMS)
        return SlipEntry(base=base, points=self.total - base)


def score_hand(rules: RuleSet, hand: AnyHand) -> tuple[HandScore, ...]:
    """The score of each side, in the order of the sides. Raises IllegalHand with every violation."""
    examined = examine_table(rules, hand)
    if faults := violations(rules, hand) if examined is None else examined.faults:
        raise IllegalHand(faults)
    if examined is None:
        return tuple(HandScore(tuple(_slip_lines(side))) for side in hand.sides)
    waived = rules.waived_when_neither_took and not any(side.pozzetto.taken for side in examined.sides)
    return tuple(HandScore(tuple(_table_lines(rules, side, waived=waived)), side.melds) for side in examined.sides)


def _slip_lines(side: AnyEntry) -> Iterator[ScoreLine]:
    match side:
        case SlipEntry(base=base, points=points):
            yield ScoreLine(item=Item.BASE, count=1, points=base)
            yield ScoreLine(item=Item.POINTS, count=1, points=points)
        case TotalEntry(total=total):
            yield ScoreLine(item=Item.TOTAL, count=1, points=total)


def _table_lines(rules: RuleSet, side: Tabled, *, waived: bool) -> Iterator[ScoreLine]:
    """What the table counts for the side, and then what counts against it; nothing that is not there."""
    if side.melded:
        # In some rulesets everything counts against a side without any burraco (001).
        against = rules.no_burraco_counts_against and not side.has_burraco
        points = -side.melded if against else side.melded
        yield ScoreLine(item=Item.MELDED, count=_number(side.melded_cards), points=points)
    for grade, item in GRADE_ITEMS.items():
        if count := side.burracos.get(grade, 0):
            yield ScoreLine(item=item, count=count, points=count * rules.bonuses[grade])
    if side.closed:
        yield ScoreLine(item=Item.CLOSING, count=1, points=rules.closing)
    if side.pozzetto.taken and rules.pozzetto_taken:
        yield ScoreLine(item=Item.POZZETTO_TAKEN, count=1, points=rules.pozzetto_taken)
    if side.left:
        yield ScoreLine(item=Item.LEFT, count=_number(side.left_cards), points=-side.left)
    if not side.pozzetto.taken:
        points = 0 if waived else rules.pozzetto_not_taken
        yield ScoreLine(item=Item.POZZETTO_NOT_TAKEN, count=1, points=points)
    # A pozzetto not yet looked at counts as if its cards were in hand, instead of the penalty (000).
    if side.unlooked:
        yield ScoreLine(item=Item.POZZETTO_UNLOOKED, count=1, points=-side.unlooked)


def _number(cards: int | None) -> int:
    """How many cards a line is about; 1, the figure itself, where only their value is known."""
    return 1 if cards is None else cards
