"""A hand as it was handed in, and everything that is wrong with it (rules.md §4).

A side is given at one of several depths. Here are the two of the paper slip: `base` and `points`, the two
columns that every Italian club uses, or only their sum.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from scoring.engine.readings import Reading, agree, all_readings, points_fit, readings_by_base
from scoring.engine.ruleset import BURRACO_CARDS, RuleSet
from scoring.engine.violations import Doubt, DoubtCode, Fact, Facts, Violation, ViolationCode


class HandEnd(StrEnum):
    """How a hand ended. Only `closed` gives the closing bonus."""

    CLOSED = "closed"
    STOCK = "stock"
    """Two cards are left to draw."""
    STALL = "stall"
    """Four players only swap one discard."""
    TIME = "time"
    """The referee's call."""


@dataclass(frozen=True, slots=True)
class TotalEntry:
    """Only the side's score of the hand, in points."""

    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipEntry:
    """The two columns of the paper slip, in points."""

    base: int
    """Burraco bonuses, closing, and the fixed amount for the pozzetto."""
    points: int
    """Cards melded, less the cards in hand and those of a pozzetto not yet looked at."""
    closed: bool | None = None
    """Whether this side closed; None where the slip does not say."""

    @property
    def total(self) -> int:
        return self.base + self.points


SideEntry = TotalEntry | SlipEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One deal, played to its end; at a table of two lines, NS first."""

    end: HandEnd
    sides: tuple[SideEntry, SideEntry]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """One side's slip with the readings that its base and points allow; none when one of them is at fault."""

    index: int
    slip: SlipEntry
    readings: tuple[Reading, ...]

    @property
    def must_have_closed(self) -> bool:
        return bool(self.readings) and all(reading.closed for reading in self.readings)

    @property
    def cannot_have_closed(self) -> bool:
        return bool(self.readings) and not any(reading.closed for reading in self.readings)

    @property
    def must_be_penalised(self) -> bool:
        """Only the penalty for a pozzetto not taken explains its base."""
        return bool(self.readings) and not any(reading.took or reading.waived for reading in self.readings)

    @property
    def as_said(self) -> tuple[Reading, ...]:
        """The readings that agree with what the slip says about closing."""
        return tuple(r for r in self.readings if self.slip.closed is None or r.closed == self.slip.closed)

    def fault(self, code: ViolationCode, **facts: Fact) -> Violation:
        return Violation(code=code, side=self.index, facts=facts)


def violations(rules: RuleSet, hand: Hand) -> tuple[Violation, ...]:
    """Every fault of the hand; none when some reading of both sides together explains what was given."""
    match hand.sides:
        case SlipEntry() as ns, SlipEntry() as ew:
            return _slip_violations(rules, hand.end, (_side(rules, 0, ns), _side(rules, 1, ew)))
        case TotalEntry() as ns, TotalEntry() as ew:
            return _total_violations(rules, hand.end, (ns.total, ew.total))
        case _:
            return (Violation(code=ViolationCode.MIXED_DEPTHS),)


def _side(rules: RuleSet, index: int, slip: SlipEntry) -> _Side:
    found = readings_by_base(rules).get(slip.base, ())
    return _Side(index=index, slip=slip, readings=tuple(r for r in found if points_fit(rules, r, slip.points)))


def _slip_violations(rules: RuleSet, end: HandEnd, sides: tuple[_Side, _Side]) -> tuple[Violation, ...]:
    found = [
        *(fault for side in sides for fault in _column_faults(rules, side)),
        *(fault for side in sides for fault in _side_closing_faults(end, side)),
        *_closing_faults(end, sides),
        *_table_faults(rules, sides),
    ]
    found += _joint_faults(rules, end, sides, alone=not found)
    return tuple(found)


