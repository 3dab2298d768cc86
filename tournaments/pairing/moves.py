"""The changes of a round's seats by a referee: each is an exchange of seats, taken or empty.

Except in `sit_in`, all entrants seated before are seated once afterwards; `sit_in` and `make_table` seat those who were
not. The tables stay 1 … T without gaps: somebody left alone at a table rests there, an empty table is closed, and the
last one takes its number, so that nobody else moves. Nothing is forbidden or judged here: `move_effects.py` computes
the cost.

In an individual tournament a table has four seats or a single player who rests, so a table is dissolved as a whole, and
four who rest make one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from tournaments.records import DraftTable, EntrantId

Tables = tuple[DraftTable, ...]

PLAYERS_AT_A_TABLE = 4

_SEATS = attrgetter("number", "ns", "ew", "ns_partner", "ew_partner")

OPENED_LATE = "late"
"""The reason of a table in the history: its round was already under way."""


def swap(tables: Tables, one: EntrantId, other: EntrantId) -> Tables:
    """Exchange the seats of two entrants; at one table they change lines."""
    table_at(tables, one), table_at(tables, other)
    if one == other:
        raise ValueError(f"expected two entrants, got {one} twice")
    return _seated_otherwise(tables, {one: other, other: one})


def sit_in(tables: Tables, entrant: EntrantId, instead_of: EntrantId) -> Tables:
    """Seat an entrant without a seat in place of another, who then has none."""
    table_at(tables, instead_of)
    if entrant in seated_in(tables):
        raise ValueError(f"expected somebody without a seat, got {entrant}")
    return _seated_otherwise(tables, {instead_of: entrant})


def change_lines(tables: Tables, number: int) -> Tables:
    """Exchange NS and EW of a table; a rest stays as it is."""
    _table(tables, number)
    return tuple(_turned(table) if table.number == number and table.ew is not None else table for table in tables)


def exchange_numbers(tables: Tables, number: int, other: int) -> Tables:
    """Exchange the numbers of two tables, with everybody at them."""
    _table(tables, number), _table(tables, other)
    instead = {number: other, other: number}
    return _in_order(replace(table, number=instead.get(table.number, table.number)) for table in tables)


def rest(tables: Tables, entrant: EntrantId) -> Tables:
    """Let an entrant rest at a new last table; its opponents rest where they sit. Of four players all rest."""
    table = table_at(tables, entrant)
    if table.ew is None:
        raise ValueError(f"expected a pair that plays, got {entrant}, which rests")
    others = [entrant_id for entrant_id in table.seated if entrant_id != entrant]
    leaving = (*others[1:], entrant)
    alone = [DraftTable(number=number, ns=entrant, ew=None) for number, entrant in enumerate(leaving, len(tables) + 1)]
    stay = DraftTable(number=table.number, ns=others[0], ew=None)
    return (*(stay if other is table else other for other in tables), *alone)


def join(tables: Tables, entrant: EntrantId, number: int) -> Tables:
    """Seat a pair at a table where another rests; its own opponents rest where it left them."""
    host, left = _table(tables, number), table_at(tables, entrant)
    if host.ew is not None or host is left:
        raise ValueError(f"expected another table with a free seat, got {number}")
    tables = _put(tables, replace(host, ew=entrant))
    if left.ew is None:
        return _closed(tables, left.number)
    stays = left.ew if left.ns == entrant else left.ns
    return _put(tables, DraftTable(number=left.number, ns=stays, ew=None))


def gather(tables: Tables, entrant: EntrantId, number: int, without: Sequence[EntrantId] = ()) -> Tables:
    """Make a table of four who rest: the entrant named joins another, and the next two who rest follow.

    The entrant named may be among those `without` a seat, who follow, too, if fewer than two more rest.
    """
    host = _table(tables, number)
    others = [table.ns for table in tables if table.ew is None and table is not host and table.ns != entrant]
    others += [entrant_id for entrant_id in without if entrant_id != entrant]
    four = [host.ns, entrant, *others[: PLAYERS_AT_A_TABLE - 2]]
    if len(four) < PLAYERS_AT_A_TABLE:
        raise ValueError(f"expected four players who rest, {entrant} and table {number} among them")
    return make_table(tables, four)


def make_table(tables: Tables, seated: Sequence[EntrantId]) -> Tables:
    """Seat those who rest or have no seat: two pairs, or four players; one alone rests.

    They sit where the first of them rests, who stays NS; if none does, at a new table, the last.
    """
    if len(set(seated)) != len(seated) or len(seated) not in (1, 2, PLAYERS_AT_A_TABLE):
        raise ValueError(f"expected two pairs, or four players, got {seated}")
    left = {table.ns: table.number for table in tables if not set(seated).isdisjoint(table.seated)}
    if any(table.ew is not None for table in tables if table.ns in left) or (left and len(seated) == 1):
        raise ValueError(f"expected entrants who do not play, got {seated}")
    host = next((entrant for entrant in seated if entrant in left), seated[0])
    new_table = _table_of([host, *(entrant for entrant in seated if entrant != host)], left.pop(host, len(tables) + 1))
    tables = _put(tables, new_table) if new_table.number <= len(tables) else (*tables, new_table)
    for number in sorted(left.values(), reverse=True):
        tables = _closed(tables, number)
    return tables


def _table_of(seated: Sequence[EntrantId], number: int) -> DraftTable:
    if len(seated) == PLAYERS_AT_A_TABLE:
        ns, ns_partner, ew, ew_partner = seated
        return DraftTable(number=number, ns=ns, ns_partner=ns_partner, ew=ew, ew_partner=ew_partner)
    return DraftTable(number=number, ns=seated[0], ew=seated[1] if seated[1:] else None)


def table_at(tables: Iterable[DraftTable], entrant: EntrantId) -> DraftTable:
    """Return the table of an entrant."""
    for table in tables:
        if entrant in table.seated:
            return table
    raise ValueError(f"expected somebody seated, got {entrant}")


def seated_in(*drafts: Iterable[DraftTable]) -> frozenset[EntrantId]:
    """Return all entrants seated at these tables."""
    return frozenset(entrant for tables in drafts for table in tables for entrant in table.seated)


def same_seats(one: DraftTable, other: DraftTable) -> bool:
    """Return whether the same entrants have the same seats of the same table, whatever the notes."""
    return _SEATS(one) == _SEATS(other)


def changed(before: Sequence[DraftTable], after: Sequence[DraftTable]) -> list[int]:
    """Return the numbers of the tables that a change affected, added, or removed."""
    was = {table.number: table for table in before}
    now = {table.number: table for table in after}
    return [
        number
        for number in sorted(was.keys() | now.keys())
        if number not in was or number not in now or not same_seats(was[number], now[number])
    ]


def _seated_otherwise(tables: Tables, instead: Mapping[EntrantId, EntrantId]) -> Tables:
    """Return the tables with other entrants on the seats of those named."""

    def seated(entrant: EntrantId) -> EntrantId:
        return instead.get(entrant, entrant)

    return tuple(
        replace(
            table,
            ns=seated(table.ns),
            ew=table.ew and seated(table.ew),  # equivalent `seated(table.ew)`: nobody is replaced by nobody
            ns_partner=table.ns_partner and seated(table.ns_partner),  # equivalent `seated(table.ns_partner)`: as above
            ew_partner=table.ew_partner and seated(table.ew_partner),  # equivalent `seated(table.ew_partner)`: as above
        )
        for table in tables
    )


def _turned(table: DraftTable) -> DraftTable:
    assert table.ew is not None
    return replace(table, ns=table.ew, ns_partner=table.ew_partner, ew=table.ns, ew_partner=table.ns_partner)


def _table(tables: Iterable[DraftTable], number: int) -> DraftTable:
    for table in tables:
        if table.number == number:
            return table
    raise ValueError(f"expected the number of a table, got {number}")


def _put(tables: Tables, table: DraftTable) -> Tables:
    return tuple(table if other.number == table.number else other for other in tables)


def _closed(tables: Tables, number: int) -> Tables:
    """Return the tables without this one; the last one takes its number."""
    last = len(tables)
    return _in_order(
        replace(table, number=number) if table.number == last else table for table in tables if table.number != number
    )


def _in_order(tables: Iterable[DraftTable]) -> Tables:
    return tuple(sorted(tables, key=lambda table: table.number))
