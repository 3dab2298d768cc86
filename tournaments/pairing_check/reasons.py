"""Every table says why it is as it is, and names what is wrong with it."""

from collections.abc import Iterator

from tournaments.records import ReasonCode, System

from .case import Case, Fault, Rule

RESTS = {code for code in ReasonCode if code.value.startswith(("rest_", "bye"))}
WRONG = (ReasonCode.SAME_TEAM, ReasonCode.EXCLUDED, ReasonCode.REMATCH, ReasonCode.SAME_CLUB)


def check_reasons(case: Case) -> Iterator[Fault]:
    for table, ew in case.played:
        codes = {reason.code for reason in table.why}
        # Every table says why it is so.
        if not codes.difference(WRONG):
            yield Fault(Rule.REASONS, f"table {table.number} gives no reason")
        pair = table.ns, ew
        wrong = case.teammates(*pair), frozenset(pair) in case.excluded, case.again(*pair), case.same_club(*pair)
        # Exactly its faults are named.
        for code, is_so in zip(WRONG, wrong, strict=True):
            if is_so != (code in codes):
                yield Fault(Rule.REASONS, f"table {table.number}: {code} named wrongly")
    rests = RESTS | ({ReasonCode.SEATED_BY_HAND} if case.system is System.MANUAL else set())
    for table in case.resting:
        # So is a rest.
        if not {reason.code for reason in table.why} & (
            rests | ({ReasonCode.KEPT} if table.number in case.kept_numbers else set())
        ):
            yield Fault(Rule.REASONS, f"table {table.number}: the rest gives no reason")
