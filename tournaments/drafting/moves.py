"""What a referee may do with the seats of a round: every change is an exchange of seats, taken or empty.

But for `sit_in`, whoever was seated before is seated once afterwards. The tables stay 1 … T without holes: whoever is
left alone at a table rests there, a table that empties is closed, and the last one takes its number, so that nobody
else moves.
Nothing is forbidden here, and nothing judged: `effects.py` says what a change costs.

In an individual tournament a table has four seats or a single player who rests, so a table is broken up as a whole,
and four who rest make one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tournaments.records import DraftTable, EntrantId

Tables = tuple[DraftTable, ...]

PLAYERS_AT_A_TABLE = 4


def swap(tables: Tables, one: EntrantId, other: EntrantId) -> Tables:
    """Two entrants change seats, wherever they sit; at one table they change lines."""
    table_at(tables, one), table_at(tables, other)
    if one == other:
        raise ValueError(f"expected two entrants, got {one} twice")
    return _seated_otherwise(tables, {one: other, other: one})


def sit_in(tables: Tables, entrant: EntrantId, instead_of: EntrantId) -> Tables:
    """Somebody who sits nowhere takes the seat of somebody else, who then sits nowhere."""
    table_at(tables, instead_of)
    if any(entrant in table.seated for table in tables):
        raise ValueError(f"expected somebody without a seat, got {entrant}")
    return _seated_otherwise(tables, {instead_of: entrant})


def change_lines(tables: Tables, number: int) -> Tables:
    """NS and EW of a table change places; a rest stays as it is."""
    _table(tables, number)
    return tuple(_turned(table) if table.number == number and table.ew is not None else table for table in tables)


def exchange_numbers(tables: Tables, number: int, other: int) -> Tables:
    """Two tables change numbers, with everybody at them."""
    _table(tables, number), _table(tables, other)
    instead = {number: other, other: number}
    return _in_order(replace(table, number=instead.get(table.number, table.number)) for table in tables)


def rest(tables: Tables, entrant: EntrantId) -> Tables:
    """To a table of its own, the last; its opponents rest where they sit. Of four players all rest."""
    table = table_at(tables, entrant)
    if table.ew is None:
        raise ValueError(f"expected a pair that plays, got {entrant}, which rests")
    others = [each for each in table.seated if each != entrant]
    leaving = (*others[1:], entrant)
    alone = [DraftTable(number=number, ns=each, ew=None) for number, each in enumerate(leaving, len(tables) + 1)]
    stay = DraftTable(number=table.number, ns=others[0], ew=None)
    return (*(stay if each is table else each for each in tables), *alone)


def join(tables: Tables, entrant: EntrantId, number: int) -> Tables:
    """A pair takes the free seat of a table where another rests; its own opponents rest where it left them."""
    host, left = _table(tables, number), table_at(tables, entrant)
    if host.ew is not None or host is left:
        raise ValueError(f"expected another table with a free seat, got {number}")
    tables = _put(tables, replace(host, ew=entrant))
    if left.ew is None:
        return _closed(tables, left.number)
    stays = left.ew if left.ns == entrant else left.ns
    return _put(tables, DraftTable(number=left.number, ns=stays, ew=None))


def gather(tables: Tables, entrant: EntrantId, number: int) -> Tables:
    """Players who rest make a table of four: the one named joins another, and the next two who rest come along."""
    host, guest = _table(tables, number), table_at(tables, entrant)
    others = [table for table in tables if table.ew is None and table not in (host, guest)]
    if host.ew is not None or guest.ew is not None or host is guest or len(others) < PLAYERS_AT_A_TABLE - 2:
        raise ValueError(f"expected four players who rest, {entrant} and table {number} among them")
    one, other = others[:2]
    tables = _put(tables, replace(host, ns_partner=guest.ns, ew=one.ns, ew_partner=other.ns))
    for left in sorted((guest, one, other), key=lambda table: -table.number):
        tables = _closed(tables, left.number)
    return tables


def table_at(tables: Iterable[DraftTable], entrant: EntrantId) -> DraftTable:
    """The table where somebody sits."""
    for table in tables:
        if entrant in table.seated:
            return table
    raise ValueError(f"expected somebody seated, got {entrant}")


def same_seats(one: DraftTable, other: DraftTable) -> bool:
    """The same entrants on the same seats of the same table, whatever is said of it."""
    return replace(one, why=()) == replace(other, why=())


def changed(before: Sequence[DraftTable], after: Sequence[DraftTable]) -> list[int]:
    """The numbers of the tables where a change moved somebody, came about, or vanished."""
    was = {table.number: table for table in before}
    now = {table.number: table for table in after}
    return [
        number
        for number in sorted(was.keys() | now.keys())
        if number not in was or number not in now or not same_seats(was[number], now[number])
    ]


def _seated_otherwise(tables: Tables, instead: Mapping[EntrantId, EntrantId]) -> Tables:
    """The same tables, with others on the seats of those who are named."""

    def seated(entrant: EntrantId) -> EntrantId:
        return instead.get(entrant, entrant)

    return tuple(
        replace(
            table,
            ns=seated(table.ns),
            ew=table.ew and seated(table.ew),
            ns_partner=table.ns_partner and seated(table.ns_partner),
            ew_partner=table.ew_partner and seated(table.ew_partner),
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
    return tuple(table if each.number == table.number else each for each in tables)


def _closed(tables: Tables, number: int) -> Tables:
    """Without that table; the last one takes its number."""
    last = len(tables)
    return _in_order(
        replace(table, number=number) if table.number == last else table for table in tables if table.number != number
    )


def _in_order(tables: Iterable[DraftTable]) -> Tables:
    return tuple(sorted(tables, key=lambda table: table.number))
