"""The cheapest round of a field with too many meetings to examine one by one.

First `blossoms` finds the best round among a few *near* meetings of each place. Its levels prove that no round of these
is better, so a meeting that was left out can only help if it costs less than the levels of its two places. The search
for such meetings covers all at once, in floating point with room for its error, and then in whole numbers. The worst of
them join the near ones, and the round is repaired. When none is left, the levels prove the round the best of all. So
the whole field is examined a few times, but never matched.

If a place cannot meet nearly half of the field, there would be many blossoms, all of them undone each time. In that
case the levels come from half meetings first, which need none (`_Search._by_halves`).

**Ties.** Each meeting gets a random part below the unit of cost, from the lot and its two places. This makes one of the
rounds with equal cost the cheapest, unless two of them draw the same sum: by the isolation lemma the probability is at
most the number of meetings in 2^`TIE_BITS`. Only then does the order of the meetings decide.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from .blossoms import Blossoms
from .optimum import TIE_BITS, Tables, levels_of
from .prices import FreeMeetings, Prices, lowest, unit

Places = NDArray[np.int64]
Meetings = tuple[Places, Places]
"""The better places and the others, one entry for each meeting."""

BLOCK = 1 << 20
"""The number of meetings examined at a time."""

JOINING = 10
"""The number of meetings of a place that join the near ones at a time."""

WIDE = 64
"""The number of unmeetable places from which a window is wide: tables reach far, and levels move far."""

NEARLY_HALF = 0.43
"""The share of unmeetable places beyond which there are many odd rings, which hold nearly all places."""


class Field(Protocol):
    """The places to be seated, and the cost of each meeting, in figures of falling weight."""

    @property
    def size(self) -> int: ...

    @property
    def bases(self) -> Sequence[int]:
        """Return for each figure after the first by how much a unit of the one before it outweighs its own."""

    @property
    def tangled(self) -> bool:
        """Return whether to find levels by half meetings first."""

    def figures(self, meetings: Meetings) -> Sequence[Places]: ...

    def near(self) -> Meetings:
        """Return meetings that are likely in a good round, and contain a round. Some may appear twice."""

    def wide(self) -> Iterable[Meetings]:
        """Yield all meetings that an optimum can contain, in blocks."""


def cheapest_of(of: Field, lot: Random) -> Tables:
    """Return the round of least cost, with ties broken by `lot`."""
    return _Search(of, lot.getrandbits(64)).round() if of.size else []


@dataclass(slots=True)
class _Search:
    of: Field
    key: int
    meets: list[list[tuple[int, int]]] = field(init=False)
    """The meetings examined so far, each with its doubled cost."""
    numbers: NDArray[np.int64] = field(init=False)
    """The same meetings as sorted numbers."""

    def round(self) -> Tables:
        size = self.of.size
        self.meets, self.numbers = [[] for _ in range(size)], np.empty(0, np.int64)
        self._join(self.of.near())
        level, mates = self._by_halves() if self.of.tangled else (levels_of(self.meets), [-1] * size)
        while True:
            best = Blossoms(self.meets, level, mates)
            best.match_all()
            better = self._better(best)
            if not better[0].size:
                return [(one, other) for one, other in enumerate(best.mates) if one < other]
            level, mates = best.without_blossoms(), best.mates
            self._lower(level, self._join(better))
            mates = [mate if self._tight(level, one, mate) else -1 for one, mate in enumerate(mates)]

    def _by_halves(self) -> tuple[list[int], list[int]]:
        """Return levels for the whole field, and the opponents that they give, for whole tables only.

        They are those of the cheapest way to give every place two half meetings: each place appears twice, and the
        first of one meets the second of another. There are no odd rings then, so the result of examining the field
        stays valid for the next time. A round costs hardly more than two halves, so little is left to match.
        """
        size = self.of.size
        # Even levels stay even without odd rings, so that the mean of two is a whole number.
        level, mates = [level & ~1 for level in levels_of(self.meets)], [-1] * (2 * size)
        while True:
            seconds = [[(other + size, cost) for other, cost in row] for row in self.meets]
            halves = Blossoms(seconds + self.meets, level + level, mates)
            halves.match_all()
            level = [(one + other) // 2 for one, other in zip(halves.level[:size], halves.level[size:], strict=True)]
            mates = halves.mates
            better = self._better(Blossoms(self.meets, level, [-1] * size))
            if not better[0].size:
                firsts = enumerate(mates[:size])
                return level, [mate - size if mates[mate - size] == one + size else -1 for one, mate in firsts]
            self._lower(level, self._join(better))
            for one, mate in enumerate(mates[:size]):
                if not self._tight(level, one, mate - size):
                    mates[one] = mates[mate] = -1

    def _join(self, meetings: Meetings) -> list[tuple[int, int, int]]:
        """Add meetings to those examined, and return each with its doubled cost."""
        size = self.of.size
        numbers = np.unique(meetings[0] * size + meetings[1])
        self.numbers = np.union1d(self.numbers, numbers)
        one, other = np.divmod(numbers, size)
        new = list(zip(one.tolist(), other.tolist(), self._doubled((one, other)), strict=True))
        for upper, lower, cost in new:
            self.meets[upper].append((lower, cost))
            self.meets[lower].append((upper, cost))
        return new

    def _doubled(self, meetings: Meetings) -> list[int]:
        first, *figures = (figure.tolist() for figure in self.of.figures(meetings))
        total = first
        for base, figure in zip(self.of.bases, figures, strict=True):
            total = [base * more + less for more, less in zip(total, figure, strict=True)]
        shift = self._shift
        ties = self._ties(meetings).tolist()
        return [2 * (cost << shift | tie) for cost, tie in zip(total, ties, strict=True)]

    @property
    def _shift(self) -> int:
        return TIE_BITS + self.of.size.bit_length()

    def _ties(self, meetings: Meetings) -> NDArray[np.uint64]:
        """Return the lot's number for each meeting (splitmix64)."""
        mixed = (meetings[0] * self.of.size + meetings[1]).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        mixed += np.uint64(self.key)
        mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return mixed >> np.uint64(64 - TIE_BITS)

    def _about(self, meetings: Meetings) -> NDArray[np.float64]:
        """Return the doubled costs, without ties."""
        first, *figures = self.of.figures(meetings)
        total = first.astype(np.float64)
        for base, figure in zip(self.of.bases, figures, strict=True):
            total = total * base + figure
        return total * 2.0 ** (self._shift + 1)

    def _better(self, best: Blossoms) -> Meetings:
        """Return the worst few meetings of each place that were left out and cost less than its levels."""
        level = np.array(best.level, np.float64)
        # A cost below its levels is bounded by them, and so is its error in floating point.
        doubt = float(np.abs(level).max()) * 2.0**-46 + 1
        found: list[tuple[Places, Places, NDArray[np.float64]]] = []
        for one, other in self.of.wide():
            slack = self._about((one, other)) - level[one] - level[other]
            at = np.flatnonzero(slack < doubt)
            number = one[at] * self.of.size + other[at]
            at = at[self.numbers[np.minimum(np.searchsorted(self.numbers, number), len(self.numbers) - 1)] != number]
            one, other = one[at], other[at]
            slack = slack[at] + 2.0 * self._ties((one, other)) + self._bonus(best, one, other)
            at = np.flatnonzero(slack < doubt)
            found.append((one[at], other[at], slack[at]))
        one, other, slack = (np.concatenate(row) for row in zip(*found, strict=True))
        certain = np.flatnonzero(slack < -doubt)
        if certain.size:
            return self._worst(one[certain], other[certain], slack[certain])
        costs = self._doubled((one, other))
        at = np.array(
            [
                at
                for at, (a, b, cost) in enumerate(zip(one.tolist(), other.tolist(), costs, strict=True))
                if cost < best.level[a] + best.level[b] - best.bonus(a, b)
            ],
            np.int64,
        )
        return one[at], other[at]

    def _bonus(self, best: Blossoms, one: Places, other: Places) -> NDArray[np.float64]:
        """Return what blossoms add to each meeting."""
        added, left = np.zeros(len(one)), np.arange(len(one))
        number, bonus, count = np.full(self.of.size, -1), np.zeros(self.of.size), 0
        for layer in best.layers():
            outside = count
            for places, more in layer:
                number[places], bonus[places] = count, more
                count += 1
            held = number[one[left]]
            left = left[(held == number[other[left]]) & (held >= outside)]
            if not left.size:
                break
            added[left] += bonus[one[left]]
        return added

    @staticmethod
    def _worst(one: Places, other: Places, slack: NDArray[np.float64]) -> Meetings:
        order = np.lexsort((slack, one))
        one, other = one[order], other[order]
        first = np.flatnonzero(np.arange(len(one)) - np.searchsorted(one, one) < JOINING)
        return one[first], other[first]

    @staticmethod
    def _lower(level: list[int], joined: Iterable[tuple[int, int, int]]) -> None:
        """Lower levels until none of the meetings that joined costs less."""
        below: dict[int, list[tuple[int, int]]] = {}
        for one, other, cost in joined:
            if cost < level[one] + level[other]:
                below.setdefault(one, []).append((other, cost))
                below.setdefault(other, []).append((one, cost))
        for place in sorted(below, key=lambda place: -len(below[place])):
            level[place] = min(level[place], *(cost - level[other] for other, cost in below[place]))

    def _tight(self, level: Sequence[int], one: int, other: int) -> bool:
        """Return whether a meeting examined costs no more than its levels."""
        return any(cost == level[one] + level[other] for place, cost in self.meets[one] if place == other)


