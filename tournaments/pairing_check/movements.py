"""Mitchell: NS stay, EW move on all by one step, within their section if there are several."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from tournaments.records import DraftTable, EntrantId, System, TableResult

from .case import Case, Fault, Rule


def check_mitchell(case: Case) -> Iterator[Fault]:
    if case.system is not System.MITCHELL:
        return
    now = {table.number: table for table in case.draft.tables}
    if not case.moves:
        yield from _start(case, now)
        return
    last = [_turned(case, past) for past in case.moves]
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
    tables = [table for _number, table in sorted(now.items())]
    sections: dict[int, list[DraftTable]] = {}
    for table in tables:
        sections.setdefault(_section(case, table.number), []).append(table)
    for section in sections.values():
        ns = [table.ns for table in section if table.ns not in fixed]
        ew = [table.ew for table in section if table.ew is not None]
        seated = {*ns, *ew}
        if not case.request.settings.start_by_lot and ns + ew != [pair for pair in case.order if pair in seated]:
            yield Fault(Rule.SYSTEM, "not the first seats of a Mitchell")
    if any(table.ew is None for table in tables[:-1]):
        yield Fault(Rule.SYSTEM, "a half table that is not the last")
    if len(sections) > 1:
        yield from _spread(case, now, fixed)


def _section(case: Case, table: int) -> int:
    """Return the number of sections that begin after the first, up to this table."""
    return sum(start <= table for start in case.request.settings.sections)


def _spread(case: Case, now: dict[int, DraftTable], fixed: set[EntrantId]) -> Iterator[Fault]:
    """No exchange of two pairs between sections leaves fewer clubmates together."""
    seats = {pair: _section(case, table.number) for table in now.values() for pair in table.seated}
    clubs = Counter((section, club) for pair, section in seats.items() for club in case.clubs[pair])
    free = sorted(seats.keys() - fixed)
    for one, other in combinations(free, 2):
        if seats[one] == seats[other]:
            continue
        change: Counter[tuple[int, str]] = Counter()
        for pair, goes_to in ((one, seats[other]), (other, seats[one])):
            for club in case.clubs[pair]:
                change[seats[pair], club] -= 1
                change[goes_to, club] += 1
        squares = sum((clubs[where] + change[where]) ** 2 - clubs[where] ** 2 for where in change)
        if squares < 0:
            yield Fault(Rule.CLUBS, f"{one} and {other} in each other's section part clubmates")
            return


def _fixed(case: Case, now: dict[int, DraftTable]) -> set[EntrantId]:
    """Return the entrant that sits NS at the table that it keeps."""
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
    sizes = Counter(_section(case, number) for number in now)
    for number, table in now.items():
        size = sizes[_section(case, number)]
        for pair in (table.ns, table.ew):
            if pair in before:
                if _section(case, before[pair]) != _section(case, number):
                    yield Fault(Rule.SYSTEM, f"EW {pair} left its section for table {number}")
                    continue
                steps.add((size, (number - before[pair]) % size))
            # Nobody who was EW becomes NS, except alone at a table whose NS has left.
            if pair in before and pair == table.ns and table.ew is not None:
                yield Fault(Rule.SYSTEM, f"EW {pair} became NS at table {number}")
    # EW move on all by the same step: the one asked for.
    step = case.request.settings.step
    if step is None:
        largest = max((size for size, _step in steps), default=1)
        step = next((moved for size, moved in steps if size == largest), 0)
    if any(moved != step % size for size, moved in steps):
        yield Fault(Rule.SYSTEM, f"EW moved by {sorted(steps)}, asked for {case.request.settings.step}")
