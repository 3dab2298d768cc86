"""The kept tables, which stay when the others are drawn, and the fixed tables of pairs.

A kept table (`RoundSettings.kept`) comes before everything else. A pair with a fixed table (`Entrant.fixed_table`) then
gets the number of that table; of two that want the same, or that meet, the better ranked has it. The other tables keep
their order in the free numbers, and the rest stays last, because it needs no table. `mitchell` handles such tables
itself.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import replace

from tournaments.records import Draft, DraftTable, EntrantId, PairingRequest, Reason, ReasonCode, System, TableCause

from .common import Facts
from .refusals import PairingRefused, RefusalCode

SEATS_FOLLOW_A_PLAN = frozenset({System.MITCHELL, System.ROUND_ROBIN, System.KNOCKOUT})
"""The systems that draw no others around kept tables. A whist movement does so for its own tables (`individual`)."""

SEATED_OTHERWISE = frozenset({System.MANUAL, System.MITCHELL})
"""The systems seated by the referee, or by a module that handles fixed tables itself."""


def check_kept(system: System, request: PairingRequest) -> None:
    """Raise PairingRefused if a kept table cannot stay."""
    kept_tables = request.settings.kept
    if not kept_tables or system is System.MANUAL:
        return
    # A plan has no room for other tables.
    if system in SEATS_FOLLOW_A_PLAN:
        numbers = sorted(table.number for table in kept_tables)
        raise PairingRefused(RefusalCode.KEPT_IN_PLAN, {"tables": numbers})
    check_kept_seats(request)
    left = len(request.entrants) - sum(len(table.seated) for table in kept_tables)
    check_kept_numbers(
        request, len(kept_tables) + (left // 4 + left % 4 if system is System.INDIVIDUAL else (left + 1) // 2)
    )


def check_kept_seats(request: PairingRequest) -> None:
    """Raise PairingRefused if somebody at a kept table is not here, or sits twice."""
    kept_tables = request.settings.kept
    numbers = sorted(table.number for table in kept_tables)
    here = {entrant.id for entrant in request.entrants}
    times = Counter(entrant for table in kept_tables for entrant in table.seated)
    wrong = [table.number for table in kept_tables if any(e not in here or times[e] > 1 for e in table.seated)]
    # All must be here, and seated once.
    if wrong or len({*numbers}) < len(numbers):
        raise PairingRefused(RefusalCode.KEPT_NOT_SEATABLE, {"tables": sorted(wrong) or numbers})


def check_kept_numbers(request: PairingRequest, last: int) -> None:
    """Raise PairingRefused if a kept table has a number above the last one: tables are numbered without gaps."""
    beyond = sorted(table.number for table in request.settings.kept if table.number > last)
    if beyond:
        raise PairingRefused(RefusalCode.KEPT_BEYOND, {"tables": beyond, "last": last})


def keep_fixed_tables(draft: Draft, request: PairingRequest, *, settled: Set[int] = frozenset()) -> Draft:
    """Return the same tables, numbered so that all fixed tables are respected, as far as possible.

    The tables whose numbers are `settled` keep them: those of a girone's Mitchell, which handles fixed tables itself.
    """
    elsewhere = {entrant for table in draft.tables if table.number in settled for entrant in table.seated}
    fixed = [
        (entrant.id, entrant.fixed_table)
        for entrant in request.entrants
        if entrant.fixed_table is not None and entrant.id not in elsewhere
    ]
    if not fixed:
        return draft
    kept_numbers = settled | {table.number for table in request.settings.kept}
    at = {entrant: table for table in draft.tables if table.ew is not None for entrant in table.seated}
    playing = sum(table.ew is not None for table in draft.tables)
    last = sum(table.ew is not None or table.number in kept_numbers for table in draft.tables)
    taken = {table.number: table for table in draft.tables if table.number in kept_numbers}
    numbers = {table.number: table.number for table in taken.values()}
    reasons: dict[int, list[Reason]] = {}
    holder: dict[int, EntrantId] = {}
    for entrant, wanted in fixed:
        if entrant not in at:
            continue
        table = at[entrant]
        if wanted <= last and wanted not in taken and table.number not in numbers:
            taken[wanted], numbers[table.number], holder[wanted] = table, wanted, entrant
        facts: Facts = {"pair": entrant, "table": wanted}
        if wanted > last:
            why = Reason(ReasonCode.FIXED_TABLE_MISSING, {**facts, "tables": playing})
        elif numbers.get(table.number) == wanted:
            why = Reason(ReasonCode.FIXED_TABLE, facts)
        else:
            number = numbers.get(table.number)
            cause = (
                {"cause": TableCause.MITCHELL.value}
                if wanted in settled and number not in kept_numbers
                else _cause(wanted, number, kept_numbers, holder)
            )
            why = Reason(ReasonCode.FIXED_TABLE_TAKEN, facts | cause)
        reasons.setdefault(table.number, []).append(why)
    return replace(draft, tables=_renumbered(draft.tables, numbers, reasons))


def _cause(wanted: int, number: int | None, kept_numbers: Set[int], holder: Mapping[int, EntrantId]) -> Facts:
    """Return why a table with `number`, or none yet, does not have the number wanted."""
    if number in kept_numbers:
        return {"cause": TableCause.STAYS.value}
    if number is not None:
        return {"cause": TableCause.TABLEMATE.value, "other": holder[number], "number": number}
    if wanted in kept_numbers:
        return {"cause": TableCause.TAKEN.value}
    return {"cause": TableCause.OTHER.value, "other": holder[wanted]}


def _renumbered(
    tables: Iterable[DraftTable], numbers: dict[int, int], reasons: dict[int, list[Reason]]
) -> tuple[DraftTable, ...]:
    """Return the tables with their new numbers, in order; the others fill the free numbers in their order."""
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
