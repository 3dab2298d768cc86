"""The exact matching of bare places: who meets whom.

A round's price (`prices.py`) always comes first: if a meeting at a price cannot be avoided, the total is minimal. The
arithmetic uses whole numbers only. B(v) is the set of places at a price with v.

Dirac: if no place is at a price with more than d others, 2d + 2 places or more always pair at no price, so only a tail
of 2d + 1 places needs a closer search; d is counted again among those who are left.

The window: in an optimum of the squared distances a table a < b has **b - a <= 1 + |B(a)| + |B(b)|**, whatever the
levels of price. Proof: let c be strictly between, seated with w. If w is beyond b, the tables a–c and b–w are nearer in
sum than a–b and c–w, so by the optimum they cost more: p(a,c) + p(b,w) > p(a,b) + p(c,w) >= 0, and c is in B(a) or w in
B(b). If w is beyond a, likewise c is in B(b) or w in B(a). If w is between as well, both other ways to seat the four
are nearer, and each gives such an entry, one for c and one for w. So every place between uses up its own entry of B(a)
or B(b). Prices must only be 0 or more, and only their differences count. So B may be taken from the reduced prices of
`FreeMeetings`, where most members of a big club are in no B.

`cheapest_round` finds the optimum in the window. `top_down` does not search for it: beside Dirac's theorem, one search
of all augmenting paths (`augmenting_paths`) finds the best possible opponent of a place, so its time is bounded if such
a round exists.

Times: `top_down` takes milliseconds, `min_square` less than a second at 1,000 places, even if a club has half of them;
up to four seconds if a club or a team has nearly half, or a few more. Only if there is no round of `FreeMeetings` does
`top_down` match the whole field, once: gigabytes and minutes at 5,000 places.

Exactness:

| task         | exact                                                                                            |
|--------------|--------------------------------------------------------------------------------------------------|
| `least_price`, `min_square` | always                                                                            |
| `top_down`   | always if rounds of `FreeMeetings` exist, as in any field that is big for its rounds; else up to |
|              | `EXACT_UP_TO` places (from where Dirac ends); beyond, of least price, the ranking by exchanges   |
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

import numpy as np
from numpy.typing import NDArray

from .augmenting_paths import Chains, reconnect
from .cheapest_round import SMALL, cheapest_of
from .optimum import Edge, Tables, heaviest
from .prices import FreeMeetings, Mask, Prices, mask_of, places_in
from .window import WIDE, Meetings, Places, Window, WindowField, joined, root

EXACT_UP_TO = 100

NEAREST, NEAREST_TANGLED = 8, 24
"""The number of meetings of each place that `min_square` first examines in a wide window.

Otherwise it examines the whole window.
"""


HALF_SUFFICES = 15
"""The number of unmeetable places from which the whole of a narrow window is examined first.

