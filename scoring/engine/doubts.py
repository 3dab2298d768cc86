"""The doubts about a legal hand: possible results that are more often entry errors (docs/rules.md §7).

Figures alone show something of how hands were emptied, too: points that this many cards cannot give. A slip shows sums,
so it is doubtful only if no combination of its sides' readings is plausible. A partner may hold any cards besides those
melded, so the points of a pair can be anything. A single player who closed holds none; and if everything counts against
a side without a burraco, all its cards do.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from scoring.engine.base_readings import BaseReading, readings_by_base
from scoring.engine.grades import BURRACO_CARDS
from scoring.engine.hand import (
    PLAYERS_IN_PAIRS,
    AnyEntry,
    AnyHand,
    CardsEntry,
    CountsEntry,
    HandEnd,
    PozzettoState,
    SlipEntry,
    TotalEntry,
)
from scoring.engine.least_cards import least_cards, table_doubts
from scoring.engine.possible_values import least_melded
from scoring.engine.ruleset import RuleSet
from scoring.engine.score import HandScore
from scoring.engine.slips import agree, seated_readings
from scoring.engine.violations import Doubt, DoubtCode, Facts

TABLED = (CardsEntry, CountsEntry)

_Kind = tuple[BaseReading, Doubt | None]
"""One reading for all that agree in the same way with the other sides, and any doubt about it."""


def doubts(rules: RuleSet, hand: AnyHand, scores: Sequence[HandScore]) -> tuple[Doubt, ...]:
    """Return every reason to check a legal hand and its scores, at whatever depth it was given."""
    slips = [
        entry if isinstance(entry, SlipEntry) else score.slip for entry, score in zip(hand.sides, scores, strict=True)
    ]
    found = [
        doubt
        for side, (entry, score, slip) in enumerate(zip(hand.sides, scores, slips, strict=True))
        for doubt in (*_total_doubts(rules, side, score.total), *_points_doubts(rules, side, entry, slip))
    ]
    found += _emptied_doubts(rules, hand)
    found += _together_doubts(rules, slips)
    # A hand without any score has usually not been played.
    if not any(line.points for score in scores for line in score.lines):
        found.append(Doubt(code=DoubtCode.NOTHING_SCORED))
    return tuple(found)


def _total_doubts(rules: RuleSet, side: int, total: int) -> Iterator[Doubt]:
    if total > rules.unusual_total:
        facts: Facts = {"total": total, "limit": rules.unusual_total}
        yield Doubt(code=DoubtCode.UNUSUAL_TOTAL, side=side, facts=facts)
    # The total is below the least base with the most points that a side usually has against it.
    elif total < 0 and total < (least := min(readings_by_base(rules)) - rules.unusual_points):
        yield Doubt(code=DoubtCode.UNUSUAL_LOSS, side=side, facts={"total": total, "limit": least})


def _points_doubts(rules: RuleSet, side: int, entry: AnyEntry, slip: SlipEntry | None) -> Iterator[Doubt]:
    if slip is None:
        return
    # More than half of the deck counts for or against one side.
    if abs(slip.points) > rules.unusual_points:
        limits: Facts = {"points": slip.points, "limit": rules.unusual_points}
        yield Doubt(code=DoubtCode.UNUSUAL_POINTS, side=side, facts=limits)
    # Cards show their burracos and their side; figures may be in the wrong column.
    elif not isinstance(entry, CardsEntry):
        yield from _column_doubts(rules, side, slip)


def _column_doubts(rules: RuleSet, side: int, slip: SlipEntry) -> Iterator[Doubt]:
    readings = readings_by_base(rules).get(slip.base, ())
    facts: Facts = {"base": slip.base, "points": slip.points}
    # There are many card points but no burraco: was the base forgotten?
    if slip.points > rules.unusual_without_burraco and any(not reading.burraco for reading in readings):
        yield Doubt(code=DoubtCode.POINTS_WITHOUT_BURRACO, side=side, facts=facts)
    # There is more than one burraco, and yet more points in hand: is the sign or the side wrong?
    elif slip.points < 0 and all(
        reading.cards > BURRACO_CARDS and not rules.counts_against(burraco=reading.burraco, clean=reading.clean)
        for reading in readings
    ):
        yield Doubt(code=DoubtCode.BURRACOS_WITHOUT_POINTS, side=side, facts=facts)


def _emptied_doubts(rules: RuleSet, hand: AnyHand) -> Iterator[Doubt]:
    """Yield doubts about how the hands were emptied: for each side of cards or counts, for all sides of figures."""
    tabled = [
        doubt
        for side, entry in enumerate(hand.sides)
        if isinstance(entry, TABLED)
        for doubt in table_doubts(rules, hand, side, entry)
    ]
    return iter(tabled) if isinstance(hand.sides[0], TABLED) else figure_doubts(rules, hand)


def _together_doubts(rules: RuleSet, slips: Iterable[SlipEntry | None]) -> Iterator[Doubt]:
    points = sum(abs(slip.points) for slip in slips if slip)
    # Stock and discard pile keep some cards in every hand.
    if points > rules.unusual_points_together:
        facts: Facts = {"points": points, "limit": rules.unusual_points_together}
        yield Doubt(code=DoubtCode.UNUSUAL_POINTS_TOGETHER, facts=facts)


def figure_doubts(rules: RuleSet, hand: AnyHand) -> Iterator[Doubt]:
    """Yield why a legal slip, or legal totals, can hardly come from hands that were emptied by melding."""
    closed = hand.end is HandEnd.CLOSED
    somebody_alone = hand.players < PLAYERS_IN_PAIRS
    if not (rules.may_count_against or (closed and somebody_alone)):
        return
    sides = [[*_kinds(rules, hand, side, readings)] for side, readings in enumerate(seated_readings(rules, hand))]
    found = [
        {side: doubt for side, (_reading, doubt) in enumerate(kinds) if doubt is not None}
        for kinds in product(*sides)
        if agree(rules, [reading for reading, _doubt in kinds], closed=closed)
    ]
    # Some readings of a legal hand agree.
    if not all(found):
        return
    # Name the side that is doubtful in every combination; if it is sometimes one and sometimes the other, name both.
    every = set.intersection(*map(set, found)) or set.union(*map(set, found))
    for side in sorted(every):  # equivalent `list(every)`: a set of two or three small numbers is in order
        yield next(doubts[side] for doubts in found if side in doubts)


def _kinds(rules: RuleSet, hand: AnyHand, side: int, readings: Iterable[tuple[BaseReading, int]]) -> Iterable[_Kind]:
    """Return the most plausible reading of each kind: one without a doubt, or the nearest to the least value."""
    kinds: dict[tuple[bool, bool, bool], _Kind] = {}
    for reading, points in readings:
        kind = reading.closed, reading.took, reading.waived
        known = kinds.get(kind)
        if known is not None and known[1] is None:
            continue
        doubt = _doubt(rules, hand, side, reading, points)
        if known is None or doubt is None or _worth(doubt) < _worth(known[1]):
            kinds[kind] = reading, doubt
    return kinds.values()


def _worth(doubt: Doubt | None) -> int:
    return 0 if doubt is None else abs(int(str(doubt.facts["worth"])))


def _doubt(rules: RuleSet, hand: AnyHand, side: int, reading: BaseReading, points: int) -> Doubt | None:
    state = PozzettoState.UNLOOKED if reading.unlooked else PozzettoState.TAKEN
    least = least_cards(rules, hand, side, state if reading.took else PozzettoState.NOT_TAKEN, closed=reading.closed)
    # A single player who closed has melded everything and holds nothing that would count against them.
    if reading.closed and hand.is_of_one(side):
        cards = max(least.melded, reading.cards)
        worth = least_melded(rules, {}, cards)
        if points >= worth:
            return None
        if isinstance(hand.sides[side], TotalEntry):
            facts = {"total": reading.base + points, "least": cards, "worth": reading.base + worth}
            return Doubt(code=DoubtCode.LITTLE_TOTAL_TO_CLOSE, side=side, facts=facts)
        facts = {"points": points, "least": cards, "worth": worth}
        return Doubt(code=DoubtCode.LITTLE_POINTS_TO_CLOSE, side=side, facts=facts)
    # Everything counts against a side without a burraco, or a clean one, that was dealt or taken and not discarded.
    worth = least_melded(rules, {}, least.together)
    if rules.counts_against(burraco=reading.burraco, clean=reading.clean) and points > -worth:
        facts = {"base": reading.base, "points": points, "least": least.together, "worth": -worth}
        code = DoubtCode.LITTLE_AGAINST_UNCLEAN if reading.burraco else DoubtCode.LITTLE_AGAINST
        return Doubt(code=code, side=side, facts=facts)
    return None
