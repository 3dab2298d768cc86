"""The cheapest round of a field that has more meetings than anybody wants to look at one by one.

First the best round among a few *near* meetings of each place (`blossoms`). Its levels are the proof that no round of
these is better; so a meeting that was left out can only help if it costs less than the levels of its two places.
Those are looked for among all at once, in floating point with room for its error, and then in whole numbers; the
worst of them join the near ones, and the round is mended. When none is left, the levels prove the round the best of
all. The whole field is thus looked at a few times, and matched never.

Where somebody cannot meet nearly half of the field, blossoms would be many, and all undone at each look. There the
levels come from half meetings first, which need none (`_Search._by_halves`).

**Ties.** Each meeting gets a random part below the unit of cost, from the lot and its two places. Of rounds equal in
cost it makes one the cheapest, unless two of them draw the same sum: by the isolation lemma the chance is at most the
number of meetings in 2^`TIE_BITS`. There alone the order in which meetings are looked at decides.
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
"""The better places and the others, one entry a meeting."""

BLOCK = 1 << 20
"""So many meetings are looked at in one go."""

JOINING = 10
"""So many meetings of a place join the near ones at a time."""

WIDE = 64
"""So many that a place cannot meet are many: tables reach far, and levels have a long way to go."""

NEARLY_HALF = 0.43
"""Beyond this part of the field that somebody cannot meet, odd rings are many and hold nearly everybody."""


class Field(Protocol):
    """Places to be seated, and what a meeting of two of them costs, in figures of falling weight."""

    @property
    def size(self) -> int: ...

    @property
    def bases(self) -> Sequence[int]:
        """For each figure after the first, by how much one unit of that before it outweighs one of its own."""

    @property
    def tangled(self) -> bool:
        """Whether levels are to be found by half meetings first."""

    def figures(self, meetings: Meetings) -> Sequence[Places]: ...

    def near(self) -> Meetings:
        """Meetings that a good round is made of; there is a round of them alone. Some may come twice."""

    def wide(self) -> Iterable[Meetings]:
        """Every meeting that an optimum can hold, in blocks."""


def cheapest_of(of: Field, lot: Random) -> Tables:
    """The round of the least cost, equals by `lot`."""
    return _Search(of, lot.getrandbits(64)).round() if of.size else []


@dataclass(slots=True)
class _Search:
    of: Field
    key: int
    meets: list[list[tuple[int, int]]] = field(init=False)
    """The meetings looked at so far, each with its doubled cost."""
    known: NDArray[np.int64] = field(init=False)
    """The same as numbers, in order."""

    def round(self) -> Tables:
        size = self.of.size
        self.meets, self.known = [[] for _ in range(size)], np.empty(0, np.int64)
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
        """Levels for the whole field, and who meets whom by them, as far as whole tables go.

        They are those of the cheapest way to give everybody two half meetings: each place stands there twice, the
        first of one meets the second of another. Nobody is on an odd ring then, so what one look at the field has
        found stays for the next; and a round costs hardly more than two halves, so little is left to be matched.
        """
        size = self.of.size
        # Even levels stay even without odd rings, so that the mean of two is a whole number.
        level, mates = [each & ~1 for each in levels_of(self.meets)], [-1] * (2 * size)
        while True:
            seconds = [[(other + size, cost) for other, cost in each] for each in self.meets]
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
        """Let meetings be looked at; each with its doubled cost."""
        size = self.of.size
        numbers = np.unique(meetings[0] * size + meetings[1])
        self.known = np.union1d(self.known, numbers)
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
        """The lot's number for each meeting (splitmix64)."""
        mixed = (meetings[0] * self.of.size + meetings[1]).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        mixed += np.uint64(self.key)
        mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return mixed >> np.uint64(64 - TIE_BITS)

    def _about(self, meetings: Meetings) -> NDArray[np.float64]:
        """The doubled costs, ties left out."""
        first, *figures = self.of.figures(meetings)
        total = first.astype(np.float64)
        for base, figure in zip(self.of.bases, figures, strict=True):
            total = total * base + figure
        return total * 2.0 ** (self._shift + 1)

    def _better(self, best: Blossoms) -> Meetings:
        """Meetings left out so far that cost less than the levels of their places: of each place the worst few."""
        level = np.array(best.level, np.float64)
        # What costs less than its levels is not above them, so neither is what it may be off by in floating point.
        doubt = float(np.abs(level).max()) * 2.0**-46 + 1
        found: list[tuple[Places, Places, NDArray[np.float64]]] = []
        for one, other in self.of.wide():
            slack = self._about((one, other)) - level[one] - level[other]
            at = np.flatnonzero(slack < doubt)
            number = one[at] * self.of.size + other[at]
            at = at[self.known[np.minimum(np.searchsorted(self.known, number), len(self.known) - 1)] != number]
            one, other = one[at], other[at]
            slack = slack[at] + 2.0 * self._ties((one, other)) + self._bonus(best, one, other)
            at = np.flatnonzero(slack < doubt)
            found.append((one[at], other[at], slack[at]))
        one, other, slack = (np.concatenate(each) for each in zip(*found, strict=True))
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
        """What blossoms add to each meeting."""
        added, left = np.zeros(len(one)), np.arange(len(one))
        number, bonus, made = np.full(self.of.size, -1), np.zeros(self.of.size), 0
        for layer in best.layers():
            outside = made
            for places, more in layer:
                number[places], bonus[places] = made, more
                made += 1
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
        """Lower levels until none of the meetings that joined costs less than they."""
        below: dict[int, list[tuple[int, int]]] = {}
        for one, other, cost in joined:
            if cost < level[one] + level[other]:
                below.setdefault(one, []).append((other, cost))
                below.setdefault(other, []).append((one, cost))
        for place in sorted(below, key=lambda place: -len(below[place])):
            level[place] = min(level[place], *(cost - level[other] for other, cost in below[place]))

    def _tight(self, level: Sequence[int], one: int, other: int) -> bool:
        """Whether a meeting that was looked at costs no more than its levels."""
        return any(cost == level[one] + level[other] for place, cost in self.meets[one] if place == other)


