"""The fewest others who can end above somebody, of all that can still happen at the tables.

A table that is played to its end gives VP of the scale, with any MP difference that the scale reads so; the largest
band has no end. What only the referee decides is left out: absences, assigned scores, adjustments to come.

| still to be played                               | how few                                                         |
|--------------------------------------------------|-----------------------------------------------------------------|
| tables that are drawn, for nobody more than one  | exact: some outcome has so few above, and none has fewer        |
| one round to be drawn, and nothing else          | the same, of all draws, for the best result of the own table    |
| more rounds, or two open tables of one entrant   | a bound: no draw and no outcome has fewer above                 |

Among equals in VP the MP difference decides, if it comes next in the order; in a round to be drawn it can always be
made good. Whatever comes after it is taken to fall out well for whoever has yet to play, and is known of the others up
to the direct meeting.

With every figure turned round the lowest stand first, and the same counting says how few can end below.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain, compress, takewhile
from operator import neg, not_

from tournaments.records import EntrantId, TieBreak

from .remaining_rounds import BOUNDLESS, CertainFigures, PossibleResult, Remaining, possible_results
from .shared_vp import LossesInAll, LossesInARound
from .victory_points import MP_STEP, Scale

Level = tuple[int, ...]
"""Figures in the order of the ranking: the higher level ranks above."""


class LeastAbove:
    """One direction of a ranking: from above, or `turned`."""

    def __init__(
        self,
        figures: Mapping[EntrantId, CertainFigures],
        remaining: Remaining,
        scale: Scale,
        tie_breaks: Sequence[TieBreak],
        *,
        turned: bool = False,
    ) -> None:
        self._total, self._results = scale.total, possible_results(scale)
        self._twice = [2 * result.vp for result in self._results]
        self._by_difference = tuple(tie_breaks[1:2]) == (TieBreak.MP_DIFFERENCE,)
        # Entrants equal in all tie-breaks share a place, so neither is below the other.
        self._tie_breaks = tie_breaks
        self._last = int(turned and TieBreak.DIRECT not in tie_breaks)
        ends = len(tie_breaks) == 1 + self._by_difference
        self._others_end, self._own_end = (self._last, 0) if ends else (-BOUNDLESS, BOUNDLESS)
        self._figures = {number: self._turned(one) for number, one in figures.items()} if turned else dict(figures)
        self._one_each = all(one.tables < 2 for one in figures.values())
        self._exact = self._one_each and not remaining.rounds
        self._opponent: dict[EntrantId, EntrantId] = {}
        if self._one_each:
            for ns, ew in remaining.tables:
                self._opponent |= {ns: ew, ew: ns}
        single = {own: (self._level_of(me),) for own, me in self._figures.items() if own not in self._opponent}
        at_tables = {table: self._levels_of_table(*table) for table in remaining.tables if self._one_each}
        self._levels = sorted(chain.from_iterable((*single.values(), *at_tables.values())))
        self._levels_of = single | {own: levels for table, levels in at_tables.items() for own in table}
        self._remaining = remaining
        self._rest_vp = scale.total - remaining.rest_vp if turned else remaining.rest_vp

    def count(self, own: EntrantId, at: int | None = None) -> int:
        """Return how few can be above `own` if the next table gives the result `at` of `possible_results`.

        None for the best.
        """
        me, result = self._figures[own], self._results[-1 if at is None else at]
        lost = 0 if at is None else self._total - result.vp
        vp = me.vp + self._total * me.games - lost
        if not self._exact:
            # Only VP count: every difference can still be made up.
            level: Level = (vp + 1,)
        elif me.tables:
            level = self._level(vp, me.difference + result.high, self._own_end)
        else:
            level = (*me.figures, 0)
        above = len(self._levels) - bisect_right(self._levels, level)
        above -= sum(side > level for side in self._levels_of[own])
        if (other := self._opponent.get(own)) is not None:
            above += self._passes(me, self._figures[other], result)
        return above if self._exact else max(above, self._shared(vp, lost))

    @cached_property
    def _shared(self) -> Callable[[int, int], int]:
        # Entrants level in VP have the same answer, and most are level with somebody.
        return cache(self._sharing(self._remaining, self._rest_vp).least)

    def _sharing(self, remaining: Remaining, rest_vp: int) -> LossesInAll | LossesInARound:
        most = [one.vp + self._total * one.games for one in self._figures.values()]
        is_odd = len(remaining.paired) % 2
        if remaining.rounds == 1 and not remaining.tables:
            plays = [one.rounds > 0 for one in self._figures.values()]
            return LossesInARound(
                compress(most, plays),
                [result.vp for result in self._results],
                rest=self._total - rest_vp if is_odd else None,
                fixed=compress(most, map(not_, plays)),
            )
        a_round = len(remaining.paired) // 2 * self._total + is_odd * (self._total - rest_vp)
        return LossesInAll(most, len(remaining.tables) * self._total + remaining.rounds * a_round)

    def _passes(self, me: CertainFigures, they: CertainFigures, result: PossibleResult) -> bool:
        """Return whether the other side of the same table ends above `me`: one result decides for both."""
        if not self._exact:
            return they.vp + self._total - result.vp > me.vp + result.vp + self._total * me.rounds
        gaps = {
            TieBreak.VP: they.vp + self._total - me.vp - 2 * result.vp,
            TieBreak.MP_DIFFERENCE: they.difference - me.difference - 2 * result.high,
            TieBreak.MP: they.mp - me.mp - result.high,
        }
        # The later tie-breaks may go either way; without any, the two share the place.
        known_gaps = [gaps[key] for key in takewhile(gaps.__contains__, self._tie_breaks)]
        gap = next(filter(None, known_gaps), self._last if len(known_gaps) == len(self._tie_breaks) else 0)
        return gap > 0

    def _turned(self, one: CertainFigures) -> CertainFigures:
        """Return the results seen from below, where a table takes from the total what it gives."""
        return CertainFigures(
            vp=-one.vp - self._total * one.games,
            difference=-one.difference,
            mp=-one.mp,
            figures=tuple(map(neg, one.figures)),
            tables=one.tables,
            rounds=one.rounds,
        )

    def _level(self, vp: int, difference: int, end: int) -> Level:
        return (vp, difference, end) if self._by_difference else (vp, end)

    def _level_of(self, me: CertainFigures) -> Level:
        """Return the level below which an entrant without a drawn table is above, whatever happens."""
        return self._level(me.vp, -BOUNDLESS, self._others_end) if me.games else (*me.figures, self._last)

    def _levels_of_table(self, ns_number: EntrantId, ew_number: EntrantId) -> tuple[Level, Level]:
        """Return two levels of a table: below the first both sides are above, below the second at least one of them."""
        ns, ew = self._figures[ns_number], self._figures[ew_number]
        lowest = min(self._with(side, self._results[0].vp, -BOUNDLESS) for side in (ns, ew))
        # The more NS gets, the less EW has: the higher of the two is lowest where they come closest.
        at = bisect_left(self._twice, self._total + ew.vp - ns.vp)
        nearest: list[Level] = []
        if at > 0:
            below = self._results[at - 1]
            nearest.append(self._with(ew, self._total - below.vp, -below.high))
        if at < len(self._results):
            result = self._results[at]
            equal = 2 * result.vp == self._total + ew.vp - ns.vp
            for difference in _halves(ns, ew, result) if equal else (result.low,):
                one = self._with(ns, result.vp, difference)
                nearest.append(max(one, self._with(ew, self._total - result.vp, -difference)))
        return lowest, min(nearest)

    def _with(self, one: CertainFigures, vp: int, difference: int) -> Level:
        return self._level(one.vp + vp, one.difference + difference, self._others_end)


def _halves(ns: CertainFigures, ew: CertainFigures, result: PossibleResult) -> tuple[int, int]:
    """Return the differences of a result that bring both sides closest to the same sum of differences."""
    steps = (ew.difference - ns.difference) // (2 * MP_STEP)
    lower, upper = (min(max(MP_STEP * number, result.low), result.high) for number in (steps, steps + 1))
    return lower, upper
