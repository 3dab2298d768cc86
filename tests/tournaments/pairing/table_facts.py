"""Facts of a round's tables, counted: what pages and reasons say is compared with them."""

from collections.abc import Iterable, Sequence

from tournaments.pairing_check.facts import opponents_at
from tournaments.records import DraftTable, EntrantId, TableResult


def playing_at(tables: Iterable[DraftTable]) -> list[int]:
    """Return the numbers of the tables where somebody plays."""
    return [table.number for table in tables if table.ew is not None]


def opponents_again(tables: Iterable[DraftTable], history: Sequence[TableResult]) -> list[int]:
    """Return the numbers of the tables where two meet who met in any round before."""
    met = {both for table in history for both in opponents_at(table)}
    return [table.number for table in tables if not met.isdisjoint(opponents_at(table))]


def partners_again(tables: Iterable[DraftTable], history: Sequence[TableResult]) -> list[int]:
    """Return the numbers of the tables where two are partners who were so in any round before."""
    were = {both for table in history for both in _partners(table)}
    return [table.number for table in tables if not were.isdisjoint(_partners(table))]


def _partners(table: DraftTable | TableResult) -> list[frozenset[EntrantId]]:
    sides = ((table.ns, table.ns_partner), (table.ew, table.ew_partner))
    return [frozenset((one, other)) for one, other in sides if one is not None and other is not None]
