"""The faults of a slip that no hand can have produced (docs/rules.md §4).

A slip is legal if at least one combination of its sides' readings holds, so every check uses `base_readings.py`, and
nothing depends on the bonuses of a particular preset.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from scoring.engine.base_readings import BaseReading, all_readings, readings_by_base
from scoring.engine.hand import PLAYERS_IN_PAIRS, AnyHand, HandEnd, SlipEntry, TotalEntry
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import Fact, Facts, Violation, ViolationCode


@dataclass(frozen=True, slots=True, kw_only=True)
class _SlipSide:
    """One side's slip, with the readings that its base and points allow; none if one of them is wrong."""

    index: int
    slip: SlipEntry
    readings: tuple[BaseReading, ...]

    @property
    def must_have_closed(self) -> bool:
        return bool(self.readings) and all(reading.closed for reading in self.readings)

    @property
    def cannot_have_closed(self) -> bool:
        return bool(self.readings) and not any(reading.closed for reading in self.readings)

    @property
    def must_be_penalised(self) -> bool:
        """Only the penalty for an untaken pozzetto explains its base."""
        return bool(self.readings) and not any(reading.took or reading.waived for reading in self.readings)

    @property
    def matching_readings(self) -> tuple[BaseReading, ...]:
        """The readings that agree with what the slip says about closing."""
        return tuple(r for r in self.readings if self.slip.closed is None or r.closed == self.slip.closed)

    def fault(self, code: ViolationCode, **facts: Fact) -> Violation:
        return Violation(code=code, side=self.index, facts=facts)


def slip_violations(rules: RuleSet, hand: AnyHand, slips: Sequence[SlipEntry]) -> tuple[Violation, ...]:
    """Return every fault of the slips; none if some combination of readings explains them."""
    sides = [_side(rules, index, slip) for index, slip in enumerate(slips)]
    faults = [
        *(fault for side in sides for fault in _column_faults(rules, side)),
        *(fault for side in sides for fault in _side_closing_faults(hand.end, side)),
        *(fault for side in sides for fault in _lone_closer_faults(hand, side)),
        *_closing_faults(hand.end, sides),
        *_table_faults(rules, sides),
    ]
    faults += _joint_faults(rules, hand, sides, alone=not faults)
    return tuple(faults)


def _side(rules: RuleSet, index: int, slip: SlipEntry) -> _SlipSide:
    readings = readings_by_base(rules).get(slip.base, ())
    if rules.may_count_against:  # equivalent `True`: speed alone
        readings = tuple(r for r in readings if rules.allows_points(slip.points, burraco=r.burraco, clean=r.clean))
    return _SlipSide(index=index, slip=slip, readings=readings)


def _joint_faults(rules: RuleSet, hand: AnyHand, sides: Sequence[_SlipSide], *, alone: bool) -> Iterator[Violation]:
    """Yield the faults of all sides together. A missing common reading is reported only without other faults."""
    seated = [
        [r for r in side.matching_readings if _fits_seat(hand, side.index, r, side.slip.points)] for side in sides
    ]
    agreeing = [found for found in product(*seated) if agree(rules, found, closed=hand.end is HandEnd.CLOSED)]
    if not agreeing:
        if alone:
            yield Violation(code=ViolationCode.NO_COMMON_READING)
        return
    burracos = min(_cards(found) for found in agreeing)
    out = [_out(rules, hand, found) for found in agreeing]
    cards = [_cards(found) + number for found, number in zip(agreeing, out, strict=True)]
    # The burracos of all sides come from one deck, with the cards that nobody can have.
    if burracos > rules.deck.cards:
        facts: Facts = {"cards": burracos, "deck": rules.deck.cards}
        yield Violation(code=ViolationCode.BURRACOS_BEYOND_DECK, facts=facts)
    elif min(cards) > rules.deck.cards:
        facts = {"cards": min(cards), "deck": rules.deck.cards}
        yield Violation(code=ViolationCode.CARDS_BEYOND_DECK, facts=facts)
    # So do the cards that count, for or against: they are worth at most the deck without the cheapest cards left out.
    elif alone:
        fewest_out = min(number for number, held in zip(out, cards, strict=True) if held <= rules.deck.cards)
        yield from _points_faults(sides, rules.deck.worth - rules.deck.least_worth(fewest_out))


def agree(rules: RuleSet, readings: Sequence[BaseReading], *, closed: bool) -> bool:
    """Return whether the readings of all sides can belong to one hand, which ended with a closing or not."""
    # The hand is closed by exactly one side, or by none.
    if sum(reading.closed for reading in readings) != closed:
        return False
    # The penalty is waived on all sides or on none, and always when none took its pozzetto.
    waived = sum(reading.waived for reading in readings)
    may_be = rules.waived_when_neither_took and rules.has_pozzetto
    must_be = may_be and not any(reading.took for reading in readings)
    return waived == (len(readings) if must_be else 0)


