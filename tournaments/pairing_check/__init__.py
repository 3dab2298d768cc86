"""The rules that every pairing must satisfy, checked on the finished draft alone.

Written from the rules (docs/tournaments.md §2, §3, docs/pairing.md §13) without looking at `pairing/`, and
slower where that is plainer: it counts matchings with determinants and tries every round of a small field. It
can be asked about any draft, a referee's own included.

| covered                                                               | not covered                              |
|-----------------------------------------------------------------------|------------------------------------------|
| seats, table numbers, kept and fixed tables, rests, lines, reasons    | same seed, same draw: takes two draws    |
| barred meetings, rematches, clubmates: the fewest; where more than    | clubmates in a bigger field, as far as   |
| `TRY_ALL_UP_TO` play by counting, and by exchanges of two tables      | one exchange does not tell               |
| the optimum of every system that ranks, up to `TRY_ALL_UP_TO` playing | their optimum in bigger fields           |
| Mitchell's moves, the bracket of a knockout, fours of players         | how few opponents a short whist repeats  |
| over a run: a round robin's groups and lines; whist                   |                                        |
| in gironi all of this for each, and that nobody meets outside         |                                        |
"""

from collections.abc import Callable, Iterator

from tournaments.records import Draft, PairingRequest, System

from .bracket import check_knockout
from .case import Case, Fault, Rule
from .counting import every_round, largest_matching
from .gironi import check_joined, is_in_gironi, parts_of, system_at
from .meetings import check_cost, check_gravity, check_manual, check_rematches, check_system
from .movements import check_mitchell
from .players import check_players
from .reasons import check_reasons
from .runs import check_runs
from .seats import (
    check_everybody,
    check_fixed_tables,
    check_kept_tables,
    check_lines,
    check_number_of_rests,
    check_order,
    check_rest,
    check_table_numbers,
)

__all__ = ["Fault", "Rule", "check_draft", "check_runs", "every_round", "largest_matching"]

PAIRS: tuple[Callable[[Case], Iterator[Fault]], ...] = (
    check_order,
    check_rest,
    check_lines,
    check_rematches,
    check_gravity,
    check_system,
    check_manual,
    check_mitchell,
    check_knockout,
    check_cost,
    check_reasons,
)


def check_draft(draft: Draft, request: PairingRequest) -> list[Fault]:
    """Every fault of the draft as an answer to the request; an empty list means it is right.

    Seats come first and alone, then kept tables: with somebody missing, doubled or moved, the other rules mean nothing.
    """
    if wrong := list(check_everybody(draft, request)) or list(check_kept_tables(draft, request)):
        return wrong
    faults = list(check_table_numbers(draft))
    if is_in_gironi(draft, request):
        # In a Mitchell a pair keeps a table of its girone: the movement does not leave it.
        movements = {table.number for table in draft.tables if system_at(table, draft, request) is System.MITCHELL}
        faults += check_fixed_tables(draft, request, apart=movements)
        if wrong := list(check_joined(draft, request)):
            return [*faults, *wrong]
        return [*faults, *(fault for _girone, part in parts_of(draft, request) for fault in check_draft(*part))]
    faults += check_fixed_tables(draft, request)
    if draft.system is System.INDIVIDUAL:
        return [*faults, *check_players(draft, request)]
    case = Case(draft, request)
    if wrong := list(check_number_of_rests(case)):
        return wrong
    return [*faults, *(fault for check in PAIRS for fault in check(case))]
