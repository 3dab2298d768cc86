"""The record of a round's draw, kept beside the referee's changes, so that a swap differs from a wrong draw.

Members of `Round.as_drawn`; a table is written as `settings_json.py` writes one that is kept:

| member    | is                                                                                          |
|-----------|---------------------------------------------------------------------------------------------|
| `tables`  | the tables that the draw made                                                               |
| `fixed`   | `[pair, table]` of each that kept a table then; without it: those that keep one today       |
| `planned` | up to which round rounds like this one were planned then; without it: as they are now       |
| `gironi`  | `[pair, girone]` of everybody then, 1 for A; without it: as they are now, or there are none |
"""

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.records import DraftTable, EntrantId, PairingRequest
from tournaments.records.settings_json import table_from_json, table_to_json

from .moves import Tables, changed


def drawn_to_json(tables: Iterable[DraftTable], request: PairingRequest) -> dict[str, Any]:
    """Return the result of the draw for the request."""
    drawn = {
        "tables": [table_to_json(table) for table in tables],
        "fixed": sorted([int(e.id), e.fixed_table] for e in request.entrants if e.fixed_table is not None),
        "planned": request.rounds_planned,
    }
    return drawn | ({"gironi": gironi_to_json(request.gironi)} if request.gironi else {})


def gironi_to_json(gironi: Mapping[EntrantId, int]) -> list[list[int]]:
    """Return the girone of each entrant, in the order of their numbers."""
    return sorted([int(entrant), girone] for entrant, girone in gironi.items())


def gironi_then(as_drawn: Mapping[str, Any]) -> dict[EntrantId, int]:
    """Return the girone of each entrant at the draw; empty if it is not known, or there were none."""
    return {EntrantId(entrant): girone for entrant, girone in as_drawn.get("gironi", ())}


def tables_drawn(as_drawn: Mapping[str, Any]) -> Tables:
    """Return the tables drawn, without their reasons; none if they are not known."""
    return tuple(map(table_from_json, as_drawn.get("tables", ())))


def fixed_then(as_drawn: Mapping[str, Any]) -> dict[EntrantId, int] | None:
    """Return the table that each pair kept at the draw, or None if it is not known."""
    return {EntrantId(pair): table for pair, table in as_drawn["fixed"]} if "fixed" in as_drawn else None


def moved(drawn: Tables, now: Tables) -> tuple[list[DraftTable], list[DraftTable]]:
    """Return the tables that differ from the draw: as they were, and as they are."""
    numbers = set(changed(drawn, now))
    return [table for table in drawn if table.number in numbers], [table for table in now if table.number in numbers]


def moved_back(now: Tables, before: Iterable[DraftTable], after: Iterable[DraftTable]) -> Tables:
    """Return the tables without such a change: the reverse of `moved`."""
    gone = {table.number for table in after}
    return tuple(sorted([*before, *(t for t in now if t.number not in gone)], key=lambda table: table.number))


def seats_remembered(then: Mapping[str, Any], round_: int, tables: Iterable[DraftTable]) -> dict[str, Any]:
    """Return `Round.seats_then` with an earlier round's tables, which have changed since the draw."""
    return {str(round_): list(map(table_to_json, tables)), **then}


def seats_read(then: Mapping[str, Any]) -> dict[int, Tables]:
    """Return all tables, by round, of each earlier round that has changed since the draw."""
    return {int(number): tuple(map(table_from_json, tables)) for number, tables in sorted(then.items())}
