"""What a referee should confirm in a legal hand: possible, but more often a slip of the pen (docs/rules.md §7)."""

from collections.abc import Iterator, Sequence

from scoring.engine.base_readings import readings_by_base
from scoring.engine.grades import BURRACO_CARDS
from scoring.engine.hand import AnyEntry, AnyHand, CardsEntry, CountsEntry, PozzettoState, SlipEntry
from scoring.engine.ruleset import RuleSet
from scoring.engine.score import HandScore
from scoring.engine.violations import Doubt, DoubtCode, Facts


def doubts(rules: RuleSet, hand: AnyHand, scores: Sequence[HandScore]) -> tuple[Doubt, ...]:
    """Every reason to look twice at a legal hand and its scores, at whatever depth it was given."""
    found = [
        doubt
        for side, (entry, score) in enumerate(zip(hand.sides, scores, strict=True))
        for doubt in (
            *_total_doubts(rules, side, score.total),
            *_points_doubts(rules, side, entry, score.slip),
            *_empty_doubts(rules, hand, side, entry),
        )
    ]
    found += _together_doubts(rules, scores)
    # A hand without any score is usually one that was not played.
    if not any(line.points for score in scores for line in score.lines):
        found.append(Doubt(code=DoubtCode.NOTHING_SCORED))
    return tuple(found)


def _total_doubts(rules: RuleSet, side: int, total: int) -> Iterator[Doubt]:
    least = min(readings_by_base(rules)) - rules.unusual_points
    if total > rules.unusual_total:
        facts: Facts = {"total": total, "limit": rules.unusual_total}
        yield Doubt(code=DoubtCode.UNUSUAL_TOTAL, side=side, facts=facts)
    # Below the least base with as many points against as a side ever has.
    elif total < least:
        yield Doubt(code=DoubtCode.UNUSUAL_LOSS, side=side, facts={"total": total, "limit": least})


def _points_doubts(rules: RuleSet, side: int, entry: AnyEntry, slip: SlipEntry | None) -> Iterator[Doubt]:
    if slip is None:
        return
    # More than half of the deck for, or against, one side.
    if abs(slip.points) > rules.unusual_points:
        limits: Facts = {"points": slip.points, "limit": rules.unusual_points}
        yield Doubt(code=DoubtCode.UNUSUAL_POINTS, side=side, facts=limits)
    # Cards show their burracos and which side they are on; figures may be in the wrong place.
    elif not isinstance(entry, CardsEntry):
        yield from _column_doubts(rules, side, slip)


def _column_doubts(rules: RuleSet, side: int, slip: SlipEntry) -> Iterator[Doubt]:
    readings = readings_by_base(rules).get(slip.base, ())
    facts: Facts = {"base": slip.base, "points": slip.points}
    # Many cards on the table but no burraco among them: was the base forgotten?
    if slip.points > rules.unusual_without_burraco and any(not reading.burraco for reading in readings):
        yield Doubt(code=DoubtCode.POINTS_WITHOUT_BURRACO, side=side, facts=facts)
    # More than one burraco on the table, and yet more in hand: is the sign, or the side, wrong?
    elif slip.points < 0 and all(reading.cards > BURRACO_CARDS for reading in readings):
        yield Doubt(code=DoubtCode.BURRACOS_WITHOUT_POINTS, side=side, facts=facts)


def _empty_doubts(rules: RuleSet, hand: AnyHand, side: int, entry: AnyEntry) -> Iterator[Doubt]:
    """Whoever cannot close keeps a card (000), so that only a single player who closed has none: was a hand forgotten?

    Of two partners one takes their pozzetto and one closes; whoever does neither holds cards to the end.
    """
    if not (rules.keeps_a_card and isinstance(entry, CardsEntry | CountsEntry)):
        return
    left = entry.cards_left if isinstance(entry, CardsEntry) else entry.left_value
    if left or entry.pozzetto.state is PozzettoState.UNLOOKED:
        return
    if not entry.closed:
        yield Doubt(code=DoubtCode.EMPTY_HAND, side=side)
    elif not hand.is_of_one(side):
        yield Doubt(code=DoubtCode.EMPTY_PARTNER, side=side)


def _together_doubts(rules: RuleSet, scores: Sequence[HandScore]) -> Iterator[Doubt]:
    points = sum(abs(score.slip.points) for score in scores if score.slip)
    # Stock and discard pile keep some cards in every hand that was played.
    if points > rules.unusual_points_together:
        facts: Facts = {"points": points, "limit": rules.unusual_points_together}
        yield Doubt(code=DoubtCode.UNUSUAL_POINTS_TOGETHER, facts=facts)
