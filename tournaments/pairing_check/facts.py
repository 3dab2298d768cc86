"""What can be said of a round's seats, counted: pages say it, and the check compares what is said with it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from tournaments.records import DraftTable, EntrantId, TableResult

Clubs = Mapping[EntrantId, Collection[str]]


def playing_at(tables: Iterable[DraftTable]) -> list[int]:
    """The numbers of the tables where somebody plays."""
    return [table.number for table in tables if table.ew is not None]


def opponents_at(table: DraftTable | TableResult) -> Iterator[frozenset[EntrantId]]:
    """Return the entrants that sit against each other: two pairs, or each of four players against two."""
    ns = [entrant for entrant in (table.ns, table.ns_partner) if entrant is not None]
    ew = [entrant for entrant in (table.ew, table.ew_partner) if entrant is not None]
    return (frozenset((one, other)) for one in ns for other in ew)


def of_one_club(tables: Iterable[DraftTable], clubs: Clubs) -> list[int]:
    """The numbers of the tables where somebody plays against a clubmate."""

    def clubmates(both: frozenset[EntrantId]) -> bool:
        one, other = both
        return not set(clubs.get(one, ())).isdisjoint(clubs.get(other, ()))

    return [table.number for table in tables if any(map(clubmates, opponents_at(table)))]


def opponents_again(tables: Iterable[DraftTable], history: Sequence[TableResult]) -> list[int]:
    """The numbers of the tables where two meet who met in any round before."""
    met = {both for table in history for both in opponents_at(table)}
    return [table.number for table in tables if not met.isdisjoint(opponents_at(table))]


def partners_again(tables: Iterable[DraftTable], history: Sequence[TableResult]) -> list[int]:
    """The numbers of the tables where two are partners who were so in any round before."""
    were = {both for table in history for both in _partners(table)}
    return [table.number for table in tables if not were.isdisjoint(_partners(table))]


def _partners(table: DraftTable | TableResult) -> list[frozenset[EntrantId]]:
    sides = ((table.ns, table.ns_partner), (table.ew, table.ew_partner))
    return [frozenset((one, other)) for one, other in sides if one is not None and other is not None]
