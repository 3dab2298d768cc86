"""What is wrong with a slip: no hand can have given it (docs/rules.md §4).

A slip is legal when at least one reading of its sides holds for all of them together, so every check asks
`base_readings.py`, and nothing depends on what a preset's bonuses happen to be.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from scoring.engine.base_readings import Reading, agree, all_readings, points_fit, readings_by_base
from scoring.engine.hand import AnyHand, HandEnd, SlipEntry
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import Fact, Facts, Violation, ViolationCode


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


def slip_violations(rules: RuleSet, hand: AnyHand, slips: Sequence[SlipEntry]) -> tuple[Violation, ...]:
    """Every fault of the slips; none when some reading of all sides together explains what was given."""
    sides = [_side(rules, index, slip) for index, slip in enumerate(slips)]
    found = [
        *(fault for side in sides for fault in _column_faults(rules, side)),
        *(fault for side in sides for fault in _side_closing_faults(hand.end, side)),
        *(fault for side in sides for fault in _lone_closer_faults(hand, side)),
        *_closing_faults(hand.end, sides),
        *_table_faults(rules, sides),
    ]
    found += _joint_faults(rules, hand, sides, alone=not found)
    return tuple(found)


def _side(rules: RuleSet, index: int, slip: SlipEntry) -> _Side:
    found = readings_by_base(rules).get(slip.base, ())
    return _Side(index=index, slip=slip, readings=tuple(r for r in found if points_fit(rules, r, slip.points)))


def _joint_faults(rules: RuleSet, hand: AnyHand, sides: Sequence[_Side], *, alone: bool) -> Iterator[Violation]:
    """What only all sides together show; that they have no reading in common, only if nothing else is wrong."""
    seated = [[r for r in side.as_said if _fits_seat(hand, side.index, r, side.slip.points)] for side in sides]
    agreeing = [*_agreeing(rules, hand, product(*seated))]
    if not agreeing:
        if alone:
            yield Violation(code=ViolationCode.NO_COMMON_READING)
        return
    burracos = min(_cards(found) for found in agreeing)
    cards = min(_cards(found) + _untaken(rules, hand, found) for found in agreeing)
    # The burracos of all sides are made of one deck, and the pozzetti that nobody took are of it too.
    if burracos > rules.deck.cards:
        facts: Facts = {"cards": burracos, "deck": rules.deck.cards}
        yield Violation(code=ViolationCode.BURRACOS_BEYOND_DECK, facts=facts)
    elif cards > rules.deck.cards:
        facts = {"cards": cards, "deck": rules.deck.cards}
        yield Violation(code=ViolationCode.CARDS_BEYOND_DECK, facts=facts)


def _cards(readings: Iterable[Reading]) -> int:
    return sum(reading.cards for reading in readings)


def _untaken(rules: RuleSet, hand: AnyHand, readings: Iterable[Reading]) -> int:
    """How many cards nobody can have had, because they lie in pozzetti that no side took."""
    return 0 if rules.pozzetto_refills_stock else hand.untaken_cards([reading.took for reading in readings])


def _fits_seat(hand: AnyHand, side: int, reading: Reading, points: int) -> bool:
    """Of three players, who plays alone took a pozzetto; three sides of one are a hand in which nobody did (000).

    A single player who closes has melds and no card left, so that the points are in their favour.
    """
    if reading.closed and (points <= 0 or reading.unlooked) and hand.is_of_one(side):
        return False
    return not (reading.took and hand.each_alone) and (reading.took or side != hand.solo)


def _agreeing(rules: RuleSet, hand: AnyHand, found: Iterable[tuple[Reading, ...]]) -> Iterator[tuple[Reading, ...]]:
    return (readings for readings in found if agree(rules, readings, closed=hand.end is HandEnd.CLOSED))


def not_a_multiple(rules: RuleSet, side: int, column: str, value: int) -> Iterator[Violation]:
    # Every value, bonus and penalty is a multiple of the ruleset's unit, so every figure is.
    if value % rules.unit:
        facts: Facts = {"column": column, "value": value, "unit": rules.unit}
        yield Violation(code=ViolationCode.NOT_A_MULTIPLE, side=side, facts=facts)


def _column_faults(rules: RuleSet, side: _Side) -> Iterator[Violation]:
    """What is wrong with one side's base and points taken by themselves."""
    base, points = side.slip.base, side.slip.points
    bases = readings_by_base(rules)
    if base % rules.unit:
        yield from not_a_multiple(rules, side.index, "base", base)
    # A base is a sum of bonuses of burracos that the deck can give, closing, and the pozzetto's amount.
    elif base not in bases:
        nearest = [*sorted(b for b in bases if b < base)[-1:], *sorted(b for b in bases if b > base)[:1]]
        swapped = points > 0 and points in bases
        yield side.fault(ViolationCode.BASE_IMPOSSIBLE, base=base, nearest=nearest, swapped=swapped)
    # Without a burraco everything may count against the side, so its points cannot be in its favour.
    elif not side.readings:
        yield side.fault(ViolationCode.POINTS_WITHOUT_BURRACO, base=base, points=points)
    yield from not_a_multiple(rules, side.index, "points", points)


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


