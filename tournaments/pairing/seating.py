"""Tables that stay: those that the referee keeps while the others are drawn, and those that a pair keeps.

A kept table (`RoundSettings.kept`) goes before everything else. A pair with a table of its own
(`Entrant.fixed_table`) then gets the number of that table; of two that want the same, or that meet, the better
ranked has it. The other tables keep their order in the free numbers, and the rest stays last: it needs no table.
`mitchell` sees to such tables itself.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from tournaments.records import Draft, DraftTable, EntrantId, PairingRequest, Reason, ReasonCode, System

from .refusals import PairingRefused, RefusalCode

SEATS_FOLLOW_A_PLAN = frozenset({System.MITCHELL, System.ROUND_ROBIN, System.KNOCKOUT})
"""Who draws no others around kept tables. A whist movement does as far as they are its own (`individual`)."""

SEATED_OTHERWISE = frozenset({System.MANUAL, System.MITCHELL})
"""By the referee, or by a module that sees to fixed tables itself."""


def check_kept(system: System, request: PairingRequest) -> None:
    """Raise PairingRefused if a kept table cannot stay."""
    kept = request.settings.kept
    if not kept or system is System.MANUAL:
        return
    numbers = sorted(table.number for table in kept)
    # A plan has no room for tables of another making.
    if system in SEATS_FOLLOW_A_PLAN:
        raise PairingRefused(RefusalCode.KEPT_IN_PLAN, {"tables": numbers})
    here = {entrant.id for entrant in request.entrants}
    times = Counter(entrant for table in kept for entrant in table.seated)
    wrong = [table.number for table in kept if any(e not in here or times[e] > 1 for e in table.seated)]
    # Everybody there is here, and sits once.
    if wrong or len({*numbers}) < len(numbers):
        raise PairingRefused(RefusalCode.KEPT_NOT_SEATABLE, {"tables": sorted(wrong) or numbers})
    left = len(request.entrants) - times.total()
    last = len(kept) + (left // 4 + left % 4 if system is System.INDIVIDUAL else (left + 1) // 2)
    # Tables are numbered without holes.
    if numbers[-1] > last:
        raise PairingRefused(RefusalCode.KEPT_BEYOND, {"tables": [n for n in numbers if n > last], "last": last})


def keep_fixed_tables(draft: Draft, request: PairingRequest) -> Draft:
    """The same tables, numbered so that everybody with a table of its own sits there, as far as that can be."""
    fixed = [(entrant.id, entrant.fixed_table) for entrant in request.entrants if entrant.fixed_table is not None]
    if not fixed or draft.system in SEATED_OTHERWISE:
        return draft
    kept = {table.number for table in request.settings.kept}
    at = {entrant: table for table in draft.tables if table.ew is not None for entrant in table.seated}
    playing = sum(table.ew is not None for table in draft.tables)
    last = sum(table.ew is not None or table.number in kept for table in draft.tables)
    taken = {table.number: table for table in draft.tables if table.number in kept}
    numbers = {table.number: table.number for table in taken.values()}
    reasons: dict[int, list[Reason]] = {}
    for entrant, wanted in fixed:
        if entrant not in at:
            continue
        table = at[entrant]
        if wanted <= last and wanted not in taken and table.number not in numbers:
            taken[wanted], numbers[table.number] = table, wanted
        if wanted > last:
            why = Reason(ReasonCode.FIXED_TABLE_MISSING, {"pair": entrant, "table": wanted, "tables": playing})
        else:
            why = _explained(entrant, wanted, numbers.get(table.number))
        reasons.setdefault(table.number, []).append(why)
    return replace(draft, tables=_renumbered(draft.tables, numbers, reasons))


def _explained(entrant: EntrantId, wanted: int, number: int | None) -> Reason:
    code = ReasonCode.FIXED_TABLE if number == wanted else ReasonCode.FIXED_TABLE_TAKEN
    return Reason(code, {"pair": entrant, "table": wanted})


def _renumbered(
    tables: Iterable[DraftTable], numbers: dict[int, int], reasons: dict[int, list[Reason]]
) -> tuple[DraftTable, ...]:
    """The tables with their new numbers, in order; those without one fill the free numbers in their order."""
    tables = list(tables)
    free = iter(sorted({*range(1, len(tables) + 1)} - {*numbers.values()}))
    moved = [
        replace(
            table,
            number=numbers[table.number] if table.number in numbers else next(free),
            why=(*table.why, *reasons.get(table.number, ())),
        )
        for table in tables
    ]
    return tuple(sorted(moved, key=lambda table: table.number))