def _cards(readings: Iterable[BaseReading]) -> int:
    return sum(reading.cards for reading in readings)


def _out(rules: RuleSet, hand: AnyHand, readings: Iterable[BaseReading]) -> int:
    """Return how many cards no side can have had."""
    return hand.cards_out(rules, [reading.took for reading in readings])


def _most_worth(rules: RuleSet, hand: AnyHand, readings: Iterable[BaseReading]) -> int:
    """Return the highest value of the cards of all sides."""
    return rules.deck.worth - rules.deck.least_worth(_out(rules, hand, readings))


def seated_readings(rules: RuleSet, hand: AnyHand) -> Iterator[list[tuple[BaseReading, int]]]:
    """Yield, for each side of a slip or of totals, every reading that its figures allow, with its points."""
    for index, entry in enumerate(hand.sides):
        if isinstance(entry, SlipEntry):
            readings = [(reading, entry.points) for reading in _side(rules, index, entry).matching_readings]
        elif isinstance(entry, TotalEntry):  # equivalent `True`: hands of cards or counts are not asked about
            readings = [(reading, entry.total - reading.base) for reading in _total_readings(rules, entry.total)]
        else:
            readings = []
        yield [(reading, points) for reading, points in readings if _fits_seat(hand, index, reading, points)]


def _fits_seat(hand: AnyHand, side: int, reading: BaseReading, points: int) -> bool:
    """Return whether a reading fits its seat.

    A player alone took a pozzetto, and three who would have partners did not (000). A single player who closes has
    melds and no card left, so the points are in their favour.
    """
    if hand.players >= PLAYERS_IN_PAIRS:
        return True
    if reading.closed and (points <= 0 or reading.unlooked) and hand.is_of_one(side):
        return False
    return not (reading.took and hand.nobody_took) and (reading.took or side != hand.solo)


def not_a_multiple(rules: RuleSet, side: int, column: str, value: int) -> Iterator[Violation]:
    # Every value, bonus and penalty is a multiple of the ruleset's unit, and so is every figure.
    if value % rules.unit:
        facts: Facts = {"column": column, "value": value, "unit": rules.unit}
        yield Violation(code=ViolationCode.NOT_A_MULTIPLE, side=side, facts=facts)


def _column_faults(rules: RuleSet, side: _SlipSide) -> Iterator[Violation]:
    """Yield the faults of one side's base and points on their own."""
    base, points = side.slip.base, side.slip.points
    bases = readings_by_base(rules)
    if base % rules.unit:
        yield from not_a_multiple(rules, side.index, "base", base)
    # A base is the sum of bonuses for burracos that the deck can give, closing, and the pozzetto's amount.
    elif base not in bases:
        nearest = [
            *sorted(b for b in bases if b < base)[-1:],  # equivalent `b <= base`: the base is none of them
            *sorted(b for b in bases if b > base)[:1],  # equivalent `b >= base`: as above
        ]
        swapped = points > 0 and points in bases
        yield side.fault(ViolationCode.BASE_IMPOSSIBLE, base=base, nearest=nearest, swapped=swapped)
    # Without a burraco, or a clean one, everything may count against the side, so its points cannot be in its favour.
    elif not side.readings:
        unclean = any(reading.burraco for reading in bases[base])
        code = ViolationCode.POINTS_WITHOUT_CLEAN if unclean else ViolationCode.POINTS_WITHOUT_BURRACO
        yield side.fault(code, base=base, points=points)
    yield from not_a_multiple(rules, side.index, "points", points)


def _side_closing_faults(end: HandEnd, side: _SlipSide) -> Iterator[Violation]:
    closed = side.slip.closed
    # Nobody closes a hand that ended otherwise.
    if closed and end is not HandEnd.CLOSED:
        yield side.fault(ViolationCode.CLOSED_AGAINST_END, end=end.value)
    # A side that closed has the closing bonus, a burraco, and what else the ruleset requires.
    if closed and side.cannot_have_closed:
        yield side.fault(ViolationCode.CANNOT_HAVE_CLOSED, base=side.slip.base)
    # A base that only a closing explains belongs to a side that closed.
    if side.must_have_closed and (closed is False or (not closed and end is not HandEnd.CLOSED)):
        yield side.fault(ViolationCode.BASE_NEEDS_CLOSING, base=side.slip.base)


