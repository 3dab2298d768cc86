"""The Swiss system: equal or nearest VP, no rematch; within a score group its upper half against its lower half.

Source: docs/tournaments.md §2, docs/pairing.md §8.

The entrants are ordered by VP, then by ranking. A round's cost is first the price of its constraints (`prices.py`),
then the sum of squared VP differences, then the sum of squared places out of the fold: in a score group of k, place i
should meet place i + k/2 (or with `adjacent` i + 1); between two groups, the last of the upper the first of the lower.
The optimum is exact, whatever the levels of price.

The window: in an optimum a table of a and b with vp(a) > vp(b) has at most |B(a)| + |B(b)| places c with VP strictly
between. The proof is that of `matching`, with VP for places: exchange c and its opponent w with a and b. If vp(w) <=
vp(b), then a–c and b–w are strictly nearer in VP; if vp(w) >= vp(a), then b–c and a–w are; if w is strictly between as
well, both are. So each place between uses up its own entry of B(a) or of B(b). Ties keep whole groups: a place with the
VP of a or of b is not between.

Times: milliseconds at 1,000 pairs after some rounds, nothing at all if every group simply folds; some two seconds if a
club that is kept apart or a team has nearly half of the field, or a few more.

| covered                                                        | not covered                                  |
|----------------------------------------------------------------|----------------------------------------------|
| both foldings; memory, clubs, teams, excluded meetings; rests   | colours and floats of chess: a pair that met |
| by ranking; a first round of any size, nobody having VP yet     | a lower group once may do so again           |
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

import numpy as np
from numpy.typing import NDArray

from tournaments.records import Draft, EntrantId, Fold, PairingRequest, Reason, ReasonCode, System

from .cheapest_round import SMALL, cheapest_of
from .common import Notes, Past, draft_of, lot_of, remembered_since, tables_by_ranking
from .constraints import Constraints
from .explanation import LOOKED_AT, Explanation
from .matching import complete
from .optimum import Tables
from .prices import FreeMeetings, Prices, highest, lowest
from .rests import harmless_rest, playing
from .window import WIDE, Meetings, Places, Window, WindowField, joined, root

NEAR, NEAR_WIDE = 4, 16  # equivalent: speed alone
"""The number of meetings on each side of a place's fold examined first; more if many are not free."""

NEAR_END = 8
"""The distance to the end of its group within which a place considers the next group."""


def pair_swiss(request: PairingRequest) -> Draft:
    """Return a Swiss round: pairs of equal or nearest VP, with as few rematches as there can be."""
    past = Past.of(request.history)
    avoided = Constraints.of(request, past, rematches=True, clubs=request.settings.avoid_clubs)
    rest = harmless_rest(request, past, avoided)
    vp = {entrant.id: request.vp.get(entrant.id, 0) for entrant in request.entrants}
    order = sorted(playing(request, rest), key=lambda entrant: -vp[entrant])
    groups = Groups([vp[entrant] for entrant in order], fold=request.settings.fold)
    tables = swiss(groups, avoided.prices(order), lot_of(request))
    notes = Notes.of(request, past, forced=True, since=remembered_since(request), fewest=avoided.minded)
    why = _Reasons(order, groups, avoided, tables)
    meetings = [(order[one], order[other]) for one, other in tables]
    seated = tables_by_ranking(request, past, meetings=meetings, why=why.at, rest=rest, notes=notes)
    cost = sum((vp[table.ns] - vp[table.ew]) ** 2 for table in seated if table.ew is not None)
    return draft_of(System.SWISS, request, past, seated, cost, notes.since)


