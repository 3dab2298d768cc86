"""The seats of a draft: everybody once, tables numbered, kept and fixed ones in their place, rests and lines fair."""

from collections import Counter
from collections.abc import Collection, Iterator

from tournaments.records import Draft, DraftTable, EntrantId, PairingRequest, System

from .case import MEETINGS_FOLLOW_A_PLAN, REMEMBERING, Case, Fault, Rule
from .gironi import system_for

NOT_RANKED = (System.MITCHELL, System.MANUAL, *MEETINGS_FOLLOW_A_PLAN)
"""The systems whose tables do not follow the ranking."""


def check_everybody(draft: Draft, request: PairingRequest) -> Iterator[Fault]:
    order = sorted(entrant.id for entrant in request.entrants)
    seated = sorted([*draft.out, *(entrant for table in draft.tables for entrant in table.seated)])
    # Everybody active sits exactly once, or rests, or is out; nobody else does, and nobody plays itself.
    if seated != order:
        yield Fault(Rule.SEATS, f"expected each of {order} once, got {seated}")
    # Only a knockout puts anybody out.
    wrong = [entrant for entrant in draft.out if system_for(entrant, draft, request) is not System.KNOCKOUT]
    if wrong:
        yield Fault(Rule.SEATS, f"out: {wrong}")
    for table in draft.tables:
        # Players sit in fours, or rest alone; pairs bring no second pair along.
        partners = table.ns_partner is not None, table.ew_partner is not None
        four = draft.system is System.INDIVIDUAL and table.ew is not None
        if partners != (four, four):
            yield Fault(Rule.SEATS, f"table {table.number}: {table.seated}")


def check_number_of_rests(case: Case) -> Iterator[Fault]:
    # One pair rests if the number is odd, nobody if it is even.
    if case.system not in (System.MANUAL, *MEETINGS_FOLLOW_A_PLAN) and len(case.resting) != len(case.order) % 2:
        yield Fault(Rule.SEATS, f"{len(case.resting)} rest of {len(case.order)}")


def check_table_numbers(draft: Draft) -> Iterator[Fault]:
    numbers = [table.number for table in draft.tables]
    # Tables are numbered 1 … T without holes.
    if numbers != list(range(1, len(numbers) + 1)):
        yield Fault(Rule.TABLE_NUMBERS, f"got {numbers}")


def check_kept_tables(draft: Draft, request: PairingRequest) -> Iterator[Fault]:
    now = {table.number: table for table in draft.tables}
    for table in request.settings.kept:
        # What the referee keeps stays as it is.
        if table.number not in now or (now[table.number].seated, now[table.number].ew) != (table.seated, table.ew):
            yield Fault(Rule.KEPT, f"table {table.number} was to stay {table.seated}")


def check_fixed_tables(
    draft: Draft, request: PairingRequest, *, apart: Collection[int] | None = None
) -> Iterator[Fault]:
    """A pair that keeps its table sits there; of two that want the same, or meet, one does.

    In gironi nobody comes to the tables set `apart`, or leaves them: each girone's Mitchell is looked at by itself.
    """
    if draft.system is System.MANUAL:
        return
    fixed = {
        entrant.id: entrant.fixed_table
        for entrant in request.entrants
        if entrant.fixed_table is not None  # equivalent `True`: None is no table's number
    }
    kept_numbers = {table.number for table in request.settings.kept}
    now = {table.number: table for table in draft.tables if table.number not in (apart or ())}
    for table in now.values():
        wanted = {fixed[entrant] for entrant in table.seated if entrant in fixed}
        if table.ew is None or table.number in kept_numbers | wanted:
            continue
        if apart is None and _moves_as_ew(draft, request, table, fixed):
            continue
        for number in wanted & now.keys():
            there = now[number]
            if (
                there.ew is not None
                and number not in kept_numbers
                and number not in {fixed.get(one) for one in there.seated}
            ):
                yield Fault(Rule.FIXED, f"table {table.number}: one of {table.seated} keeps table {number}")


def _moves_as_ew(draft: Draft, request: PairingRequest, table: DraftTable, fixed: dict[EntrantId, int]) -> bool:
    """In a Mitchell that has begun only those who sat NS at their table keep it."""
    if draft.system is not System.MITCHELL or not (before := Case(draft, request).moves):
        return False
    return not any(past.ns == table.ns and past.table == fixed.get(table.ns) for past in before)


def check_order(case: Case) -> Iterator[Fault]:
    """Tables follow the ranking of their best pair, and the rest comes last; but those that are kept or fixed."""
    if case.system in NOT_RANKED:
        return
    fixed = {entrant.id for entrant in case.request.entrants if entrant.fixed_table is not None}
    best = [min(case.rank[table.ns], case.rank[ew]) for table, ew in case.chosen if not fixed & {table.ns, ew}]
    if best != sorted(best):
        yield Fault(Rule.TABLE_NUMBERS, f"not in ranking order: {best}")
    last = len(case.draft.tables)
    if any(table.number != last and table.number not in case.kept_numbers for table in case.resting):
        yield Fault(Rule.TABLE_NUMBERS, "the rest is not at the last table")


def check_rest(case: Case) -> Iterator[Fault]:
    resting = [table.ns for table in case.resting if table.number not in case.kept_numbers]
    if not resting or case.system in NOT_RANKED:
        return
    (rested,) = resting
    could = [pair for pair in case.order if pair in case.free or pair == rested]
    least = min(case.rests[pair] for pair in could)
    # Nobody rests twice before everybody has; then the fewest rests.
    if case.rests[rested] != least:
        yield Fault(Rule.REST, f"{rested} rested {case.rests[rested]} times, others {least}")
    by_lot = case.system is System.DRAW and not case.request.history
    fair = [pair for pair in could if case.rests[pair] == least]
    levels = 2 if case.system in REMEMBERING and not by_lot else 1
    here = _least_without(case, could, rested, levels)
    if here is None:
        return
    for pair in fair:
        lower = case.rank[pair] > case.rank[rested]
        if here == (0,) * levels and (by_lot or not lower):
            continue
        there = _least_without(case, could, pair, levels)
        # It is whose rest leaves the others the fewest meetings that should not be …
        if there is not None and there < here:
            yield Fault(Rule.REST, f"the rest of {rested} costs {here}, that of {pair} {there}")
        # … and of these the lowest-ranked, or in a drawn first round anybody, by lot.
        elif there == here and lower and not by_lot:
            yield Fault(Rule.REST, f"{rested} rests, {pair} is lower and could as well")


def _least_without(case: Case, could: list[EntrantId], pair: EntrantId, levels: int) -> tuple[int, ...] | None:
    return case.least_grave([other for other in could if other != pair], levels)


def check_lines(case: Case) -> Iterator[Fault]:
    if case.system in NOT_RANKED and case.system is not System.KNOCKOUT:
        return
    sat_ns, seated = Counter[EntrantId](), dict[EntrantId, bool]()
    for past in case.request.history:
        for pair, as_ns in zip(past.met or (), (True, False), strict=False):
            sat_ns[pair] += as_ns
            seated[pair] = as_ns
    for table, ew in case.chosen:
        mine, its = ((sat_ns[pair], seated.get(pair, False), case.rank[pair]) for pair in (table.ns, ew))
        if case.system is System.KNOCKOUT:
            mine, its = (*mine[:2], 0), (*its[:2], 0)
        # NS is who sat there less often, then who did not sit there last, then (where the ranking pairs) the better.
        if mine > its:
            yield Fault(Rule.LINES, f"table {table.number}: {mine}, {its}")