@dataclass(frozen=True)
class Window:
    """The meetings of a field as an optimum can hold them: those that are free, or where no round of them is, all."""

    prices: Prices
    meetings: FreeMeetings
    mates: Sequence[int] | None
    """A round of free meetings; None if there is none."""

    @property
    def size(self) -> int:
        return self.prices.size

    @cached_property
    def loose(self) -> Places:
        """|B| of each place."""
        return np.array([self.meetings.loose(place) for place in range(self.size)], np.int64)

    @cached_property
    def tangled(self) -> bool:
        """Whether somebody cannot meet nearly half of the field, while it is not of two halves anyway."""
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
        """The meetings that cost a rematch or more, teammates' aside, as numbers in order, and what they cost."""
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
        """Those of the meetings that are free, if a round of free ones exists."""
        if self.mates is None:
            return meetings
        at = np.flatnonzero(_has(self._bits, meetings))
        return meetings[0][at], meetings[1][at]

    def within(self, first: Places, last: Places) -> Iterator[Meetings]:
        """The free meetings of each place with those from `first` to `last`, this not included, in blocks."""
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
        """Some round, and of each place the nearest free meetings below it."""
        near = [lowest(meets >> place << place, most) for place, meets in enumerate(self.meetings.meets)]
        one = np.repeat(np.arange(self.size), [len(found) for found in near])
        return joined(self.tables(), (one, np.array([other for found in near for other in found], np.int64)))

    def tables(self) -> Meetings:
        """Some round: the free one, or neighbours."""
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
    found: NDArray[np.bool_] = (bits[one, other >> 3] >> (other & 7).astype(np.uint8) & 1).astype(np.bool_)
    return found
