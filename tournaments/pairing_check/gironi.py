"""A round in gironi: each is a round of its own, and their tables share the hall (docs/tournaments.md §7).

A girone's system is the round's, or one of its own (`RoundSettings.by_girone`).
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from tournaments.records import (
    Draft,
    DraftTable,
    EntrantId,
    PairingRequest,
    RoundSettings,
    System,
    TableResult,
    drawn_in,
)

from .case import Case, Fault, Rule
from .meetings import cost_of, rematches_of

BEYOND = 1_000_000
"""A table that no girone has, for pairs whose own table is in another."""

Part = tuple[Draft, PairingRequest]


def is_in_gironi(draft: Draft, request: PairingRequest) -> bool:
    # A knockout that names gironi is one of each of them.
    of_all = draft.system is System.MANUAL or (draft.system is System.KNOCKOUT and not request.settings.by_girone)
    return bool(request.gironi) and not of_all


def system_at(table: DraftTable, draft: Draft, request: PairingRequest) -> System:
    """Return the system that drew the table."""
    return system_for(table.ns, draft, request)


def system_for(entrant: EntrantId, draft: Draft, request: PairingRequest) -> System:
    """Return the system that drew an entrant: that of its girone where each is drawn by itself."""
    if not is_in_gironi(draft, request):
        return draft.system
    return drawn_in(request.gironi[entrant], draft.system, request.settings)[0]


def check_joined(draft: Draft, request: PairingRequest) -> Iterator[Fault]:
    """Check the gironi together: nobody meets outside, tables go from A on, the counts are the sums."""
    gironi = [{request.gironi[entrant] for entrant in table.seated} for table in draft.tables]
    across = [(table, sorted(met)) for table, met in zip(draft.tables, gironi, strict=True) if len(met) > 1]
    for table, met in across:
        # Everybody meets somebody of the same girone.
        yield Fault(Rule.GIRONI, f"table {table.number}: {table.seated} of gironi {met}")
    # Such a table is of no girone, so that none can be looked at as a round of its own.
    if across:
        return
    free = [table for table in draft.tables if not _has_its_number(table, draft, request)]
    own_tables = request.settings.sections
    # Whoever rests needs no table, unless the free place moves with the others, or each girone has its own tables.
    rests = [table.ew is None and system_at(table, draft, request) is not System.MITCHELL for table in free]
    playing = [table for table, needs_none in zip(free, rests, strict=True) if own_tables or not needs_none]
    # The tables of A come first, then those of B …; those of a movement stay there while a pair of another girone
    # keeps its table, and the others close up around them.
    movements = [table for table in playing if system_at(table, draft, request) is System.MITCHELL]
    others = [table for table in playing if table not in movements]
    for row in (movements, others) if len(free) < len(draft.tables) else (playing,):
        gironi_there = [request.gironi[table.ns] for table in row]
        if gironi_there != sorted(gironi_there):
            yield Fault(Rule.TABLE_NUMBERS, f"gironi in the order {gironi_there}")
    if own_tables and own_tables != (starts := _first_tables(draft, request)):
        yield Fault(Rule.TABLE_NUMBERS, f"gironi begin at {starts}, the round says {own_tables}")
    # … and those that need none come last.
    if not own_tables and rests != sorted(rests):
        yield Fault(Rule.TABLE_NUMBERS, "a rest stands before tables that play")
    parts = [part for _girone, part in parts_of(draft, request)]
    cases = [Case(*part) for part in parts]
    costs = [part.cost for part, _request in parts]
    known = [cost for cost in costs if cost is not None]
    # What different systems weigh has no sum.
    has_none = len(known) < len(costs) or len({part.system for part, _request in parts}) > 1
    if draft.cost != (None if has_none else sum(known)):
        yield Fault(Rule.COST, f"costs {costs}, the draft says {draft.cost}")
    if draft.rematches != sum(rematches_of(case) for case in cases):
        yield Fault(Rule.REMATCHES, f"the draft says {draft.rematches}")


def _first_tables(draft: Draft, request: PairingRequest) -> tuple[int, ...]:
    """Return the first tables of B, C …, if those of each girone, rests too, follow those of the one before."""
    gironi = [request.gironi[table.ns] for table in draft.tables]
    last = max(request.gironi.values())
    return tuple(1 + sum(girone < later for girone in gironi) for later in range(2, last + 1))


def _has_its_number(table: DraftTable, draft: Draft, request: PairingRequest) -> bool:
    """Return whether the table is kept, or numbered for a pair that keeps it; a Mitchell's place is not."""
    fixed = {entrant.fixed_table for entrant in request.entrants if entrant.id in table.seated}
    kept_numbers = {row.number for row in request.settings.kept}
    return table.number in kept_numbers or (
        system_at(table, draft, request) is not System.MITCHELL and table.number in fixed
    )


def parts_of(draft: Draft, request: PairingRequest) -> Iterator[tuple[int, Part]]:
    """Each girone as a round of its own, whose tables are 1, 2, 3 …, now and since the cut."""
    for girone in sorted({request.gironi[entrant.id] for entrant in request.entrants}):
        members = {entrant for entrant, its in request.gironi.items() if its == girone}
        own = [table for table in draft.tables if table.ns in members]
        system, settings = drawn_in(girone, draft.system, request.settings)
        if system is not System.MITCHELL:
            own.sort(key=lambda table: _as_drawn(table, request))
        numbers = {table.number: number for number, table in enumerate(own, start=1)}
        part = replace(
            draft,
            system=system,
            tables=tuple(replace(table, number=numbers[table.number]) for table in own),
            out=tuple(entrant for entrant in draft.out if entrant in members),
        )
        part_request = _request_of_part(settings, request, members, numbers, girone)
        case = Case(part, part_request)
        yield girone, (replace(part, cost=cost_of(case), rematches=rematches_of(case)), part_request)


def _as_drawn(table: DraftTable, request: PairingRequest) -> tuple[bool, int]:
    return table.ew is None and table.number not in {row.number for row in request.settings.kept}, table.number


def _request_of_part(
    settings: RoundSettings, request: PairingRequest, members: set[EntrantId], numbers: dict[int, int], girone: int
) -> PairingRequest:
    return replace(
        request,
        entrants=tuple(
            replace(entrant, fixed_table=entrant.fixed_table and numbers.get(entrant.fixed_table, BEYOND))
            for entrant in request.entrants
            if entrant.id in members
        ),
        history=tuple(_past(request, members)),
        settings=replace(
            settings,
            kept=tuple(
                replace(table, number=numbers[table.number])
                for table in settings.kept
                if table.ns in members and table.number in numbers
            ),
            excluded=tuple(meeting for meeting in settings.excluded if set(meeting) <= members),
            sections=(),
        ),
        run=request.girone_runs.get(girone),
        girone_runs={},
        girone_unfinished={},
        gironi={},
    )


def _past(request: PairingRequest, members: set[EntrantId]) -> Iterator[TableResult]:
    seen = [past for past in request.history if members & {*past.ns_side, *past.ew_side}]
    yield from (past for past in seen if past.round < request.since)
    since = (past for past in seen if past.round >= request.since)
    for _round, tables in groupby(since, key=lambda past: past.round):
        yield from (past._replace(table=number) for number, past in enumerate(tables, start=1))
