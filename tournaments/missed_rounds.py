"""The rounds that somebody misses after withdrawing (`tournament.md` §3), as results that the ranking can read."""

from collections.abc import Collection, Sequence

from tournaments.records import EntrantId, Outcome, TableResult

NO_TABLE = 0
"""The number of the table at which a missed round is not played."""


def missed_rounds(
    entrants: Collection[EntrantId], results: Sequence[TableResult], rounds: Collection[int]
) -> list[TableResult]:
    """An absence without opponents for each of `rounds`, after the first one seated, that has no table for an entrant.

    Whoever came late misses nothing before, and whoever came back only what was played meanwhile.
    """
    seated: dict[int, set[EntrantId]] = {number: set() for number in rounds}
    first: dict[EntrantId, int] = {}
    for result in results:
        for entrant in (*result.ns_side, *result.ew_side):
            seated.setdefault(result.round, set()).add(entrant)
            first[entrant] = min(result.round, first.get(entrant, result.round))
    return [
        TableResult(round=number, table=NO_TABLE, ns=entrant, ew=None, outcome=Outcome.ABSENT_NS)
        for number in sorted(rounds)
        for entrant in entrants
        if entrant in first and first[entrant] < number and entrant not in seated[number]
    ]
