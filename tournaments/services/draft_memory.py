"""The changes of a referee to a draft, kept with the state before each, so that each can be undone.

An entry of `Round.undo`, the latest last:

| member   | is                                                                                            |
|----------|-----------------------------------------------------------------------------------------------|
| `tables` | the tables that the change touched, as they were: `[number, ns, ew, ns_partner, ew_partner, why]` |
| `count`  | how many tables there were                                                                    |
| `round`  | the fields named in `OF_THE_ROUND`, as far as they were others                                |
| `fixed`  | `[pair, table]`: which table a pair kept; 0: none                                             |
| `drawn`  | true: the round was drawn again                                                               |
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet

from tournaments.models import Round, Table
from tournaments.pairing.moves import Tables
from tournaments.records import DraftTable, EntrantId, Outcome, RoundSettings
from tournaments.records.settings_json import settings_from_json, settings_to_json
from tournaments.selectors.drafts import table_of_row

from .many_rows import insert_rows

UNDO_AT_MOST = 50

OF_THE_ROUND = ("system", "seed", "settings", "order", "by_rating", "as_drawn", "seats_then")


def fields_of(round_: Round) -> dict[str, Any]:
    """Return the fields of the round that make a draft, beside its tables."""
    return {name: getattr(round_, name) for name in OF_THE_ROUND}


def remember(
    round_: Round,
    before: Tables,
    after: Tables,
    *,
    was: Mapping[str, Any] | None = None,
    fixed: tuple[int, int] | None = None,
    drawn: bool = False,
) -> None:
    """Add an entry to the round's undo list, which the caller saves. `was` are its fields before the change."""
    now = {table.number: table for table in after}
    entry: dict[str, Any] = {
        "tables": [_row(table) for table in before if now.get(table.number) != table],
        "count": len(before),
    }
    changed = {name: value for name, value in (was or {}).items() if getattr(round_, name) != value}
    if changed:
        entry["round"] = changed
    if fixed is not None:
        entry["fixed"] = list(fixed)
    if drawn:
        entry["drawn"] = True
    round_.undo = [*round_.undo, entry][-UNDO_AT_MOST:]


def settings_as_drawn(round_: Round) -> RoundSettings:
    """Return the settings of the draw, as far back as is known, without the changes made since."""
    settings = round_.settings
    for entry in reversed(round_.undo):
        if entry.get("drawn"):
            break
        settings = entry.get("round", {}).get("settings", settings)
    return settings_from_json(settings)


def settled_since(drawn: RoundSettings, *, tables: int) -> list[dict[str, Any]]:
    """Return `Round.undo` of a round with this many tables of which only the settings of the draw are known."""
    return [{"tables": [], "count": tables, "round": {"settings": settings_to_json(drawn)}}]


def restored(tables: Tables, entry: Mapping[str, Any]) -> Tables:
    """Return the tables before the change of the entry."""
    was = {row[0]: table_of_row(*row) for row in entry["tables"]}
    now = {table.number: table for table in tables}
    return tuple(was.get(number) or now[number] for number in range(1, entry["count"] + 1))


def store_tables(
    round_: Round, before: Iterable[DraftTable], after: Iterable[DraftTable], keys: Mapping[EntrantId, int]
) -> None:
    """Write the tables of a draft that differ, each in its own row.

    Each seat is unique in the round, so the rows are deleted and inserted again under their keys. The history is left
    out: it begins when the seats are published. It does record the end of a table that it knows.
    """
    was, now = ({table.number: table for table in tables} for tables in (before, after))
    _close_tables(round_.tables.filter(number__in=was.keys() - now.keys()))
    differing = [table for number, table in now.items() if was.get(number) != table]
    stored = round_.tables.filter(number__in=[table.number for table in differing if table.number in was])
    rows = {row.number: row for row in stored}
    if rows:
        stored._raw_delete(stored.db)
    for table in differing:
        if table.number in rows:
            row = rows[table.number]
            put_at(row, table, keys)
            row.outcome = _outcome(table)
    Table.objects.bulk_create(rows.values())
    new = [_columns(table, keys) for table in differing if table.number not in rows]
    insert_rows(Table(round=round_), COLUMNS, new)


COLUMNS = ("number", "ns", "ew", "ns_partner", "ew_partner", "outcome", "why")


def _columns(table: DraftTable, keys: Mapping[EntrantId, int]) -> tuple[Any, ...]:
    why = [reason.as_json for reason in table.why]
    ew, ns_partner, ew_partner = table.ew, table.ns_partner, table.ew_partner
    partners = ns_partner and keys[ns_partner], ew_partner and keys[ew_partner]
    return table.number, keys[table.ns], ew and keys[ew], *partners, _outcome(table).value, why


def _outcome(table: DraftTable) -> Outcome:
    return Outcome.REST if table.ew is None else Outcome.OPEN


def put_at(row: Table, table: DraftTable, keys: Mapping[EntrantId, int]) -> None:
    """Seat the entrants of a draft's table, and give the reasons; the caller saves it."""
    row.ns_id, row.ew_id = keys[table.ns], table.ew and keys[table.ew]
    row.ns_partner_id = table.ns_partner and keys[table.ns_partner]
    row.ew_partner_id = table.ew_partner and keys[table.ew_partner]
    row.why = [reason.as_json for reason in table.why]


def _close_tables(gone: QuerySet[Table]) -> None:
    """Delete the rows: those with a history through the models, which records it, the others directly."""
    for row in gone.filter(pk__in=Table.history.filter(id__in=gone.values("pk")).values("id")):
        row.delete()
    gone._raw_delete(gone.db)


def _row(table: DraftTable) -> list[Any]:
    why = [reason.as_json for reason in table.why]
    return [table.number, table.ns, table.ew, table.ns_partner, table.ew_partner, why]
