"""A round in gironi: each is paired by itself, and the tables are numbered on from girone to girone.

Where each girone has tables of its own (`RoundSettings.sections`), its rest follows them instead of coming last.

Source: docs/tournaments.md §7, docs/pairing.md §17. No system knows of gironi: each gets a request of one girone alone,
with the earlier tables at which somebody of it sat. Since the cut these are numbered 1, 2, 3 … within the girone, so
that a movement goes on there.

| covered                                                      | not covered                                        |
|--------------------------------------------------------------|----------------------------------------------------|
| every system of pairs, for each girone the round's or one of | individual systems: refused                        |
| its own; kept tables keep their numbers, pairs their fixed   | other settings for each girone                     |
| tables; each odd girone has its own rest, and the rests come | seats by hand, one bracket of the field: of the    |
| last; knockouts of gironi, which end in different rounds     | whole round                                        |
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

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
    drawn_in,
    of_the_whole_field,
)
from tournaments.records.gironi import girone_letter
from tournaments.records.named_systems import NOT_IN_GIRONI

from .knockout import pair_knockout
from .refusals import PairingRefused, RefusalCode
from .seating import SEATS_FOLLOW_A_PLAN, check_kept_numbers, check_kept_seats, keep_fixed_tables

PairingSystem = Callable[[PairingRequest], Draft]


def each_girone(system: System, request: PairingRequest) -> bool:
    """Return whether each girone is paired by itself."""
    return bool(request.gironi) and not of_the_whole_field(system, request.settings)


def gironi_here(system: System, request: PairingRequest) -> list[int]:
    """Return the gironi of the entrants to seat. Raise PairingRefused if one is too small to be paired.

    In a knockout that has begun whoever is left goes on alone.
    """
    sizes = Counter(request.gironi[entrant.id] for entrant in request.entrants)
    for girone, size in sorted(sizes.items()):
        begun = girone in request.girone_runs and drawn_in(girone, system, request.settings)[0] is System.KNOCKOUT
        if size < 2 and not begun:
            raise PairingRefused(RefusalCode.GIRONE_TOO_FEW, {"girone": girone, "pairs": size})
    return sorted(sizes)


def systems_here(system: System, request: PairingRequest) -> Mapping[int | None, System]:
    """Return the system of each girone to seat, or that of the round for None if it is one of the whole field."""
    if not each_girone(system, request):
        return {None: system}
    gironi = sorted({request.gironi[entrant.id] for entrant in request.entrants})
    return {girone: drawn_in(girone, system, request.settings)[0] for girone in gironi}


def table_starts(system: System, request: PairingRequest) -> tuple[int, ...]:
    """Return the first tables of gironi B, C …, where a rest has the last table of its girone."""
    tables = tables_of_gironi(system, request)
    last = max(request.gironi.values())
    return tuple(1 + before for before in accumulate(sum(tables.get(girone, (0,))) for girone in range(1, last)))


class GironeTables(NamedTuple):
    """The number of tables of a girone."""

    playing: int
    resting: int


def tables_of_gironi(system: System, request: PairingRequest) -> dict[int, GironeTables]:
    """Return the tables of each girone to seat. A knockout needs none for those who are out, or if it is refused."""
    sizes = Counter(request.gironi[entrant.id] for entrant in request.entrants)
    tables = {girone: GironeTables(size // 2, size % 2) for girone, size in sizes.items()}
    for girone in sizes:
        if drawn_in(girone, system, request.settings)[0] is System.KNOCKOUT:
            try:
                draft = _drawn(pair_knockout, *part_of(system, request, girone))
            except PairingRefused:
                tables[girone] = GironeTables(0, 0)
            else:
                tables[girone] = GironeTables(len(draft.tables) - len(draft.rests), len(draft.rests))
    return tables


def _drawn(pair: PairingSystem, system: System, part: PairingRequest) -> Draft:
    """Return the draft of one girone; one whose knockout is over is out of the round."""
    try:
        return pair(part)
    except PairingRefused as refusal:
        if refusal.code is not RefusalCode.KNOCKOUT_OVER:
            raise
        return Draft(system=system, seed=part.seed, tables=(), out=tuple(entrant.id for entrant in part.entrants))


def pair_gironi(system: System, systems: Mapping[System, PairingSystem], request: PairingRequest) -> Draft:
    """Pair each girone by its system, and join the tables. Raise PairingRefused with the `girone` if one is refused."""
    if system is System.INDIVIDUAL:
        raise PairingRefused(RefusalCode.NOT_IN_GIRONI, {})
    gironi = gironi_here(system, request)
    check_kept_seats(request)
    check_kept_numbers(request, sum(map(sum, tables_of_gironi(system, request).values())))
    drafts: list[Draft] = []
    seats: list[_GironeTable] = []
    for girone in gironi:
        with _refusal_named(girone):
            part_system, part = part_of(system, request, girone, tables_before=sum(map(_goes_before, seats)))
            drafts.append(_drawn(systems[part_system], part_system, part))
        seats += _seats(drafts[-1], request, girone)
    tables = _numbered(seats)
    if not tables:
        # Every girone plays a knockout, and each of them is over.
        with _refusal_named(girone):
            systems[part_system](part)
    in_mitchell: dict[EntrantId, list[int]] = {}
    for draft in (draft for draft in drafts if draft.system is System.MITCHELL):
        members = {entrant for table in draft.tables for entrant in table.seated}
        in_mitchell |= dict.fromkeys(members, [table.number for table in tables if table.ns in members])
    settled = frozenset(table.number for table in tables if table.ns in in_mitchell)
    joined = Draft(
        system=system,
        seed=request.seed,
        tables=tuple(_with_own_notes(tables, in_mitchell, request.entrants)),
        cost=_cost(drafts),
        rematches=sum(draft.rematches for draft in drafts),
        out=tuple(entrant for draft in drafts for entrant in draft.out),
    )
    return keep_fixed_tables(joined, request, settled=settled)


def _cost(drafts: Sequence[Draft]) -> int | None:
    """Return the sum of the costs; None if the gironi have none, or different systems, which weigh different things."""
    costs = [draft.cost for draft in drafts if draft.cost is not None]
    return sum(costs) if costs and len({draft.system for draft in drafts}) == 1 else None


@contextmanager
def _refusal_named(girone: int) -> Iterator[None]:
    """Add the girone to the facts of a refusal."""
    try:
        yield
    except PairingRefused as refusal:
        raise PairingRefused(refusal.code, {**refusal.facts, "girone": girone}) from refusal


def part_of(
    system: System, request: PairingRequest, girone: int, *, tables_before: int = 0
) -> tuple[System, PairingRequest]:
    """Return the system and the request of one girone, whose tables follow so many others, those kept not counted.

    Raise PairingRefused if it cannot be drawn by that system, or around its kept tables. Only a Mitchell needs to know
    who keeps a table; otherwise the tables get their numbers when they are joined.
    """
    system, settings = drawn_in(girone, system, request.settings)
    if system in NOT_IN_GIRONI:
        raise PairingRefused(RefusalCode.NOT_IN_GIRONI, {})
    members = {entrant for entrant, its_girone in request.gironi.items() if its_girone == girone}
    own_tables = [table for table in settings.kept if not members.isdisjoint(table.seated)]
    _check_kept_within(system, own_tables, members)
    kept_numbers = {table.number for table in request.settings.kept}
    entrants = tuple(
        replace(entrant, fixed_table=_within(system, entrant, tables_before, kept_numbers))
        for entrant in request.entrants
        if entrant.id in members
    )
    return system, replace(
        request,
        entrants=entrants,
        history=tuple(_history(system, request, members, request.girone_runs.get(girone))),
        settings=replace(
            settings,
            kept=tuple(replace(table, number=number) for number, table in enumerate(own_tables, start=1)),
            excluded=tuple(meeting for meeting in settings.excluded if members.issuperset(meeting)),
            sections=(),
        ),
        run=request.girone_runs.get(girone),
        unfinished=request.girone_unfinished.get(girone),
        girone_runs={},
        girone_unfinished={},
        gironi={},
        lot=f"/{girone_letter(girone)}",
    )


def _check_kept_within(system: System, kept: Sequence[DraftTable], members: set[EntrantId]) -> None:
    """Raise PairingRefused if a kept table is of two gironi, or of one whose system can keep none."""
    if kept and system in SEATS_FOLLOW_A_PLAN:
        raise PairingRefused(RefusalCode.KEPT_IN_PLAN, {"tables": sorted(table.number for table in kept)})
    across = sorted(table.number for table in kept if not members.issuperset(table.seated))
    if across:
        raise PairingRefused(RefusalCode.KEPT_ACROSS, {"tables": across})


def _within(system: System, entrant: Entrant, tables_before: int, kept_numbers: set[int]) -> int | None:
    """Return the fixed table as the girone of a Mitchell counts it; None if it has none there."""
    fixed = entrant.fixed_table
    if system is not System.MITCHELL or fixed is None or fixed in kept_numbers:
        return None
    before = sum(number < fixed for number in kept_numbers)  # equivalent `number <= fixed`: its table is not kept
    within = fixed - before - tables_before
    return within if within > 0 else None


def _history(
    system: System, request: PairingRequest, members: set[EntrantId], run: Run | None
) -> Iterator[TableResult]:
    """Yield the tables of the girone: before the cut as they were, since then as the girone counts them.

    In a round robin somebody from another girone would take a place, so a table is left out if a pair of another girone
    sat there and nobody who began the round robin here. A knockout names tables as the hall numbers them.
    """
    began = {*run.order} if run is not None else set()
    number, round_ = 0, 0
    for table in request.history:
        seated = {*table.ns_side, *table.ew_side}
        elsewhere = system is System.ROUND_ROBIN and not seated <= members and began.isdisjoint(seated)
        if members.isdisjoint(seated) or elsewhere:
            continue
        if table.round < request.since or system is System.KNOCKOUT:
            yield table
            continue
        number, round_ = (number + 1 if table.round == round_ else 1), table.round
        yield table._replace(table=number)


@dataclass(frozen=True, slots=True, kw_only=True)
class _GironeTable:
    """A table of a girone, still without its number in the hall."""

    table: DraftTable
    kept_number: int | None
    """The number that the referee keeps."""
    comes_last: bool
    """Whether it is a rest, which needs no table; in a Mitchell the free place moves with the others."""


def _goes_before(seat: _GironeTable) -> bool:
    """Return whether the table takes a free number before those of the next girone."""
    return seat.kept_number is None and not seat.comes_last


def _seats(draft: Draft, request: PairingRequest, girone: int) -> Iterator[_GironeTable]:
    kept_numbers = {table.seated: table.number for table in request.settings.kept if request.gironi[table.ns] == girone}
    for table in draft.tables:
        rests = table.ew is None and draft.system is not System.MITCHELL and not request.settings.sections
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


def _with_own_notes(
    tables: Sequence[DraftTable], in_mitchell: Mapping[EntrantId, Sequence[int]], entrants: Sequence[Entrant]
) -> Iterator[DraftTable]:
    """Yield the tables, those of Mitchells with notes that name tables of the hall.

    For everybody who sits there `in_mitchell` has the tables of the girone as the hall numbers them.
    """
    fixed = {entrant.id: entrant.fixed_table for entrant in entrants if entrant.fixed_table is not None}
    for table in tables:
        numbers = in_mitchell.get(table.ns)
        yield table if numbers is None else replace(table, why=tuple(_own_notes(table, fixed, numbers)))


def _own_notes(table: DraftTable, fixed: dict[EntrantId, int], numbers: Sequence[int]) -> Iterator[Reason]:
    codes = (ReasonCode.OFF_ITS_TABLE, ReasonCode.FIXED_TABLE)
    for reason in table.why:
        if reason.code is ReasonCode.MITCHELL_NEW_TABLE:
            yield replace(reason, facts={**reason.facts, "tables": numbers[-1]})
        elif reason.code not in codes:
            yield reason
    for pair in table.seated if table.ew is not None else ():
        if pair in fixed:
            yield Reason(codes[fixed[pair] == table.number], {"pair": pair, "table": fixed[pair]})