def _lone_closer_faults(hand: AnyHand, side: _Side) -> Iterator[Violation]:
    # A single player who closes has melds and no card left.
    if (side.slip.closed or side.must_have_closed) and side.slip.points <= 0 and hand.is_of_one(side.index):
        yield side.fault(ViolationCode.CLOSED_WITH_CARDS)


def _closing_faults(end: HandEnd, sides: Sequence[_Side]) -> Iterator[Violation]:
    # At most one side closes.
    if sum(side.slip.closed or (side.slip.closed is None and side.must_have_closed) for side in sides) > 1:
        yield Violation(code=ViolationCode.BOTH_CLOSED)
    # A hand that ended with a closing was closed by somebody.
    nobody = all(side.slip.closed is False or (not side.slip.closed and side.cannot_have_closed) for side in sides)
    if nobody and end is HandEnd.CLOSED:
        yield Violation(code=ViolationCode.NOBODY_CLOSED)


def _table_faults(rules: RuleSet, sides: Sequence[_Side]) -> Iterator[Violation]:
    """What the deck and the pozzetti do not allow for all sides together."""
    # The cards that count, for or against, are cards of one deck.
    points = sum(abs(side.slip.points) for side in sides)
    if points > rules.deck.worth:
        facts: Facts = {"points": points, "worth": rules.deck.worth}
        yield Violation(code=ViolationCode.POINTS_BEYOND_DECK, facts=facts)
    # Where no side took its pozzetto, the ruleset may waive the penalty.
    if rules.waived_when_neither_took and all(side.must_be_penalised for side in sides):
        facts = {"penalty": rules.pozzetto_not_taken}
        yield Violation(code=ViolationCode.PENALTY_WAIVED, facts=facts)


def total_violations(rules: RuleSet, hand: AnyHand, totals: Sequence[int]) -> tuple[Violation, ...]:
    """Every fault of hands of which only the totals are known."""
    found = [fault for side, total in enumerate(totals) for fault in _total_faults(rules, side, total)]
    # Some base of every side, with the rest as card points of one deck, gives all totals.
    if not found:
        seated = [
            [r for r in _total_readings(rules, total) if _fits_seat(hand, side, r, total - r.base)]
            for side, total in enumerate(totals)
        ]
        within = (
            readings
            for readings in product(*seated)
            if sum(abs(total - r.base) for total, r in zip(totals, readings, strict=True)) <= rules.deck.worth
            and _cards(readings) + _untaken(rules, hand, readings) <= rules.deck.cards
        )
        if not any(_agreeing(rules, hand, within)):
            found.append(Violation(code=ViolationCode.TOTALS_IMPOSSIBLE))
    return tuple(found)


def _total_readings(rules: RuleSet, total: int) -> tuple[Reading, ...]:
    """The readings that leave of a total what can be card points; of several that agree alike, that of fewest cards."""
    found: dict[tuple[int, bool, bool, bool], Reading] = {}
    for reading in all_readings(rules):
        points = total - reading.base
        if abs(points) <= rules.deck.worth and points_fit(rules, reading, points):
            found.setdefault((reading.base, reading.closed, reading.took, reading.waived), reading)
    return tuple(found.values())


def _total_faults(rules: RuleSet, side: int, total: int) -> Iterator[Violation]:
    yield from not_a_multiple(rules, side, "total", total)
    # No hand gives a side more than the greatest base and the whole deck, or less than the reverse.
    if not _total_readings(rules, total):
        bases = readings_by_base(rules)
        facts: Facts = {"total": total, "least": min(bases) - rules.deck.worth, "most": max(bases) + rules.deck.worth}
        yield Violation(code=ViolationCode.TOTAL_IMPOSSIBLE, side=side, facts=facts)