@dataclass(frozen=True)
class WindowField:
    """The common part of all fields seen through a window."""

    window: "Window"

    @property
    def size(self) -> int:
        return self.window.size

    @property
    def tangled(self) -> bool:
        return self.window.tangled


@dataclass(frozen=True)
class Window:
    """The meetings of a field that an optimum can contain: the free ones, or all if these contain no round."""

    prices: Prices
    meetings: FreeMeetings
    mates: Sequence[int] | None
    """A round of free meetings; None if there is none."""

    @property
    def size(self) -> int:
        return self.prices.size

    @cached_property
    def loose(self) -> Places:
        """Return |B| of each place."""
        return np.array([self.meetings.loose(place) for place in range(self.size)], np.int64)

    @cached_property
    def tangled(self) -> bool:
        """Return whether a place cannot meet nearly half of the field, unless the field consists of two halves."""
        busiest = int(self.loose.max())
        return busiest >= WIDE and busiest >= NEARLY_HALF * self.size and not self.meetings.halves

    @cached_property
    def _bits(self) -> NDArray[np.uint8]:
        return _bits_of(self.meetings.meets)

    @cached_property
    def _clubs(self) -> NDArray[np.uint8]:
        return _bits_of(self.prices.clubs or [0] * self.size)

    @cached_property
    def _teams(self) -> NDArray[np.uint8]:
        return _bits_of(self.prices.teams or [0] * self.size)

    @cached_property
    def _dear(self) -> tuple[Places, Places]:
        """Return the meetings that cost a rematch or more, without teammates', as sorted numbers, and their costs."""
        size = self.size
        priced = sorted(
            (one * size + other, price)
            for one, others in enumerate(self.prices.dear)
            for other, price in others.items()
        )
        return np.array([number for number, _ in priced], np.int64), np.array([price for _, price in priced], np.int64)

    def price(self, meetings: Meetings) -> Places:
        one, other = meetings
        price = _has(self._clubs, meetings) + unit(self.size) ** 2 * _has(self._teams, meetings).astype(np.int64)
        numbers, dear = self._dear
        if numbers.size:
            number = one * self.size + other
            at = np.minimum(np.searchsorted(numbers, number), len(numbers) - 1)
            price += np.where(numbers[at] == number, dear[at], 0)
        return price

    def free(self, meetings: Meetings) -> Meetings:
        """Return those of the meetings that are free, if a round of free ones exists."""
        if self.mates is None:
            return meetings
        at = np.flatnonzero(_has(self._bits, meetings))
        return meetings[0][at], meetings[1][at]

    def within(self, first: Places, last: Places) -> Iterator[Meetings]:
        """Yield the free meetings of each place with those from `first` up to but not including `last`, in blocks."""
        counts = np.maximum(last - first, 0)
        before = np.concatenate(([0], np.cumsum(counts)))
        start = 0
        while start < self.size:
            end = max(start + 1, int(np.searchsorted(before, before[start] + BLOCK, "right")) - 1)
            one = np.repeat(np.arange(start, end), counts[start:end])
            other = np.arange(before[start], before[end]) - np.repeat(
                before[start:end] - first[start:end], counts[start:end]
            )
            yield self.free((one, other))
            start = end

    def nearest(self, most: int) -> Meetings:
        """Return a round, and the nearest free meetings below each place."""
        near = [lowest(meets >> place << place, most) for place, meets in enumerate(self.meetings.meets)]
        one = np.repeat(np.arange(self.size), [len(places) for places in near])
        return joined(self.tables(), (one, np.array([other for places in near for other in places], np.int64)))

    def tables(self) -> Meetings:
        """Return a round: the free one, or neighbours."""
        if self.mates is None:
            one = np.arange(0, self.size, 2)
            return one, one + 1
        mates = np.array(self.mates)
        one = np.flatnonzero(mates > np.arange(self.size))
        return one, mates[one]


def joined(*meetings: Meetings) -> Meetings:
    return np.concatenate([one for one, _ in meetings]), np.concatenate([other for _, other in meetings])


def _bits_of(masks: Sequence[int]) -> NDArray[np.uint8]:
    width = (len(masks) + 7) // 8
    together = b"".join(mask.to_bytes(width, "little") for mask in masks)
    return np.frombuffer(together, np.uint8).reshape(len(masks), width)


def _has(bits: NDArray[np.uint8], meetings: Meetings) -> NDArray[np.bool_]:
    one, other = meetings
    present: NDArray[np.bool_] = (bits[one, other >> 3] >> (other & 7).astype(np.uint8) & 1).astype(np.bool_)
    return present
