"""The tables of a round where clubmates meet, counted. Pages name them, and tests compare the pages with this."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from tournaments.records import DraftTable, EntrantId, TableResult

Clubs = Mapping[EntrantId, Collection[str]]


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
