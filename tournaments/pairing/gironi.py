"""A round in gironi: each is paired by itself, and the tables are numbered on from girone to girone.

Where each girone has tables of its own (`RoundSettings.sections`), its rest follows them instead of coming last.

Source: docs/tournaments.md §7, docs/pairing.md §17. No system knows of gironi: each gets a request of one girone alone,
with the earlier tables at which somebody of it sat. Since the cut these are numbered 1, 2, 3 … within the girone, so
that a movement goes on there.

| covered                                                      | not covered                                        |
|--------------------------------------------------------------|----------------------------------------------------|
| every system of pairs; kept tables keep their numbers, pairs | individual systems: refused                        |
| their fixed tables; each odd girone has its own rest, and    | another system for each girone                     |
| the rests come last                                          | seats by hand, a knockout: of the whole round      |
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import accumulate

from tournaments.records import (
    Draft,
    DraftTable,
    Entrant,
    EntrantId,
    PairingRequest,
    Reason,
    ReasonCode,
    Run,
    System,
    TableResult,
)
from tournaments.records.gironi import girone_letter

from .refusals import PairingRefused, RefusalCode
from .seating import check_kept

OF_THE_WHOLE_FIELD = frozenset({System.MANUAL, System.KNOCKOUT})
"""The systems whose rounds are one round of the whole field after a cut, too."""

PairingSystem = Callable[[PairingRequest], Draft]


def each_girone(system: System, request: PairingRequest) -> bool:
    """Return whether each girone is paired by itself."""
    return bool(request.gironi) and system not in OF_THE_WHOLE_FIELD


def gironi_here(request: PairingRequest) -> list[int]:
    """Return the gironi of the entrants to seat. Raise PairingRefused if one is too small to be paired."""
    sizes = Counter(request.gironi[entrant.id] for entrant in request.entrants)
    for girone, size in sorted(sizes.items()):
        if size < 2:
            raise PairingRefused(RefusalCode.GIRONE_TOO_FEW, {"girone": girone, "pairs": size})
    return sorted(sizes)


def table_starts(request: PairingRequest) -> tuple[int, ...]:
    """Return the first tables of gironi B, C …, where a rest has the last table of its girone."""
    sizes = Counter(request.gironi[entrant.id] for entrant in request.entrants)
    last = max(request.gironi.values(), default=1)
    return tuple(1 + before for before in accumulate((sizes[girone] + 1) // 2 for girone in range(1, last)))


def pair_gironi(system: System, pair: PairingSystem, request: PairingRequest) -> Draft:
    """Pair each girone by `pair`, and join the tables. Raise PairingRefused with the `girone` if one is refused."""
    if system is System.INDIVIDUAL:
        raise PairingRefused(RefusalCode.NOT_IN_GIRONI, {})
    gironi = gironi_here(request)
    sizes = Counter(request.gironi[entrant.id] for entrant in request.entrants)
    check_kept(system, request, tables=sum((size + 1) // 2 for size in sizes.values()))
    drafts: list[Draft] = []
    seats: list[_GironeTable] = []
    for girone in gironi:
        tables_before = sum(not seat.comes_last for seat in seats)
        part = part_of(system, request, girone, tables_before=tables_before)
        with _refusal_named(girone):
            drafts.append(pair(part))
        seats += _seats(system, drafts[-1], request, girone)
    tables = _numbered(seats)
    if system is System.MITCHELL:
        tables = _with_own_tables(tables, request.entrants)
    costs = [draft.cost for draft in drafts if draft.cost is not None]
    return Draft(
        system=system,
        seed=request.seed,
        tables=tuple(tables),
        cost=sum(costs) if costs else None,
        rematches=sum(draft.rematches for draft in drafts),
    )


@contextmanager
def _refusal_named(girone: int) -> Iterator[None]:
    """Add the girone to the facts of a refusal."""
    try:
        yield
    except PairingRefused as refusal:
        raise PairingRefused(refusal.code, {**refusal.facts, "girone": girone}) from refusal


def part_of(system: System, request: PairingRequest, girone: int, *, tables_before: int = 0) -> PairingRequest:
    """Return the request of one girone, whose tables follow so many others.

    Only a Mitchell needs to know who keeps a table; otherwise the tables get their numbers when they are joined.
    """
    members = {entrant for entrant, its_girone in request.gironi.items() if its_girone == girone}
    entrants = tuple(
        replace(entrant, fixed_table=_within(system, entrant, tables_before))
        for entrant in request.entrants
        if entrant.id in members
    )
    settings = request.settings
    kept_tables = (table for table in settings.kept if table.ns in members)
    return replace(
        request,
        entrants=entrants,
        history=tuple(_history(system, request, members)),
        settings=replace(
            settings,
            kept=tuple(replace(table, number=number) for number, table in enumerate(kept_tables, start=1)),
            excluded=tuple(meeting for meeting in settings.excluded if members.issuperset(meeting)),
            sections=(),
        ),
        run=_run_of(request.run, girone),
        unfinished=_run_of(request.unfinished, girone),
        gironi={},
        lot=f"/{girone_letter(girone)}",
    )


def _within(system: System, entrant: Entrant, tables_before: int) -> int | None:
    """Return the fixed table as the girone of a Mitchell counts it; None if it has none there."""
    if system is not System.MITCHELL or entrant.fixed_table is None or entrant.fixed_table <= tables_before:
        return None
    return entrant.fixed_table - tables_before


def _history(system: System, request: PairingRequest, members: set[EntrantId]) -> Iterator[TableResult]:
    """Yield the tables of the girone: before the cut as they were, since then as the girone counts them.

    In a round robin somebody from another girone would take a place, so tables with one are left out.
    """
    number, round_ = 0, 0
    for table in sorted(request.history, key=lambda table: (table.round, table.table)):
        seated = {*table.ns_side, *table.ew_side}
        if members.isdisjoint(seated) or (system is System.ROUND_ROBIN and not seated <= members):
            continue
        if table.round < request.since:
            yield table
            continue
        number, round_ = (number + 1 if table.round == round_ else 1), table.round
        yield table._replace(table=number)


def _run_of(run: Run | None, girone: int) -> Run | None:
    """Return the part of a run that began in this girone."""
    if run is None:
        return None
    return replace(run, order=tuple(entrant for entrant in run.order if run.gironi.get(entrant) == girone), gironi={})


@dataclass(frozen=True, slots=True, kw_only=True)
class _GironeTable:
    """A table of a girone, still without its number in the hall."""

    table: DraftTable
    kept_number: int | None
    """The number that the referee keeps."""
    comes_last: bool
    """Whether it is a rest, which needs no table; in a Mitchell the free place moves with the others."""


def _seats(system: System, draft: Draft, request: PairingRequest, girone: int) -> Iterator[_GironeTable]:
    kept_numbers = {table.seated: table.number for table in request.settings.kept if request.gironi[table.ns] == girone}
    for table in draft.tables:
        rests = table.ew is None and system is not System.MITCHELL and not request.settings.sections
        yield _GironeTable(table=table, kept_number=kept_numbers.get(table.seated), comes_last=rests)


def _numbered(seats: Sequence[_GironeTable]) -> list[DraftTable]:
    """Return the tables in the order of their numbers: kept ones keep theirs, the others fill the free ones."""
    taken = {seat.kept_number for seat in seats if seat.kept_number is not None}
    free = (number for number in range(1, len(seats) + 1) if number not in taken)
    in_order = sorted(seats, key=lambda seat: seat.comes_last)
    tables = [
        replace(seat.table, number=next(free) if seat.kept_number is None else seat.kept_number) for seat in in_order
    ]
    return sorted(tables, key=lambda table: table.number)


def _with_own_tables(tables: Sequence[DraftTable], entrants: Sequence[Entrant]) -> list[DraftTable]:
    """Return the tables of Mitchells, with notes on pairs that keep a table of the hall."""
    fixed = {entrant.id: entrant.fixed_table for entrant in entrants if entrant.fixed_table is not None}
    return [replace(table, why=tuple(_own_notes(table, fixed))) for table in tables]


def _own_notes(table: DraftTable, fixed: dict[EntrantId, int]) -> Iterator[Reason]:
    codes = (ReasonCode.OFF_ITS_TABLE, ReasonCode.FIXED_TABLE)
    yield from (reason for reason in table.why if reason.code not in codes)
    for pair in table.seated if table.ew is not None else ():
        if pair in fixed:
            yield Reason(codes[fixed[pair] == table.number], {"pair": pair, "table": fixed[pair]})
