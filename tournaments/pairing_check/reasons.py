"""Every table says why it is as it is, and names what is wrong with it."""

from collections.abc import Iterator

from tournaments.records import ReasonCode, System

from .case import Case, Fault, Rule

RESTS = {code for code in ReasonCode if code.value.startswith(("rest_", "bye"))}
WRONG = {ReasonCode.REMATCH, ReasonCode.SAME_CLUB}


def check_reasons(case: Case) -> Iterator[Fault]:
    for table, ew in case.played:
        codes = {reason.code for reason in table.why}
        # Every table says why it is so.
        if not codes - WRONG:
            yield Fault(Rule.REASONS, f"table {table.number} gives no reason")
        # A rematch is named, and only a rematch is.
        if case.again(table.ns, ew) != (ReasonCode.REMATCH in codes):
            yield Fault(Rule.REASONS, f"table {table.number}: rematch named wrongly")
        # So is a meeting of clubmates.
        if case.same_club(table.ns, ew) != (ReasonCode.SAME_CLUB in codes):
            yield Fault(Rule.REASONS, f"table {table.number}: same club named wrongly")
    by_hand = {ReasonCode.SEATED_BY_HAND} if case.system is System.MANUAL else set()
    for table in case.resting:
        # So is a rest.
        if not {reason.code for reason in table.why} & (RESTS | by_hand):
            yield Fault(Rule.REASONS, f"table {table.number}: the rest gives no reason")