def _joint_faults(rules: RuleSet, end: HandEnd, sides: tuple[_Side, _Side], *, alone: bool) -> Iterator[Violation]:
    """What only both sides together show; that they have no reading in common, only if nothing else is wrong."""
    pairs = _agreeing(rules, end, product(*(side.as_said for side in sides)))
    cards = min((one.cards + other.cards for one, other in pairs), default=None)
    if cards is None and alone:
        yield Violation(code=ViolationCode.NO_COMMON_READING)
    # The burracos of both sides are made of one deck.
    elif cards is not None and cards > rules.deck.cards:
        facts: Facts = {"cards": cards, "deck": rules.deck.cards}
        yield Violation(code=ViolationCode.BURRACOS_BEYOND_DECK, facts=facts)


def _agreeing(rules: RuleSet, end: HandEnd, pairs: Iterable[tuple[Reading, ...]]) -> Iterator[tuple[Reading, ...]]:
    closed = end is HandEnd.CLOSED
    return ((one, other) for one, other in pairs if agree(rules, closed=closed, one=one, other=other))


def _not_a_multiple(rules: RuleSet, side: int, column: str, value: int) -> Iterator[Violation]:
    # Every value, bonus and penalty is a multiple of the ruleset's unit, so every figure is.
    if value % rules.unit:
        facts: Facts = {"column": column, "value": value, "unit": rules.unit}
        yield Violation(code=ViolationCode.NOT_A_MULTIPLE, side=side, facts=facts)


def _column_faults(rules: RuleSet, side: _Side) -> Iterator[Violation]:
    """What is wrong with one side's base and points taken by themselves."""
    base, points = side.slip.base, side.slip.points
    bases = readings_by_base(rules)
    if base % rules.unit:
        yield from _not_a_multiple(rules, side.index, "base", base)
    # A base is a sum of bonuses of burracos that the deck can give, closing, and the pozzetto's amount.
    elif base not in bases:
        nearest = [*sorted(b for b in bases if b < base)[-1:], *sorted(b for b in bases if b > base)[:1]]
        swapped = points > 0 and points in bases
        yield side.fault(ViolationCode.BASE_IMPOSSIBLE, base=base, nearest=nearest, swapped=swapped)
    # Without a burraco everything may count against the side, so its points cannot be in its favour.
    elif not side.readings:
        yield side.fault(ViolationCode.POINTS_WITHOUT_BURRACO, base=base, points=points)
    yield from _not_a_multiple(rules, side.index, "points", points)


def _side_closing_faults(end: HandEnd, side: _Side) -> Iterator[Violation]:
    said = side.slip.closed
    # Nobody closes a hand that ended otherwise.
    if said and end is not HandEnd.CLOSED:
        yield side.fault(ViolationCode.CLOSED_AGAINST_END, end=end.value)
    # Who closes has the closing bonus, a burraco, and what else the ruleset asks for.
    if said and side.cannot_have_closed:
        yield side.fault(ViolationCode.CANNOT_HAVE_CLOSED, base=side.slip.base)
    # A base that only a closing explains belongs to a side that closed.
    if side.must_have_closed and (said is False or (not said and end is not HandEnd.CLOSED)):
        yield side.fault(ViolationCode.BASE_NEEDS_CLOSING, base=side.slip.base)


def _closing_faults(end: HandEnd, sides: tuple[_Side, _Side]) -> Iterator[Violation]:
    # At most one side closes.
    if all(side.slip.closed or (side.slip.closed is None and side.must_have_closed) for side in sides):
        yield Violation(code=ViolationCode.BOTH_CLOSED)
    # A hand that ended with a closing was closed by somebody.
    nobody = all(side.slip.closed is False or (not side.slip.closed and side.cannot_have_closed) for side in sides)
    if nobody and end is HandEnd.CLOSED:
        yield Violation(code=ViolationCode.NOBODY_CLOSED)


def _table_faults(rules: RuleSet, sides: tuple[_Side, _Side]) -> Iterator[Violation]:
    """What the deck and the pozzetti do not allow for both sides together."""
    # The cards that count, for or against, are cards of one deck.
    points = sum(abs(side.slip.points) for side in sides)
    if points > rules.deck.worth:
        facts: Facts = {"points": points, "worth": rules.deck.worth}
        yield Violation(code=ViolationCode.POINTS_BEYOND_DECK, facts=facts)
    # Where neither side took its pozzetto, the ruleset may waive the penalty.
    if rules.waived_when_neither_took and all(side.must_be_penalised for side in sides):
        facts = {"penalty": rules.pozzetto_not_taken}
        yield Violation(code=ViolationCode.PENALTY_WAIVED, facts=facts)


