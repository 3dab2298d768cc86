"""The rankings computed last, and the sums of everybody before their last round: what a slip does not change.

A ranking is computed again only from what differs: with the same facts it is the same, and if only tables of the last
round differ, the sums of the rounds before it are taken over. Whatever was corrected there, or given by the referee, is
another fact. Facts are compared and never looked up by a version, so nothing here is ever stale.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

from tournaments.ranking.course import Course, course_of
from tournaments.ranking.standings import Sums, standings, sums_of
from tournaments.records import Cut, Entrant, PointAdjustment, Standing, TableResult, TieBreak

MOST_ENTRANTS = 20_000
"""The entrants of all rankings kept: of twenty halls of 500 by full and public names, or two fields of 5,000."""

Value = TypeVar("Value")


class _Item(NamedTuple, Generic[Value]):
    facts: tuple[Any, ...]
    value: Value
    size: int


class _Cache(Generic[Value]):
    """Values by the facts that they were computed from, those used last at the end, up to a number of entrants."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._items: tuple[_Item[Value], ...] = ()
        self._lock = Lock()

    def get_or_make(self, facts: tuple[Any, ...], make: Callable[[], Value], *, size: int) -> Value:
        """Return the value of equal facts, or make it; `size` is how many entrants it holds."""
        found = next((item for item in self._items if item.facts == facts), None) or _Item(facts, make(), size)
        with self._lock:
            items, room = [found], self._most - size
            for older in reversed(self._items):
                if older is not found and older.size <= room:
                    items.append(older)
                    room -= older.size
            self._items = tuple(reversed(items))
        return found.value


class RankingCache:
    """The rankings, their sums and their courses computed last, up to `most` entrants of each."""

    def __init__(self, most: int = MOST_ENTRANTS) -> None:
        self._rankings, self._sums = _Cache[tuple[Standing, ...]](most), _Cache[Sums](most)
        self._courses = _Cache[Course](most)

    def standings(
        self,
        entrants: Iterable[Entrant],
        results: Iterable[TableResult],
        adjustments: Iterable[PointAdjustment] = (),
        *,
        after_round: int | None = None,
        without_slips: Collection[int] = (),
        **settings: Any,
    ) -> tuple[Standing, ...]:
        """Return the ranking, as `tournaments.ranking.standings.standings` computes it from the same arguments."""
        entrants, results, adjustments = tuple(entrants), tuple(results), tuple(adjustments)
        without = frozenset(without_slips)
        worth = {name: settings[name] for name in ("scale", "rest", "absence")}

        def sums(before: tuple[TableResult, ...], last: int) -> Sums:
            return self._sums.get_or_make(
                (worth, without - {last}, adjustments, before, _names(before)),
                lambda: sums_of(before, adjustments, without_slips=without, **worth),
                size=len(entrants),
            )

        def ranking() -> tuple[Standing, ...]:
            last = max((r.round for r in results if after_round is None or r.round <= after_round), default=0)
            earlier = sums(tuple(result for result in results if result.round < last), last)
            now = [result for result in results if result.round >= last]
            chosen = settings | {"after_round": after_round, "without_slips": without}
            return standings(entrants, now, adjustments, earlier=earlier, **chosen)

        facts = (settings, after_round, without, adjustments, entrants, results, _names(results))
        return self._rankings.get_or_make(facts, ranking, size=len(entrants))

    def course(
        self,
        standings: Sequence[Standing],
        *,
        tie_breaks: Sequence[TieBreak],
        seed: int,
        played_out: Mapping[int, Sequence[Standing]],
        latest: int | None = None,
        cut: Cut | None = None,
    ) -> Course:
        """Return the course of a ranking, as `course_of` computes it from the same arguments."""
        rows = tuple(standings)
        facts = (tuple(tie_breaks), seed, latest, cut, played_out, rows)
        return self._courses.get_or_make(
            facts,
            lambda: course_of(rows, tie_breaks=tie_breaks, seed=seed, played_out=played_out, latest=latest, cut=cut),
            size=len(rows),
        )


def _names(results: Iterable[TableResult]) -> tuple[str, ...]:
    """Return the names of the tables in their sections: tables of one number are equal, whatever they are called."""
    return tuple(getattr(result.table, "name", "") for result in results)  # equivalent `'x'`: no table's name either


RANKING_CACHE = RankingCache()
"""Those of this process."""
