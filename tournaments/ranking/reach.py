"""The best and the worst place that each entrant can still reach, and the VP of the next table that a place takes.

Source: docs/tournaments.md §5. Exact where only tables are left that have been drawn, and before the last round;
earlier, what is called out of reach is so in every draw, and what is called certain holds in every draw
(`least_above`).

| covered                                                     | not covered: nobody is told anything                 |
|-------------------------------------------------------------|------------------------------------------------------|
| pairs, each for itself, ranked by VP first                  | individual and team events, another first criterion  |
| the round under way, missing slips, rounds to be drawn      | a knockout, whose places are played out              |
| an odd number: who rests gets what a rest is worth          | a rest worth more than a table                       |
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from heapq import nlargest

from tournaments.records import EntrantId, Standing, TieBreak

from .least_above import LeastAbove
from .remaining_rounds import CertainFigures, Remaining, possible_results, settled
from .victory_points import Scale

FIRST, PODIUM = 1, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """The fewest VP at the next table with which a place, or a better one, is reached."""

    possible: int | None
    """With fewer VP the place is out of reach; None if it is with any number."""
    certain: int | None
    """With this many VP nothing can take the place away; None if no number of VP suffices."""
    least: int
    """The fewest VP that a table gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The places that an entrant can still reach."""

    best: int
    worst: int
    first: Need | None
    """None if no table is to come."""
    podium: Need | None
    is_drawn: bool
    """Whether the next table is already drawn, in the round under way."""


class Reaches(Mapping[EntrantId, Reach]):
    """What each entrant can still reach; each is computed when it is asked for.

    Entrants who are out of the rounds to be drawn are left out. `counting` makes a `LeastAbove` of the same figures.
    """

    def __init__(
        self,
        figures: Mapping[EntrantId, CertainFigures],
        remaining: Remaining,
        scale: Scale,
        counting: Callable[..., LeastAbove],
    ) -> None:
        self.figures, self._is_to_be_drawn, self._counting = figures, bool(remaining.rounds), counting
        self._vps = [result.vp for result in possible_results(scale)]
        self._playing = [own for own, me in figures.items() if me.rounds or not remaining.rounds]
        self._known: dict[EntrantId, Reach] = {}

    def __getitem__(self, own: EntrantId) -> Reach:
        if own not in self._known:
            me = self.figures[own]
            if me.rounds == 0 and self._is_to_be_drawn:
                raise KeyError(own)
            self._known[own] = self._reach(own, me)
        return self._known[own]

    def __iter__(self) -> Iterator[EntrantId]:
        return iter(self._playing)

    def __len__(self) -> int:
        return len(self._playing)

    def within(self, place: int) -> list[EntrantId]:
        """Return those who can still reach this place, or a better one."""
        certain = nlargest(place, (one.vp for one in self.figures.values()))
        # With fewer VP than these have in any case, all of them are above.
        near = (own for own in self._playing if self._most(self.figures[own]) >= certain[-1])
        return [own for own in near if self._above.count(own) < place]

    def _most(self, one: CertainFigures) -> int:
        return one.vp + self._vps[-1] * one.games

    @cached_property
    def _above(self) -> LeastAbove:
        return self._counting()

    @cached_property
    def _below(self) -> LeastAbove:
        return self._counting(turned=True)

    def _reach(self, own: EntrantId, me: CertainFigures) -> Reach:
        best, worst = 1 + self._above.count(own), len(self.figures) - self._below.count(own)
        first, podium = (self._need(own, place, best, worst) if me.games else None for place in (FIRST, PODIUM))
        return Reach(best=best, worst=worst, first=first, podium=podium, is_drawn=me.tables > 0)

    def _need(self, own: EntrantId, place: int, best: int, worst: int) -> Need:
        vps, last = self._vps, len(self._vps) - 1

        def can_be(at: int) -> bool:
            return self._above.count(own, at) < place

        def is_sure(at: int) -> bool:
            return len(self.figures) - self._below.count(own, last - at) <= place

        if best > place:
            return Need(possible=None, certain=None, least=vps[0])
        certain = vps[0] if worst <= place else _least(vps, is_sure) if is_sure(last) else None
        return Need(possible=_least(vps, can_be), certain=certain, least=vps[0])


def reaches(
    standings: Sequence[Standing], remaining: Remaining, *, scale: Scale, tie_breaks: Sequence[TieBreak]
) -> Reaches:
    """Return what each entrant can still reach; empty if nothing is left to be played, or nothing can be said."""
    is_over = not (remaining.tables or remaining.rounds)
    says_nothing = is_over or tie_breaks[0] is not TieBreak.VP or _rests_beyond(remaining, scale)
    figures = {} if says_nothing else settled(standings, remaining, tie_breaks)
    return Reaches(figures, remaining, scale, partial(LeastAbove, figures, remaining, scale, tie_breaks))


def _least(vps: Sequence[int], holds: Callable[[int], bool]) -> int:
    """Return the fewest VP for which something holds, if it also holds for the most and all in between."""
    return vps[bisect_left(range(len(vps) - 1), True, key=holds)]


def _rests_beyond(remaining: Remaining, scale: Scale) -> bool:
    """Return whether a rest in a round to be drawn is worth more than any table."""
    return bool(remaining.rounds) and remaining.rest_vp > scale.total