def _total_violations(rules: RuleSet, end: HandEnd, totals: tuple[int, int]) -> tuple[Violation, ...]:
    found = [fault for side, total in enumerate(totals) for fault in _total_faults(rules, side, total)]
    # Some base of either side, with the rest as card points of one deck, gives both totals.
    if not found:
        ns, ew = (_total_readings(rules, total) for total in totals)
        pairs = (
            (one, other)
            for one, other in product(ns, ew)
            if abs(totals[0] - one.base) + abs(totals[1] - other.base) <= rules.deck.worth
            and one.cards + other.cards <= rules.deck.cards
        )
        if not any(_agreeing(rules, end, pairs)):
            found.append(Violation(code=ViolationCode.TOTALS_IMPOSSIBLE))
    return tuple(found)


def _total_readings(rules: RuleSet, total: int) -> tuple[Reading, ...]:
    """The readings that leave of a total what can be card points."""
    return tuple(
        reading
        for reading in all_readings(rules)
        if abs(total - reading.base) <= rules.deck.worth and points_fit(rules, reading, total - reading.base)
    )


def _total_faults(rules: RuleSet, side: int, total: int) -> Iterator[Violation]:
    yield from _not_a_multiple(rules, side, "total", total)
    # No hand gives a side more than the greatest base and the whole deck, or less than the reverse.
    if not _total_readings(rules, total):
        bases = readings_by_base(rules)
        facts: Facts = {"total": total, "least": min(bases) - rules.deck.worth, "most": max(bases) + rules.deck.worth}
        yield Violation(code=ViolationCode.TOTAL_IMPOSSIBLE, side=side, facts=facts)


def doubts(rules: RuleSet, hand: Hand) -> tuple[Doubt, ...]:
    """What a referee should confirm in a legal hand: possible, but more often a slip of the pen."""
    found = [
        doubt
        for side, entry in enumerate(hand.sides)
        for doubt in (
            *_total_doubts(rules, side, entry.total),
            *(_slip_doubts(rules, side, entry) if isinstance(entry, SlipEntry) else ()),
        )
    ]
    # A hand without any score is usually one that was not played.
    if all(entry in (SlipEntry(base=0, points=0), TotalEntry(0)) for entry in hand.sides):
        found.append(Doubt(code=DoubtCode.NOTHING_SCORED))
    return tuple(found)


def _total_doubts(rules: RuleSet, side: int, total: int) -> Iterator[Doubt]:
    if total > rules.unusual_total:
        facts: Facts = {"total": total, "limit": rules.unusual_total}
        yield Doubt(code=DoubtCode.UNUSUAL_TOTAL, side=side, facts=facts)


def _slip_doubts(rules: RuleSet, side: int, slip: SlipEntry) -> Iterator[Doubt]:
    readings = readings_by_base(rules).get(slip.base, ())
    facts: Facts = {"base": slip.base, "points": slip.points}
    # More than half of the deck for, or against, one side.
    if abs(slip.points) > rules.unusual_points:
        limits: Facts = {"points": slip.points, "limit": rules.unusual_points}
        yield Doubt(code=DoubtCode.UNUSUAL_POINTS, side=side, facts=limits)
    # Many cards on the table but no burraco among them: was the base forgotten?
    elif slip.points > rules.unusual_without_burraco and any(not reading.burraco for reading in readings):
        yield Doubt(code=DoubtCode.POINTS_WITHOUT_BURRACO, side=side, facts=facts)
    # More than one burraco on the table, and yet more in hand: is the sign, or the side, wrong?
    elif slip.points < 0 and all(reading.cards > BURRACO_CARDS for reading in readings):
        yield Doubt(code=DoubtCode.BURRACOS_WITHOUT_POINTS, side=side, facts=facts)
