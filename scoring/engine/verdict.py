"""Everything that is wrong with a hand at any depth: no violations means legal (rules.md §4)."""

from scoring.engine.hand import AnyHand, CardsEntry, CountsEntry, SlipEntry, TotalEntry
from scoring.engine.ruleset import RuleSet
from scoring.engine.slips import slip_violations, total_violations
from scoring.engine.tabled import Examined, examine
from scoring.engine.violations import Violation, ViolationCode


def violations(rules: RuleSet, hand: AnyHand) -> tuple[Violation, ...]:
    """Every fault of the hand."""
    if (examined := examine_table(rules, hand)) is not None:
        return examined.faults
    slips = [side for side in hand.sides if isinstance(side, SlipEntry)]
    totals = [side.total for side in hand.sides if isinstance(side, TotalEntry)]
    if len(slips) == len(hand.sides):
        return slip_violations(rules, hand, slips)
    if len(totals) == len(hand.sides):
        return total_violations(rules, hand, totals)
    # All sides are given alike.
    return (Violation(code=ViolationCode.MIXED_DEPTHS),)


def examine_table(rules: RuleSet, hand: AnyHand) -> Examined | None:
    """What the sides show, where every side is given as cards, or every side as counts; otherwise None."""
    for depth in (CardsEntry, CountsEntry):
        entries = [side for side in hand.sides if isinstance(side, depth)]
        if len(entries) == len(hand.sides):
            return examine(rules, hand, entries)
    return None