@dataclass(slots=True)
class Groups:
    """The places by VP, the most first, and the cost of each table."""

    vp: Sequence[int]
    fold: Fold = field(kw_only=True)
    start: list[int] = field(init=False)
    """The index at which the group of each place begins; `end` is where it ends."""
    end: list[int] = field(init=False)
    step: list[int] = field(init=False)
    """How far below each place its opponent is in the group."""
    unit: int = field(init=False)
    """The cost of one VP squared, more than a round's total distance from its folds."""

    def __post_init__(self) -> None:
        size = len(self.vp)
        self.unit = size**3 + 1
        self.start, self.end = list(range(size)), [place + 1 for place in range(size)]
        for place in range(1, size):
            if self.vp[place] == self.vp[place - 1]:
                self.start[place] = self.start[place - 1]
        for place in range(size - 2, -1, -1):
            if self.vp[place] == self.vp[place + 1]:
                self.end[place] = self.end[place + 1]
        groups = zip(self.start, self.end, strict=True)
        self.step = [(end - start) // 2 if self.fold is Fold.FOLDED else 1 for start, end in groups]

    def cost(self, one: int, other: int) -> int:
        upper, lower = (one, other) if one < other else (other, one)
        expected = self.step[upper] if self.start[upper] == self.start[lower] else 1
        return (self.vp[upper] - self.vp[lower]) ** 2 * self.unit + (lower - upper - expected) ** 2

    @property
    def ceiling(self) -> int:
        """Return a bound above the cost of any round."""
        return len(self.vp) * (1 + (self.vp[0] - self.vp[-1]) ** 2) * self.unit


def swiss(groups: Groups, prices: Prices, lot: Random, *, small: int = SMALL) -> Tables:
    """Return the best round; ties broken by `lot`. Up to `small` places are matched whole."""
    ideal = _folded(groups)
    if ideal is not None and not prices.total(ideal):
        return ideal

    meetings = FreeMeetings(prices, (1 << prices.size) - 1)
    return cheapest_of(_ByVP(Window(prices, meetings, complete(meetings)), groups), lot, small)


def _folded(groups: Groups) -> Tables | None:
    """Return every group folded in itself, if all are even: nothing is better or as good."""
    tables = []
    at, size = 0, len(groups.vp)
    while at < size:
        end = groups.end[at]
        if (end - at) % 2:
            return None
        if groups.fold is Fold.FOLDED:
            half = (end - at) // 2
            tables += [(upper, upper + half) for upper in range(at, at + half)]
        else:
            tables += [(upper, upper + 1) for upper in range(at, end, 2)]
        at = end
    return tables


@dataclass(frozen=True)
class _ByVP(WindowField):
    """The field of a Swiss round: the price, then the squared difference in VP, then the distance from the fold."""

    groups: Groups

    @property
    def bases(self) -> list[int]:
        unit = self.groups.unit
        return [unit] if self.window.mates else [self.groups.ceiling // unit, unit]

    @property
    def narrow(self) -> bool:
        return False

    def level(self) -> None:
        return None

    @cached_property
    def _vp(self) -> Places:
        return np.array(self.groups.vp, np.int64)

    @cached_property
    def _start(self) -> Places:
        return np.array(self.groups.start, np.int64)

    @cached_property
    def _end(self) -> Places:
        return np.array(self.groups.end, np.int64)

    @cached_property
    def _step(self) -> Places:
        return np.array(self.groups.step, np.int64)

    def figures(self, meetings: Meetings) -> list[Places]:
        one, other = meetings
        expected = np.where(self._start[one] == self._start[other], self._step[one], 1)
        own = [(self._vp[one] - self._vp[other]) ** 2, (other - one - expected) ** 2]
        return own if self.window.mates else [self.window.price(meetings), *own]

    def near(self) -> Meetings:
        """Return the nearest on both sides of each fold and below each group."""
        groups, meets = self.groups, self.window.meetings.meets
        near = NEAR if self.window.loose.max() < WIDE else NEAR_WIDE  # equivalent: speed alone
        one, other = list[int](), list[int]()
        for place, mask in enumerate(meets):
            end, step = groups.end[place], groups.step[place]
            below = mask >> place + 1 << place + 1
            group = below & (1 << end) - 1  # equivalent: speed alone
            centre = min(place + step, end)  # equivalent: speed alone
            partners = [*lowest(group >> centre << centre, near), *highest(group & (1 << centre) - 1, near)]
            if end - place <= NEAR_END or len(partners) < near:  # equivalent: speed alone
                partners += lowest(below >> end << end, near)  # equivalent: speed alone
            one += [place] * len(partners)
            other += partners
        return joined(self.window.tables(), (np.array(one, np.int64), np.array(other, np.int64)))

    def wide(self, most: NDArray[np.float64]) -> Iterator[Meetings]:
        loose, places, end = self.window.loose, np.arange(self.size), self._end
        last = end[np.minimum(end + loose + loose.max(), self.size - 1)]
        if self.window.mates:
            last = np.minimum(last, np.searchsorted(-self._vp, root(most) - self._vp, "right"))
        for one, other in self.window.within(places + 1, last):
            at = np.flatnonzero(self._start[other] - end[one] <= loose[one] + loose[other])
            yield one[at], other[at]


@dataclass(slots=True)
class _Reasons:
    """The reasons for each table: its VP, and the obstacles to a nearer one."""

    order: Sequence[EntrantId]
    groups: Groups
    avoided: Constraints
    tables: Tables
    seat: dict[EntrantId, int] = field(init=False)
    opponent: dict[int, int] = field(init=False)
    cost: dict[int, int] = field(init=False)
    """What the table of each place costs."""

    def __post_init__(self) -> None:
        self.seat = {entrant: place for place, entrant in enumerate(self.order)}
        self.opponent = dict(self.tables)
        self.opponent.update((lower, upper) for upper, lower in self.tables)
        self.cost = {place: self.groups.cost(place, other) for place, other in self.tables}
        self.cost.update((lower, self.cost[upper]) for upper, lower in self.tables)

    def at(self, one: EntrantId, other: EntrantId) -> list[Reason]:
        upper, lower = sorted((self.seat[one], self.seat[other]))
        vp, other_vp = self.groups.vp[upper], self.groups.vp[lower]
        why = Explanation(self.avoided)
        for better in self._nearer(upper, lower):
            why.not_nearer(self.order[upper], self.order[better], self.order[lower], self.order[self.opponent[better]])
        if vp == other_vp:
            return [Reason(ReasonCode.SAME_VP, {"vp": vp}), *why.reasons()]
        facts = {"pair": self.order[upper], "vp": vp, "other": self.order[lower], "other_vp": other_vp}
        return [Reason(ReasonCode.OTHER_VP, facts), *why.reasons()]

    def _nearer(self, upper: int, lower: int) -> Iterator[int]:
        """Yield some that `upper` would have met sooner, if both tables would then have been nearer."""
        cost, opponent = self.groups.cost, self.opponent
        centre, end = upper + self.groups.step[upper], self.groups.end[upper]
        about_fold = range(centre - 1, min(end, centre + 2))
        about_end = range(end - LOOKED_AT // 2, min(lower, end + LOOKED_AT // 2))
        same = self.groups.start[upper] == self.groups.start[lower]
        for other in about_fold if same else about_end:
            if other in (upper, lower) or other < 0:
                continue
            now = self.cost[upper] + self.cost[other]
            if cost(upper, other) + cost(lower, opponent[other]) < now:
                yield other
