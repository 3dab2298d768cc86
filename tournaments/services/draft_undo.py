"""What a draft was before each change of the referee's, kept with it, so that every change can be taken back.

An entry of `Round.undo`, the latest last:

| member   | is                                                                                            |
|----------|-----------------------------------------------------------------------------------------------|
| `tables` | the tables that the change touched, as they were: `[number, ns, ew, ns_partner, ew_partner, why]` |
| `count`  | how many tables there were                                                                    |
| `round`  | `system`, `seed`, `settings`, `order` and `by_rating`, as far as they were others             |
| `fixed`  | `[pair, table]`: which table a pair kept; 0: none                                             |
| `drawn`  | true: the round was drawn again                                                               |
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from tournaments.drafting.moves import Tables
from tournaments.models import Round, Table
from tournaments.records import DraftTable, EntrantId, Outcome, RoundSettings
from tournaments.records.settings_json import settings_from_json, settings_to_json
from tournaments.selectors.drafts import table_of_row

UNDO_AT_MOST = 50

OF_THE_ROUND = ("system", "seed", "settings", "order", "by_rating")


def fields_of(round_: Round) -> dict[str, Any]:
    """What beside its tables makes a draft."""
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
    """Add an entry to the round's memory, which the caller saves. `was` are its fields before the change."""
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
    """The settings that the round was drawn by, as far back as it remembers: without what was settled afterwards."""
    settings = round_.settings
    for entry in reversed(round_.undo):
        if entry.get("drawn"):
            break
        settings = entry.get("round", {}).get("settings", settings)
    return settings_from_json(settings)


def settled_since(drawn: RoundSettings, *, tables: int) -> list[dict[str, Any]]:
    """`Round.undo` of a round of so many tables of which no more is known than the settings that it was drawn by."""
    return [{"tables": [], "count": tables, "round": {"settings": settings_to_json(drawn)}}]


def restored(tables: Tables, entry: Mapping[str, Any]) -> Tables:
    """The tables as they were before the change that the entry tells of."""
    was = {row[0]: table_of_row(*row) for row in entry["tables"]}
    now = {table.number: table for table in tables}
    return tuple(was.get(number) or now[number] for number in range(1, entry["count"] + 1))


def store_tables(
    round_: Round, before: Iterable[DraftTable], after: Iterable[DraftTable], keys: Mapping[EntrantId, int]
) -> None:
    """Write the tables of a draft that differ.

    Deleted without a history: it begins when the seats are published.
    """
    was, now = ({table.number: table for table in tables} for tables in (before, after))
    gone = [number for number, table in was.items() if now.get(number) != table]
    if gone:
        stored = round_.tables.filter(number__in=gone)
        stored._raw_delete(stored.db)
    Table.objects.bulk_create(
        Table(
            round=round_,
            number=number,
            ns_id=keys[table.ns],
            ew_id=table.ew and keys[table.ew],
            ns_partner_id=table.ns_partner and keys[table.ns_partner],
            ew_partner_id=table.ew_partner and keys[table.ew_partner],
            outcome=Outcome.REST if table.ew is None else Outcome.OPEN,
            why=[asdict(reason) for reason in table.why],
        )
        for number, table in now.items()
        if was.get(number) != table
    )


def _row(table: DraftTable) -> list[Any]:
    why = [asdict(reason) for reason in table.why]
    return [table.number, table.ns, table.ew, table.ns_partner, table.ew_partner, why]