def _lone_closer_faults(hand: AnyHand, side: _SlipSide) -> Iterator[Violation]:
    # A single player who closes has melds and no card left.
    if (side.slip.closed or side.must_have_closed) and side.slip.points <= 0 and hand.is_of_one(side.index):
        yield side.fault(ViolationCode.CLOSED_WITH_CARDS)


def _closing_faults(end: HandEnd, sides: Sequence[_SlipSide]) -> Iterator[Violation]:
    # At most one side closes.
    if sum(side.slip.closed or (side.slip.closed is None and side.must_have_closed) for side in sides) > 1:
        yield Violation(code=ViolationCode.BOTH_CLOSED)
    # A hand that ended with a closing was closed by a side.
    nobody = all(side.slip.closed is False or (not side.slip.closed and side.cannot_have_closed) for side in sides)
    if nobody and end is HandEnd.CLOSED:
        yield Violation(code=ViolationCode.NOBODY_CLOSED)


def _table_faults(rules: RuleSet, sides: Sequence[_SlipSide]) -> Iterator[Violation]:
    """Yield what the deck and the pozzetti do not allow for all sides together."""
    # The cards that count, for or against, are cards of one deck.
    yield from _points_faults(sides, rules.deck.worth)
    # If no side took its pozzetto, the ruleset may waive the penalty.
    may_be = rules.waived_when_neither_took and rules.has_pozzetto
    if may_be and all(side.must_be_penalised for side in sides):
        facts: Facts = {"penalty": rules.pozzetto_not_taken}
        yield Violation(code=ViolationCode.PENALTY_WAIVED, facts=facts)


def _points_faults(sides: Sequence[_SlipSide], worth: int) -> Iterator[Violation]:
    points = sum(abs(side.slip.points) for side in sides)
    if points > worth:
        yield Violation(code=ViolationCode.POINTS_BEYOND_DECK, facts={"points": points, "worth": worth})


def total_violations(rules: RuleSet, hand: AnyHand, totals: Sequence[int]) -> tuple[Violation, ...]:
    """Return every fault of a hand of which only the totals are known."""
    faults = [fault for side, total in enumerate(totals) for fault in _total_faults(rules, side, total)]
    # Some base for every side, with the rest as card points of one deck, gives all totals.
    if not faults:
        seated = [
            _unbeaten([r for r in _total_readings(rules, total) if _fits_seat(hand, side, r, total - r.base)], total)
            for side, total in enumerate(totals)
        ]
        within = (
            readings
            for readings in product(*seated)
            if sum(abs(total - r.base) for total, r in zip(totals, readings, strict=True))
            <= _most_worth(rules, hand, readings)
            and _cards(readings) + _out(rules, hand, readings) <= rules.deck.cards
        )
        if not any(agree(rules, readings, closed=hand.end is HandEnd.CLOSED) for readings in within):
            faults.append(Violation(code=ViolationCode.TOTALS_IMPOSSIBLE))
    return tuple(faults)


def _unbeaten(readings: Iterable[BaseReading], total: int) -> list[BaseReading]:
    """Return, of readings that agree with the other sides alike, those of which none has fewer cards and points."""
    found: dict[tuple[bool, bool, bool], list[BaseReading]] = defaultdict(list)
    for reading in sorted(readings, key=lambda reading: (abs(total - reading.base), reading.cards)):
        alike = found[reading.closed, reading.took, reading.waived]
        if not alike or reading.cards < alike[-1].cards:
            alike.append(reading)
    return [reading for alike in found.values() for reading in alike]


def _total_readings(rules: RuleSet, total: int) -> tuple[BaseReading, ...]:
    """Return the readings whose remainder can be card points; of equivalent ones, the one with the fewest cards."""
    found: dict[tuple[int, bool, bool, bool], BaseReading] = {}
    for reading in all_readings(rules):
        points = total - reading.base
        fits = rules.allows_points(points, burraco=reading.burraco, clean=reading.clean)
        if fits and abs(points) <= rules.deck.worth:
            found.setdefault((reading.base, reading.closed, reading.took, reading.waived), reading)
    return tuple(found.values())


def _total_faults(rules: RuleSet, side: int, total: int) -> Iterator[Violation]:
    yield from not_a_multiple(rules, side, "total", total)
    # No hand gives a side more than the greatest base and the whole deck, or less than the reverse.
    if not _total_readings(rules, total):
        bases = readings_by_base(rules)
        facts: Facts = {"total": total, "least": min(bases) - rules.deck.worth, "most": max(bases) + rules.deck.worth}
        yield Violation(code=ViolationCode.TOTAL_IMPOSSIBLE, side=side, facts=facts)
