"""A hand at any depth: all its faults (docs/rules.md §4), or the explained score of a legal one.

A score is lines whose sum is the total, the same on the web, on paper and in JSON.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.engine.hand import (
    ENDS_BY_STALL,
    AnyEntry,
    AnyHand,
    CardsEntry,
    CountsEntry,
    PozzettoState,
    SlipEntry,
    TotalEntry,
)
from scoring.engine.melds import Meld
from scoring.engine.ruleset import RuleSet
from scoring.engine.slips import slip_violations, total_violations
from scoring.engine.table_faults import Examination, SideOnTable, examine
from scoring.engine.violations import Facts, IllegalHand, Violation, ViolationCode


class Item(StrEnum):
    """The subject of a score's line (docs/interchange.md §3), besides a club's own grades: the deepest entry first."""

    MELDED = "melded"
    LEFT = "left"
    CLEAN = "clean"
    SEMI_CLEAN = "semi_clean"
    DIRTY = "dirty"
    ROYAL = "royal"
    ACE_TO_ACE = "ace_to_ace"
    WILDS_ALONE = "wilds_alone"
    RED_THREES = "red_threes"
    CLOSING = "closing"
    POZZETTO_TAKEN = "pozzetto_taken"
    POZZETTO_NOT_TAKEN = "pozzetto_not_taken"
    POZZETTO_UNLOOKED = "pozzetto_unlooked"
    POZZETTO_UNLOOKED_FIXED = "pozzetto_unlooked_fixed"
    """The ruleset's amount instead of the value of the cards."""
    BASE = "base"
    POINTS = "points"
    TOTAL = "total"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """One line: the number of its items (cards or burracos; 1 for a figure of the slip), and their points together."""

    item: str
    """An Item, or the key of one of the ruleset's own grades."""
    count: int
    points: int
    label: str = ""
    """The club's name for its own grade, so that a stored score explains itself."""

    def as_json(self) -> dict[str, str | int]:
        """Return the line as stored and as sent, with a label only if there is one."""
        line: dict[str, str | int] = {"item": str(self.item), "count": self.count, "points": self.points}
        return line | ({"label": self.label} if self.label else {})


POINTS_ITEMS = frozenset({Item.MELDED, Item.LEFT, Item.POZZETTO_UNLOOKED, Item.POINTS})
"""The items in the points column of a slip, which is the value of cards; the others are in its base."""

FIGURES: Mapping[type[AnyEntry], tuple[Item, ...]] = {SlipEntry: (Item.BASE, Item.POINTS), TotalEntry: (Item.TOTAL,)}
"""The figures of a slip, which are the lines of its score."""


@dataclass(frozen=True, slots=True)
class HandScore:
    """One side's score of one hand."""

    lines: tuple[ScoreLine, ...]
    total: int
    """The sum of the lines."""
    melds: tuple[Meld, ...]
    """The melds as they were read; empty if the cards are not known."""

    @property
    def slip(self) -> SlipEntry | None:
        """The two columns of a slip with this score; None if only the total is known."""
        if any(line.item == Item.TOTAL for line in self.lines):
            return None
        points = sum(line.points for line in self.lines if line.item in POINTS_ITEMS)
        return SlipEntry(base=self.total - points, points=points)


def score_hand(rules: RuleSet, hand: AnyHand) -> tuple[HandScore, ...]:
    """Return the score of each side, in the order of the sides. Raise IllegalHand with every violation."""
    examined = examine_table(rules, hand)
    if faults := violations(rules, hand) if examined is None else examined.faults:
        raise IllegalHand(faults)
    scored: Iterator[tuple[tuple[ScoreLine, ...], tuple[Meld, ...]]]
    if examined is None:
        scored = (
            (tuple([ScoreLine(item=item, count=1, points=getattr(side, item)) for item in FIGURES[type(side)]]), ())
            for side in hand.sides
        )
    else:
        waived = rules.waived_when_neither_took and not any(side.pozzetto.taken for side in examined.sides)
        scored = ((tuple(_table_lines(rules, side, waived=waived)), side.melds) for side in examined.sides)
    return tuple([HandScore(lines, sum([line.points for line in lines]), melds) for lines, melds in scored])


