"""The rounds that an entrant misses after withdrawing (docs/tournaments.md §3), as results for the ranking."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from tournaments.records import Entrant, EntrantId, Outcome, Standing, TableResult

NO_TABLE = 0
"""The table number of a missed round."""


def missed_rounds(
    entrants: Iterable[EntrantId],
    results: Sequence[TableResult],
    *,
    late: Collection[EntrantId] = (),
    knockouts: Mapping[int, Collection[EntrantId]] | None = None,
) -> list[TableResult]:
    """Return an absence without opponents for each round after an entrant's first one in which it has no table.

    Whoever came in time for another round misses nothing before; those whom the referee admitted `late`, after the
    first ranking, every round without them. Whoever came back misses only what was played meanwhile. In a knockout
    nothing is missed: who has no table there is out of it. `knockouts` are those whose girone plays one, by round.
    """
    seated: dict[int, set[EntrantId]] = {}
    first: dict[EntrantId, int] = {}
    for result in results:
        for entrant in (*result.ns_side, *result.ew_side):
            if not result.knockout:
                seated.setdefault(result.round, set()).add(entrant)
            first[entrant] = min(result.round, first.get(entrant, result.round))
    return [
        TableResult(round=number, table=NO_TABLE, ns=entrant, ew=None, outcome=Outcome.ABSENT_NS)
        for entrant in entrants
        if entrant in first or entrant in late
        for number in sorted(seated)
        if (entrant in late or first[entrant] < number)
        and entrant not in seated[number]
        and entrant not in (knockouts or {}).get(number, ())
    ]


def late_among(standings: Iterable[Standing]) -> list[Entrant]:
    """Return the entrants whom the referee admitted after the first ranking."""
    return [standing.entrant for standing in standings if standing.entrant.late_after is not None]
