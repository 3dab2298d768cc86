"""The ranking of a season, a function of its tournaments and its rule (docs/seasons.md §3)."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from .best_results import CountedResult, Counts, SeasonCell, counting, sum_of
from .rule import SeasonRule, SeasonTie
from .ties import TieBreakResults, in_order
from .tournament_points import Finish, PlayedTournament, Ranked, points_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """A row of the ranking of a season."""

    place: int | None
    """None if there were too few results to be ranked."""
    tied: bool
    """Whether the place is shared."""
    who: Ranked
    points: int
    """In hundredths of a point: the sum of the results that count, and of the bonus for others if it counts."""
    cells: tuple[SeasonCell | None, ...]
    """One for each tournament, in order; None for absence."""
    attended: int
    """The number of results, whether they count or not."""
    decided_by: SeasonTie | None = None
    """The tie-break that separates it from the row above at equal points."""


def season_ranking(played: Sequence[PlayedTournament], rule: SeasonRule, *, seed: int) -> tuple[SeasonRow, ...]:
    """Return everybody who played in one of the tournaments, best first; those who are not ranked follow, by points.

    Those level on every tie-break share a place, and are ordered by their keys.
    """
    sides = [_gathered(who, finishes, played, rule) for who, finishes in sorted(_by_who(played).items())]
    ranked = [side for side in sides if side.attended >= rule.attendance]
    rows: list[SeasonRow] = []
    for group in in_order(ranked, rule.ties, seed):
        place = len(rows) + 1
        tied = len(group.members) > 1
        for at, side in enumerate(group.members):
            rows.append(_row(side, place=place, tied=tied, decided_by=None if at else group.decided_by))
    unranked = sorted(
        (side for side in sides if side.attended < rule.attendance), key=lambda side: (-side.points, side.who)
    )
    return (*rows, *(_row(side, place=None, tied=False, decided_by=None) for side in unranked))


def points_after_each(
    played: Sequence[PlayedTournament], rule: SeasonRule, whom: Collection[Ranked]
) -> dict[Ranked, list[int]]:
    """Return the points after each tournament in hundredths, equal to those of the ranking at that time."""
    theirs = [(who, finishes) for who, finishes in _by_who(played).items() if who in whom]
    return {
        who: [_gathered(who, finishes, played[:number], rule).points for number in range(1, len(played) + 1)]
        for who, finishes in theirs
    }


def only(rows: Iterable[SeasonRow], members: Collection[Ranked]) -> tuple[SeasonRow, ...]:
    """Return the ranking of some alone, in the same order, with new places."""
    chosen = [row for row in rows if row.who in members]
    first: dict[int | None, int] = {}
    for at, row in enumerate(chosen, start=1):
        first.setdefault(row.place, at)
    having = Counter(row.place for row in chosen)
    return tuple(
        row if row.place is None else replace(row, place=first[row.place], tied=having[row.place] > 1) for row in chosen
    )


def _by_who(played: Sequence[PlayedTournament]) -> dict[Ranked, list[tuple[int, Finish]]]:
    finishes: dict[Ranked, list[tuple[int, Finish]]] = {}
    for at, tournament in enumerate(played):
        for finish in tournament.finishes:
            finishes.setdefault(finish.who, []).append((at, finish))
    return finishes


def _gathered(
    who: Ranked, finishes: Sequence[tuple[int, Finish]], played: Sequence[PlayedTournament], rule: SeasonRule
) -> TieBreakResults:
    finishes = [(at, finish) for at, finish in finishes if at < len(played)]
    results = [
        CountedResult(at, played[at].venue, points_of(finish, rule, played[at].weight))
        for at, finish in finishes
        if finish.rounds >= rule.least_rounds
    ]
    chosen = counting(results, rule)
    worth = {result.tournament: result.points for result in results}
    cells: list[SeasonCell | None] = [None] * len(played)
    for at, finish in finishes:
        counts = Counts.TOO_SHORT if at not in worth else Counts.YES if at in chosen else Counts.DROPPED
        cells[at] = SeasonCell(worth.get(at, 0), finish.place, counts)
    return TieBreakResults(
        who=who,
        points=sum_of(results, chosen, rule),
        best=max(worth.values(), default=0),
        finishes=[finish for at, finish in finishes if at in worth],
        cells=tuple(cells),
    )


def _row(side: TieBreakResults, *, place: int | None, tied: bool, decided_by: SeasonTie | None) -> SeasonRow:
    return SeasonRow(
        place=place,
        tied=tied,
        who=side.who,
        points=side.points,
        cells=side.cells,
        attended=side.attended,
        decided_by=decided_by,
    )