def violations(rules: RuleSet, hand: AnyHand) -> tuple[Violation, ...]:
    """Return every fault of the hand."""
    if (examined := examine_table(rules, hand)) is not None:
        return examined.faults
    unknown = tuple(_unknown_faults(rules, hand))
    slips = [side for side in hand.sides if isinstance(side, SlipEntry)]
    totals = [side.total for side in hand.sides if isinstance(side, TotalEntry)]
    if len(slips) == len(hand.sides):
        return (*unknown, *slip_violations(rules, hand, slips))
    if len(totals) == len(hand.sides):
        return (*unknown, *total_violations(rules, hand, totals))
    # All sides have the same depth.
    return (*unknown, Violation(code=ViolationCode.MIXED_DEPTHS))


def examine_table(rules: RuleSet, hand: AnyHand) -> Examination | None:
    """Return what the sides show if all are given as cards or all as counts, otherwise None."""
    for depth in (CardsEntry, CountsEntry):
        entries = [side for side in hand.sides if isinstance(side, depth)]
        if len(entries) == len(hand.sides):
            examined, unknown = examine(rules, hand, entries), (*_unknown_faults(rules, hand),)
            return replace(examined, faults=(*unknown, *examined.faults)) if unknown else examined
    return None


def _unknown_faults(rules: RuleSet, hand: AnyHand) -> Iterator[Violation]:
    """Yield what the ruleset does not allow for any hand, whatever its figures."""
    # A ruleset is for certain numbers of players.
    if hand.players not in rules.players:
        facts: Facts = {"players": hand.players, "known": [*rules.players]}
        yield Violation(code=ViolationCode.PLAYERS_UNKNOWN, facts=facts)
    elif hand.players == 6 and len(hand.sides) != rules.sides_of_six:
        yield Violation(code=ViolationCode.SIDES_UNKNOWN, facts={"sides": len(hand.sides), "known": rules.sides_of_six})
    # Three players without partners are a rule of its own.
    if not hand.partners and rules.alone_from is None:
        yield Violation(code=ViolationCode.PARTNERS_UNKNOWN)
    # If the next player has to draw, no hand ends in a stall.
    if hand.end not in ENDS_BY_STALL[rules.stall]:
        yield Violation(code=ViolationCode.NO_STALL)


def _table_lines(rules: RuleSet, side: SideOnTable, *, waived: bool) -> Iterator[ScoreLine]:
    """Yield the lines for the side and then those against it, without empty ones."""
    if side.melded:
        # In some rulesets everything counts against a side without any burraco (001), or without a clean one.
        points = side.melded
        if rules.may_count_against:  # equivalent `True`: speed alone
            against = rules.counts_against(burraco=side.has_burraco, clean=side.has_clean_burraco(rules))
            points = -points if against else points
        yield ScoreLine(item=Item.MELDED, count=_number(side.melded_cards), points=points)
    for key, row in rules.rows.items():
        if count := side.burracos.get(key, 0):
            points = count * row.bonus
            # What is paid card by card is lost by a side without a burraco.
            if row.per_card:
                points = rules.red_three_points(count)
                if not side.keeps_red_threes(rules):
                    points = -points
            yield ScoreLine(item=key, count=count, points=points, label=row.label)
    if side.closed:
        yield ScoreLine(item=Item.CLOSING, count=1, points=rules.closing)
    if side.pozzetto.taken and rules.pozzetto_taken:
        yield ScoreLine(item=Item.POZZETTO_TAKEN, count=1, points=rules.pozzetto_taken)
    if side.left:
        yield ScoreLine(item=Item.LEFT, count=_number(side.left_cards), points=-side.left)
    if rules.has_pozzetto and not side.pozzetto.taken:
        points = 0 if waived else rules.pozzetto_not_taken
        yield ScoreLine(item=Item.POZZETTO_NOT_TAKEN, count=1, points=points)
    # An unlooked pozzetto counts as if its cards were in hand, instead of the penalty (000).
    if side.pozzetto.state is PozzettoState.UNLOOKED and rules.pozzetto_unlooked is not None:
        yield ScoreLine(item=Item.POZZETTO_UNLOOKED_FIXED, count=1, points=rules.pozzetto_unlooked)
    elif side.unlooked:
        yield ScoreLine(item=Item.POZZETTO_UNLOOKED, count=1, points=-side.unlooked)


def _number(cards: int | None) -> int:
    """Return the number of cards in a line, or 1, for the figure itself, if only their value is known."""
    return 1 if cards is None else cards
