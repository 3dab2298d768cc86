"""Mitchell: NS stay, EW move on all by one step."""

from collections.abc import Iterator

from tournaments.records import DraftTable, EntrantId, System, TableResult

from .case import Case, Fault, Rule


def check_mitchell(case: Case) -> Iterator[Fault]:
    if case.system is not System.MITCHELL:
        return
    now = {table.number: table for table in case.draft.tables}
    if not case.request.history:
        yield from _start(case, now)
        return
    latest = max(past.round for past in case.request.history)
    last = [_turned(case, past) for past in case.request.history if past.round == latest]
    before: dict[EntrantId | None, int] = {}
    for past in last:
        if past.table not in now:
            continue
        # NS stay at their table; those of a table that is closed may go anywhere.
        if past.ns in case.rank and now[past.table].ns != past.ns:
            yield Fault(Rule.SYSTEM, f"NS {past.ns} left table {past.table}")
        if past.ew in case.rank:
            before[past.ew] = past.table
    yield from _moves(case, now, before)


def _start(case: Case, now: dict[int, DraftTable]) -> Iterator[Fault]:
    # Those who keep a table are NS there; of the others the first are NS and the rest EW, in order or by lot.
    fixed = _fixed(case, now)
    others = [pair for pair in case.order if pair not in fixed]
    tables = [table for _number, table in sorted(now.items())]
    ns = [table.ns for table in tables if table.ns not in fixed]
    ew = [table.ew for table in tables if table.ew is not None]
    by_lot = case.request.settings.start_by_lot
    in_order = sorted(ns + ew) == sorted(others) if by_lot else ns + ew == others
    if not in_order or any(table.ew is None for table in tables[:-1]):
        yield Fault(Rule.SYSTEM, "not the first seats of a Mitchell")


def _fixed(case: Case, now: dict[int, DraftTable]) -> set[EntrantId]:
    """Who sits NS at the table that it keeps."""
    return {
        entrant.id
        for entrant in case.request.entrants
        if entrant.fixed_table in now and now[entrant.fixed_table].ns == entrant.id
    }


def _turned(case: Case, past: TableResult) -> TableResult:
    """A pair that keeps its table and sat there as EW is NS from now on, unless NS keeps it as well."""
    keeps = {entrant.id for entrant in case.request.entrants if entrant.fixed_table == past.table}
    if past.ew in keeps and past.ns not in keeps:
        return past._replace(ns=past.ew, ew=past.ns)
    return past


def _moves(case: Case, now: dict[int, DraftTable], before: dict[EntrantId | None, int]) -> Iterator[Fault]:
    """`before`: the EW pairs still here, and the tables, still there, at which they sat."""
    steps = set()
    for number, table in now.items():
        for pair in (table.ns, table.ew):
            if pair is not None and pair in before:
                steps.add((number - before[pair]) % len(now))
            # Nobody who was EW becomes NS, except alone at a table whose NS has left.
            if pair is not None and pair in before and pair == table.ns and table.ew is not None:
                yield Fault(Rule.SYSTEM, f"EW {pair} became NS at table {number}")
    # EW move on all by the same step: the one asked for.
    asked = {(case.request.settings.step or step) % len(now) for step in steps}
    if len(steps) > 1 or steps != asked:
        yield Fault(Rule.SYSTEM, f"EW moved by {sorted(steps)}, asked for {case.request.settings.step}")