With fewer, it is half of it and one meeting more: neighbours who met in two or three rounds have to reach that far.
"""

ACROSS = 3
"""The number of places further up and down at which `min_square` first looks, where one half meets the other."""


def always_pairable(size: int, busiest: int) -> bool:
    """Return whether `size` places pair at no price if none is at a price with more than `busiest` of them."""
    return size >= 2 * busiest + 2


def least_price(prices: Prices) -> int:
    """Return the least cost of a round of all places.

    >>> least_price(Prices([{1: 3}, {0: 3}, {}, {}])), least_price(Prices([{1: 3, 2: 3, 3: 3}, {0: 3}, {0: 3}, {0: 3}]))
    (0, 3)
    """
    if always_pairable(prices.size, prices.busiest):
        return 0
    everybody = (1 << prices.size) - 1
    return prices.total(_tables(least_priced(prices, everybody, complete(FreeMeetings(prices, everybody)))))


def complete(meetings: FreeMeetings) -> list[int] | None:
    """Return a round of free meetings, as the opponent of each place (-1: not among them), or None."""
    mates, free, alone = [-1] * len(meetings.meets), meetings.among, 0
    for place in places_in(meetings.among):
        if free >> place & 1:
            free ^= 1 << place
            nearest = meetings.meets[place] & free
            if nearest:
                free ^= nearest & -nearest
                _seat(mates, place, (nearest & -nearest).bit_length() - 1)
            else:
                alone |= 1 << place
    while alone:
        place = (alone & -alone).bit_length() - 1
        alone ^= 1 << place
        other = reconnect(meetings.meets, mates, meetings.among, place, alone)
        if other is None:
            chains = Chains(meetings.meets, mates, meetings.among & ~alone, place)
            met = _somebody_met(meetings.meets, chains.outer, alone)
            if met is None:
                return None
            place, other = met
            chains.leave(place)
            _seat(mates, place, other)
        alone ^= 1 << other
    return mates


def _seat(mates: list[int], one: int, other: int) -> None:
    mates[one], mates[other] = other, one


def _tables(mates: Sequence[int]) -> Tables:
    return [(one, other) for one, other in enumerate(mates) if one < other]


def _mates(size: int, tables: Iterable[tuple[int, int]]) -> list[int]:
    mates = [-1] * size
    for one, other in tables:
        _seat(mates, one, other)
    return mates


def _somebody_met(meets: Sequence[Mask], outer: Mask, alone: Mask) -> tuple[int, int] | None:
    """Return an outer place and one of `alone` that can meet, or None."""
    for other in places_in(alone):
        opponents = meets[other] & outer
        if opponents:
            return (opponents & -opponents).bit_length() - 1, other
    return None


def least_priced(prices: Prices, field: Mask, mates: list[int] | None) -> list[int]:
    """Return `mates`, the round of free meetings, or a round of the least price if it is None."""
    if mates is not None:
        return mates
    return _mates(prices.size, _heaviest_among(field, _priced(prices, field)))


def _priced(prices: Prices, field: Mask) -> Iterator[Edge]:
    places = list(places_in(field))
    for at, one in enumerate(places):
        yield from ((one, other, -prices.of(one, other)) for other in places[at + 1 :])


def top_down(prices: Prices) -> Tables:
    """Match from the top: each place meets the best free one with which the others still have the least price.

    It is the lexicographic optimum among the rounds of the least price. No step is ever undone: while Dirac's theorem
    covers the rest nothing is tried, and after that a complete round is known at every step.

    >>> top_down(Prices([{1: 3}, {0: 3}, {}, {}]))
    [(0, 2), (1, 3)]
    """
    size, busiest = prices.size, prices.busiest
    strangers = _Strangers(prices) if prices.clubs or prices.teams else None
    seated, tables = bytearray(size), list[tuple[int, int]]()
    for upper in range(size):
        if seated[upper]:
            continue
        left = size - 2 * len(tables) - 2
        if not always_pairable(left, busiest):
            free = _free(seated)
            busiest = max((prices.priced(place) & free).bit_count() for place in places_in(free))
            if not always_pairable(left, busiest):
                return tables + _finish(prices, free)
        lower = strangers.best(upper) if strangers else _best(prices.dear[upper], seated, upper)
        seated[upper] = seated[lower] = True
        tables.append((upper, lower))
    return tables


def _free(seated: bytearray) -> Mask:
    return mask_of([place for place, sits in enumerate(seated) if not sits])


def _best(dear: Container[int], seated: bytearray, upper: int) -> int:
    """Return the best free place that `upper` meets at no price, if nobody shares anything; there is one, and near."""
    lower = upper + 1
    while seated[lower] or lower in dear:
        lower += 1
    return lower


class _Strangers:
    """The same if the best may be half the field away: whole clubs and teams are passed over at once."""

    def __init__(self, prices: Prices) -> None:
        self._prices = prices
        self._free = (1 << prices.size) - 1

    def best(self, upper: int) -> int:
        self._free ^= 1 << upper
        candidates, dear = self._free & ~self._prices.together(upper), self._prices.dear[upper]
        while (place := (candidates & -candidates).bit_length() - 1) in dear:
            candidates ^= 1 << place
        self._free ^= 1 << place
        return place


def _finish(prices: Prices, free: Mask) -> Tables:
    """Finish `top_down` when Dirac's theorem does not apply.

    `mates` is a round of the least price of those who are left.
    """
    meetings = FreeMeetings(prices, free)
    mates = complete(meetings)
    settled = mates is not None
    mates = least_priced(prices, free, mates)
    tables = []
    while free:
        upper = (free & -free).bit_length() - 1
        if settled:
            _improve_free(meetings.meets, mates, free, upper)
        else:
            mates = _improve_priced(prices, mates, free, upper)
        tables.append((upper, mates[upper]))
        free &= ~(1 << upper | 1 << mates[upper])
    return tables


def _improve_free(meets: list[Mask], mates: list[int], free: Mask, upper: int) -> None:
    """Give `upper` its best possible opponent in a round of free meetings; `mates` is one, and remains one.

    If it is not the first that is tried, all paths are followed, once, and show which it is. Meetings that no round can
    contain, now or later, are deleted from `meets`: those of the inner places, and of `upper`, with any but outer ones.
    So a field of two halves is divided the first time that a place would meet one of its own half.
    """
    left = mates[upper]
    wanted = meets[upper] & free
    best = (wanted & -wanted).bit_length() - 1
    if best == left:  # equivalent: speed alone
        return
    others = free & ~(1 << upper | 1 << best)
    if reconnect(meets, mates, others, left, 1 << mates[best]) is None:  # equivalent `True`: speed alone
        mates[left] = -1
        chains = Chains(meets, mates, free & ~(1 << upper), left)
        for place in places_in(chains.inner):
            meets[place] &= chains.outer  # equivalent `pass`: speed alone
        for place in places_in(free & ~(chains.outer | chains.inner)):
            meets[place] &= ~chains.inner  # equivalent `pass`: speed alone
        wanted &= chains.outer
        best = (wanted & -wanted).bit_length() - 1
        chains.leave(best)
    _seat(mates, upper, best)


def _improve_priced(prices: Prices, mates: list[int], free: Mask, upper: int) -> list[int]:
    """Do the same among the rounds of the least price; above `EXACT_UP_TO` places by exchanges of two tables."""
    size = prices.size
    if free.bit_count() <= EXACT_UP_TO:
        edges = (
            (one, other, price * (size + 1) + (size - other if one == upper else 0))
            for one, other, price in _priced(prices, free)
        )
        return _mates(size, _heaviest_among(free, edges))
    left = mates[upper]
    for better in places_in(free & ~(1 << upper)):
        other = mates[better]
        if better == left:
            break
        before = prices.of(upper, left) + prices.of(better, other)
        if prices.of(upper, better) + prices.of(left, other) <= before:
            _seat(mates, left, other)
            _seat(mates, upper, better)
            break
    return mates


def min_square(prices: Prices, lot: Random, *, small: int = SMALL) -> Tables:
    """Return the least sum of squared distances among the rounds of the least price; ties broken by `lot`.

    Up to `small` places are matched whole.

    >>> min_square(Prices([{1: 3}, {0: 3}, {}, {}]), Random(1))
    [(0, 2), (1, 3)]
    """
    size = prices.size
    meetings = FreeMeetings(prices, (1 << size) - 1)
    return cheapest_of(_Squares(Window(prices, meetings, complete(meetings))), lot, small)


@dataclass(frozen=True)
class _Squares(WindowField):
    """The field of `min_square`: the price, then the squared distance."""

    @property
    def bases(self) -> list[int]:
        return [] if self.window.mates else [self.size**3 + 1]

    @property
    def narrow(self) -> bool:
        return int(self.window.loose.max()) < WIDE // 2

    @cached_property
    def _halves(self) -> tuple[Places, Places] | None:
        """Return the places of each half, the best first, if a round of free meetings is one between two halves."""
        half = self.window.meetings.half if self.window.mates else 0
        if not half:
            return None
        return np.array([*places_in(half)]), np.array([*places_in((1 << self.size) - 1 & ~half)])

    def level(self) -> list[int] | None:
        """Of two halves the first would meet the first, the second the second …: these levels would prove that.

        The cost is convex, so it is enough that nobody does better with the next opponent, up or down.
        """
        if self._halves is None:
            return None
        one, other = self._halves
        up, down = (one[:-1] - other[1:]) ** 2 - (one[:-1] - other[:-1]) ** 2, (one[1:] - other[:-1]) ** 2
        steps = up + (one[1:] - other[1:]) ** 2 - down
        level = np.empty(self.size, np.int64)
        level[other] = np.concatenate(([0], np.cumsum(steps)))
        level[one] = 2 * (one - other) ** 2 - level[other]
        return level.tolist()  # equivalent `return None`: speed alone

    def figures(self, meetings: Meetings) -> list[Places]:
        squares = (meetings[1] - meetings[0]) ** 2
        return [squares] if self.window.mates else [self.window.price(meetings), squares]

    def near(self) -> Meetings:
        if self._halves is not None:
            return joined(self.window.tables(), *self._across(*self._halves))
        if self.narrow:  # equivalent: speed alone
            busiest = int(self.window.loose.max())
            whole = 1 + 2 * busiest
            return self.window.nearest(min(2 + busiest, whole) if busiest < HALF_SUFFICES else whole)
        return self.window.nearest(NEAREST_TANGLED if self.tangled else NEAREST)

    def _across(self, one: Places, other: Places) -> Iterator[Meetings]:
        """Yield the free meetings of those who stand alike in the two halves, or nearly."""
        yield self.window.free((np.minimum(one, other), np.maximum(one, other)))
        for further in range(1, ACROSS + 1):  # equivalent `2`: speed alone
            for upper, lower in ((one, other), (other, one)):
                at, beside = upper[:-further], lower[further:]
                yield self.window.free((np.minimum(at, beside), np.maximum(at, beside)))

    def wide(self, most: NDArray[np.float64]) -> Iterator[Meetings]:
        loose, places = self.window.loose, np.arange(self.size)
        last = np.minimum(self.size, places + loose + loose.max() + 2)
        if self.window.mates:
            last = np.minimum(last, places + 1 + root(most))
        for one, other in self.window.within(places + 1, last):
            at = np.flatnonzero(other - one <= 1 + loose[one] + loose[other])
            yield one[at], other[at]


def _heaviest_among(places: Mask, edges: Iterable[Edge]) -> Tables:
    """Do the same for few places of many."""
    number = {place: index for index, place in enumerate(places_in(places))}
    tables = heaviest(len(number), [(number[one], number[other], weight) for one, other, weight in edges])
    place_of = list(number)
    return [(place_of[one], place_of[other]) for one, other in tables]
