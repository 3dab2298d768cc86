"""The rounds that somebody misses after withdrawing (docs/tournaments.md §3), as results that the ranking can read."""

from collections.abc import Iterable, Sequence

from tournaments.records import EntrantId, Outcome, TableResult

NO_TABLE = 0
"""The number of the table at which a missed round is not played."""


def missed_rounds(entrants: Iterable[EntrantId], results: Sequence[TableResult]) -> list[TableResult]:
    """An absence without opponents for each round, after the first one seated, that has no table for an entrant.

    Whoever came late misses nothing before, and whoever came back only what was played meanwhile. In a knockout
    nothing is missed: who has no table there is out of it.
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
        if entrant in first
        for number in sorted(seated)
        if first[entrant] < number and entrant not in seated[number]
    ]
