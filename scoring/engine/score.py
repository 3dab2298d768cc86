"""A hand's score, explained: lines whose sum is the total, the same on the web, on paper and in JSON."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.hand import AnyEntry, AnyHand, PozzettoState, SlipEntry, TotalEntry
from scoring.engine.hand_faults import examine_table, violations
from scoring.engine.melds import Meld
from scoring.engine.ruleset import RuleSet
from scoring.engine.tabled import SideOnTable
from scoring.engine.violations import IllegalHand


class Item(StrEnum):
    """What a line of a score is about (docs/interchange.md §3), a club's own grades aside: the deepest entry first."""

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
    POZZETTO_UNLOOKED_FIXED = "pozzetto_unlooked_fixed"
    """By the ruleset's amount instead of its cards."""
    BASE = "base"
    POINTS = "points"
    TOTAL = "total"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """One line: how many of the item (cards, burracos; 1 for a figure of the slip), and their points together."""

    item: str
    """An Item, or the key of a grade of the ruleset's own."""
    count: int
    points: int
    label: str = ""
    """What the club calls a grade of its own, so that a stored score explains itself."""

    def as_json(self) -> dict[str, str | int]:
        """As it is stored and answered; a label only where there is one."""
        line: dict[str, str | int] = {"item": str(self.item), "count": self.count, "points": self.points}
        return line | ({"label": self.label} if self.label else {})


POINTS_ITEMS = frozenset({Item.MELDED, Item.LEFT, Item.POZZETTO_UNLOOKED, Item.POINTS})
"""What the points column of a slip is made of, the value of cards; the rest, bonuses and amounts, is its base."""


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
        if any(line.item == Item.TOTAL for line in self.lines):
            return None
        points = sum(line.points for line in self.lines if line.item in POINTS_ITEMS)
        return SlipEntry(base=self.total - points, points=points)


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


def _table_lines(rules: RuleSet, side: SideOnTable, *, waived: bool) -> Iterator[ScoreLine]:
    """What the table counts for the side, and then what counts against it; nothing that is not there."""
    if side.melded:
        # In some rulesets everything counts against a side without any burraco (001).
        against = rules.no_burraco_counts_against and not side.has_burraco
        points = -side.melded if against else side.melded
        yield ScoreLine(item=Item.MELDED, count=_number(side.melded_cards), points=points)
    for key, row in rules.rows.items():
        if count := side.burracos.get(key, 0):
            yield ScoreLine(item=key, count=count, points=count * row.bonus, label=row.label)
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
    if side.pozzetto.state is PozzettoState.UNLOOKED and rules.pozzetto_unlooked is not None:
        yield ScoreLine(item=Item.POZZETTO_UNLOOKED_FIXED, count=1, points=rules.pozzetto_unlooked)
    elif side.unlooked:
        yield ScoreLine(item=Item.POZZETTO_UNLOOKED, count=1, points=-side.unlooked)


def _number(cards: int | None) -> int:
    """How many cards a line is about; 1, the figure itself, where only their value is known."""
    return 1 if cards is None else cards
