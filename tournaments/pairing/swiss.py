"""Swiss: equal or nearest VP, no rematch; within a score group its upper half against its lower half.

Source: docs/tournaments.md §2, docs/pairing.md §8.

Those who play stand by VP, then by ranking. A round's cost is first the least of what is kept apart (`prices.py`),
then the least sum of squared VP differences, then the least sum of squared places out of the fold: in a score group
of k, place i is to meet place i + k/2 (or with `adjacent` i + 1); between two groups, the last of the upper the
first of the lower. Exactly, whatever the levels of price.

The window: in an optimum a table of a and b with vp(a) > vp(b) has at most |B(a)| + |B(b)| places c with VP
strictly between. The proof is that of `matching`, with VP for places: seat c and its opponent w anew with a and b;
if vp(w) <= vp(b), then a–c and b–w are strictly nearer in VP; if vp(w) >= vp(a), then b–c and a–w are; if w is
strictly between as well, both ways are. So each place between uses up an entry of B(a) or of B(b) of its own. Ties
keep whole groups: a place with the VP of a or of b is not between.

The parity cut: let the groups stand in a row, and let g(i) be the VP between group i and the next. The tables that
cross from the first i groups to the others are odd in number exactly if those groups hold an odd number of places,
and a table that crosses several gaps costs at least the sum of their squares. So a round costs at least the sum of
g(i)² over the odd boundaries, and one that holds a table a–b at least its own square, and the gaps that are odd
without its crossings. What with this comes to more than a round known to exist can be left out; where that round
is no dearer than the bound, so can what is farther out of the fold than its sum.

How long: below a second at 1,000 pairs after some rounds, nothing at all where every group simply folds; some
seconds where in addition clubs are kept apart and one of them holds about half of the field.

| covered                                                        | not covered                                  |
|----------------------------------------------------------------|----------------------------------------------|
| both foldings; memory, clubs, teams, excluded meetings; rests   | colours and floats of chess: a pair that met |
| by ranking; a first round of any size, nobody having VP yet     | a lower group once may do so again           |
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import isqrt
from random import Random

from tournaments.records import Draft, EntrantId, Fold, PairingRequest, Reason, ReasonCode, System

from .avoided import Avoided
from .common import Notes, Past, draft_of, lot_of, remembered_since, tables_by_ranking
from .explanation import LOOKED_AT, Explanation
from .matching import least_cost
from .optimum import Tables
from .prices import FreeMeetings, Prices
from .rests import harmless_rest, playing

NEAR = 16
"""How far about the fold the round is looked for whose cost is the cut."""


def pair_swiss(request: PairingRequest) -> Draft:
    past = Past.of(request.history)
    avoided = Avoided.of(request, past, rematches=True, clubs=request.settings.avoid_clubs)
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
    """Places by VP, the most first, and what a table of two of them costs."""

    vp: Sequence[int]
    fold: Fold = field(kw_only=True)
    start: list[int] = field(init=False)
    """For each place, where its group begins, and `end` where it ends."""
    end: list[int] = field(init=False)

    def __post_init__(self) -> None:
        size = len(self.vp)
        self.start, self.end = list(range(size)), [place + 1 for place in range(size)]
        for place in range(1, size):
            if self.vp[place] == self.vp[place - 1]:
                self.start[place] = self.start[place - 1]
        for place in range(size - 2, -1, -1):
            if self.vp[place] == self.vp[place + 1]:
                self.end[place] = self.end[place + 1]

    @property
    def unit(self) -> int:
        """One VP squared, more than all that a round can be out of its folds."""
        return len(self.vp) ** 3 + 1

    def step(self, place: int) -> int:
        """How far below its opponent sits in the group."""
        return (self.end[place] - self.start[place]) // 2 if self.fold is Fold.FOLDED else 1

    def out_of_fold(self, upper: int, lower: int) -> int:
        expected = self.step(upper) if self.start[upper] == self.start[lower] else 1
        return (lower - upper - expected) ** 2

    def cost(self, one: int, other: int) -> int:
        upper, lower = min(one, other), max(one, other)
        return (self.vp[upper] - self.vp[lower]) ** 2 * self.unit + self.out_of_fold(upper, lower)

    @property
    def ceiling(self) -> int:
        """More than any round of somebody costs."""
        return len(self.vp) * (1 + (self.vp[0] - self.vp[-1]) ** 2) * self.unit


def swiss(groups: Groups, prices: Prices, lot: Random) -> Tables:
    """The best round; equals by `lot`."""
    ideal = _folded(groups)
    if ideal is not None and not prices.total(ideal):
        return ideal

    boundaries = _Boundaries(groups)

    def near(meetings: FreeMeetings) -> Iterable[tuple[int, int]]:
        return _near(groups, meetings)

    return least_cost(prices, lot, cost=groups.cost, ceiling=groups.ceiling, wide=boundaries.edges, near=near)


def _folded(groups: Groups) -> Tables | None:
    """Every group folded in itself, where every one is even: nothing can be better, and nothing else is as good."""
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


def _near(groups: Groups, meetings: FreeMeetings) -> Iterator[tuple[int, int]]:
    """Meetings about the fold, and about the boundaries of the groups."""
    size = len(groups.vp)
    for place, meets in enumerate(meetings.meets):
        centre, end = place + groups.step(place), groups.end[place]
        for other in range(max(place + 1, centre - NEAR), min(end, centre + NEAR + 1)):
            if meets >> other & 1:
                yield place, other
        for other in range(end, min(size, place + NEAR + 1)):
            if meets >> other & 1:
                yield place, other


@dataclass(slots=True)
class _Boundaries:
    """The groups in a row, and what the parity of the tables that cross between them costs."""

    groups: Groups
    group_of: list[int] = field(init=False)
    starts: list[int] = field(init=False)
    """Where each group begins, and at last where all end."""
    base: int = 0
    """What any round costs at least, in squared VP."""
    turned: list[int] = field(init=False)
    """Sums over the boundaries before each group: what it adds to the least to cross them."""

    def __post_init__(self) -> None:
        vp = self.groups.vp
        self.starts = [place for place in range(len(vp)) if self.groups.start[place] == place]
        self.group_of, self.turned = [], [0]
        for number, (start, end) in enumerate(zip(self.starts, [*self.starts[1:], len(vp)], strict=True)):
            self.group_of += [number] * (end - start)
            if end < len(vp):
                square = (vp[start] - vp[end]) ** 2
                self.base += square * (end % 2)
                self.turned.append(self.turned[-1] + (-square if end % 2 else square))
        self.starts.append(len(vp))

    def least(self, upper: int, lower: int) -> int:
        """What a round with a table of these places costs at least, in squared VP."""
        vp, turned, group_of = self.groups.vp, self.turned, self.group_of
        crossing = turned[group_of[lower]] - turned[group_of[upper]]
        return self.base + crossing + (vp[upper] - vp[lower]) ** 2

    def edges(self, meetings: FreeMeetings, bound: int | None) -> Iterator[tuple[int, int]]:
        """The window; with `bound`, of free meetings alone and without what comes to more."""
        loose = [meetings.loose(place) for place in range(len(meetings.meets))]
        loosest = max(loose, default=0)
        for upper, reach in enumerate(loose):
            for start, end in self._below(upper, reach + loosest):
                between = max(0, start - self.groups.end[upper])
                lowest, highest = self._foldable(upper, start, bound)
                for lower in range(max(start, upper + 1, lowest), min(end, highest + 1)):
                    if between <= reach + loose[lower] and (bound is None or meetings.meets[upper] >> lower & 1):
                        yield upper, lower

    def _below(self, upper: int, most: int) -> Iterator[tuple[int, int]]:
        """The groups from that of `upper` on, as long as at most `most` places are between."""
        for number in range(self.group_of[upper], len(self.starts) - 1):
            if self.starts[number] - self.groups.end[upper] > most:
                return
            yield self.starts[number], self.starts[number + 1]

    def _foldable(self, upper: int, start: int, bound: int | None) -> tuple[int, int]:
        """From which place to which `bound` leaves opponents in the group that begins at `start`."""
        if bound is None:
            return 0, len(self.groups.vp)
        left = bound - self.least(upper, start) * self.groups.unit
        if left < 0:
            return 1, 0
        same = self.groups.start[upper] == start
        centre = upper + (self.groups.step(upper) if same else 1)
        return centre - isqrt(left), centre + isqrt(left)


@dataclass(slots=True)
class _Reasons:
    """Why each table is as it is: its VP, and what stood in the way of a nearer one."""

    order: Sequence[EntrantId]
    groups: Groups
    avoided: Avoided
    tables: Tables
    seat: dict[EntrantId, int] = field(init=False)
    opponent: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.seat = {entrant: place for place, entrant in enumerate(self.order)}
        self.opponent = dict(self.tables)
        self.opponent.update((lower, upper) for upper, lower in self.tables)

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
        """Some that `upper` would have met sooner, if both tables would then have been nearer."""
        cost, opponent = self.groups.cost, self.opponent
        centre = upper + self.groups.step(upper)
        about_fold = range(centre - 1, min(self.groups.end[upper], centre + 2))
        about_end = range(self.groups.end[upper] - LOOKED_AT // 2, min(lower, self.groups.end[upper] + LOOKED_AT // 2))
        same = self.groups.start[upper] == self.groups.start[lower]
        for other in about_fold if same else about_end:
            if other in (upper, lower) or other < 0:
                continue
            now = cost(upper, lower) + cost(other, opponent[other])
            if cost(upper, other) + cost(lower, opponent[other]) < now:
                yield other
