"""What a referee should confirm in a legal hand: possible, but more often a slip of the pen."""

from collections.abc import Iterator, Sequence

from scoring.engine.hand import AnyHand, CardsEntry, SlipEntry
from scoring.engine.readings import readings_by_base
from scoring.engine.ruleset import BURRACO_CARDS, RuleSet
from scoring.engine.score import HandScore
from scoring.engine.violations import Doubt, DoubtCode, Facts


def doubts(rules: RuleSet, hand: AnyHand, scores: Sequence[HandScore]) -> tuple[Doubt, ...]:
    """Every reason to look twice at a legal hand and its scores. Cards were counted one by one: they raise none."""
    if any(isinstance(side, CardsEntry) for side in hand.sides):
        return ()
    found = [
        doubt
        for side, score in enumerate(scores)
        for doubt in (
            *_total_doubts(rules, side, score.total),
            *_slip_doubts(rules, side, score.slip),
        )
    ]
    # A hand without any score is usually one that was not played.
    if not any(line.points for score in scores for line in score.lines):
        found.append(Doubt(code=DoubtCode.NOTHING_SCORED))
    return tuple(found)


def _total_doubts(rules: RuleSet, side: int, total: int) -> Iterator[Doubt]:
    if total > rules.unusual_total:
        facts: Facts = {"total": total, "limit": rules.unusual_total}
        yield Doubt(code=DoubtCode.UNUSUAL_TOTAL, side=side, facts=facts)


def _slip_doubts(rules: RuleSet, side: int, slip: SlipEntry | None) -> Iterator[Doubt]:
    if slip is None:
        return
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
