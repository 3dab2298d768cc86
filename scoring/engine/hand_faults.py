"""All faults of a hand at any depth; a hand without violations is legal (docs/rules.md §4)."""

from collections.abc import Iterator
from dataclasses import replace

from scoring.engine.hand import AnyHand, CardsEntry, CountsEntry, SlipEntry, TotalEntry
from scoring.engine.ruleset import RuleSet
from scoring.engine.slips import slip_violations, total_violations
from scoring.engine.table_faults import Examination, examine
from scoring.engine.violations import Facts, Violation, ViolationCode


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
            examined = examine(rules, hand, entries)
            return replace(examined, faults=(*_unknown_faults(rules, hand), *examined.faults))
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
    if not hand.end.is_known(rules):
        yield Violation(code=ViolationCode.NO_STALL)
