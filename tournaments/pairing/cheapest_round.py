"""The cheapest round of a field with too many meetings to examine one by one.

First `blossoms` finds the best round among a few *near* meetings of each place. Its levels prove that no round of these
is better, so a meeting that was left out can only help if it costs less than the levels of its two places. The search
for such meetings covers all at once, in floating point with room for its error, and then in whole numbers. The worst of
them join the near ones, and the round is repaired. When none is left, the levels prove the round the best of all. So
the whole field is examined a few times, but never matched.

If a place cannot meet nearly half of the field, there would be many blossoms, all of them undone each time. In that
case the levels come from half meetings first, which need none (`_Search._by_halves`). A field of up to `SMALL` places
is matched whole, in rustworkx, which is slower than this from about there.

**Ties.** Each meeting gets a random part below the unit of cost, from the lot and its two places. This makes one of the
rounds with equal cost the cheapest, unless two of them draw the same sum: by the isolation lemma the probability is at
most the number of meetings in 2^`TIE_BITS`. Only then does the order of the meetings decide.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from .blossoms import Blossoms
from .optimum import TIE_BITS, Tables, heaviest, levels_of, lowered
from .window import Meetings, Places, joined

SMALL = 256
"""The number of places up to which all are matched at once."""

GREATEST = 1 << 120
"""The greatest doubled cost that rustworkx takes, which counts in 128 bits."""

SWEEPS = 1
"""How often levels move before the search begins: `blossoms` does the rest sooner than further sweeps."""

JOINING = 10
"""The number of meetings of a place that join the near ones at a time."""


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

    @property
    def narrow(self) -> bool:
        """Return whether to examine all meetings that an optimum can contain, once the near ones do not suffice."""

    def figures(self, meetings: Meetings) -> Sequence[Places]: ...

    def level(self) -> Sequence[int] | None:
        """Return good levels, for twice the first figure, or None if nothing is known of them."""

    def near(self) -> Meetings:
        """Return meetings that are likely in a good round, and contain a round. Some may appear twice."""

    def wide(self, most: NDArray[np.float64]) -> Iterable[Meetings]:
        """Yield all meetings that an optimum can contain, in blocks.

        Those of a place with worse ones whose first figure is above its own of `most` may be left out.
        """


def cheapest_of(of: Field, lot: Random, small: int = SMALL) -> Tables:
    """Return the round of least cost, with ties broken by `lot`. Up to `small` places are matched whole."""
    if not of.size:
        return []
    search = _Search(of, lot.getrandbits(64))
    return search.matched_whole() if of.size <= small else search.round()


@dataclass(slots=True)
class _Search:
    of: Field
    key: int
    meets: list[list[tuple[int, int]]] = field(init=False)
    """The meetings examined so far, each with its doubled cost."""
    numbers: NDArray[np.int64] = field(init=False)
    """The same meetings as sorted numbers."""

    def __post_init__(self) -> None:
        self.meets, self.numbers = [[] for _ in range(self.of.size)], np.empty(0, np.int64)

    def matched_whole(self) -> Tables:
        """Match all meetings that an optimum can contain at once."""
        one, other = self._left_out()
        costs = self._doubled((one, other))
        if max(costs) > GREATEST:
            return self.round()
        weights = [-cost // 2 for cost in costs]
        return heaviest(self.of.size, zip(one.tolist(), other.tolist(), weights, strict=True))

    def round(self) -> Tables:
        size = self.of.size
        self._join(self.of.near())
        level, mates = self._by_halves() if self.of.tangled else (self._levels(), [-1] * size)
        while True:
            best = Blossoms(self.meets, level, mates)
            best.match_all()
            better = self._better(best)
            if not better[0].size:
                return [(one, other) for one, other in enumerate(best.mates) if one < other]
            if self.of.narrow:
                self._join(self._left_out())
                level, mates = self._levels(), [-1] * size
                continue
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
        # Even levels stay even without odd rings, so that the mean of two is a whole number the first time. If it is
        # rounded down later, the levels still prove as much, but a table may no longer be tight, and is left out.
        level = [level & ~1 for level in self._levels()]
        mates = [-1] * len(level + level)
        while True:
            seconds = [[(other + size, cost) for other, cost in row] for row in self.meets]
            halves = Blossoms(seconds + self.meets, level + level, mates)
            halves.match_all()
            level = [(one + other) // 2 for one, other in zip(halves.level[:size], halves.level[size:], strict=True)]
            mates = halves.mates
            better = self._better(Blossoms(self.meets, level, [-1] * size))
            if not better[0].size:
                whole = [
                    mate - size if mates[mate - size] == one + size else -1 for one, mate in enumerate(mates[:size])
                ]
                return level, [mate if self._tight(level, one, mate) else -1 for one, mate in enumerate(whole)]
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

    def _levels(self) -> list[int]:
        known = self.of.level()
        if known is None:
            return levels_of(self.meets, SWEEPS)
        unit = math.prod(self.of.bases) << self._shift
        return lowered([level * unit for level in known], self.meets)

    def _left_out(self) -> Meetings:
        """Return the meetings that an optimum can contain and that were not examined."""
        one, other = joined(*self.of.wide(np.full(self.of.size, np.inf)))
        at = np.flatnonzero(~np.isin(one * self.of.size + other, self.numbers))
        return one[at], other[at]

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

    def _doubled_ties(self, meetings: Meetings) -> NDArray[np.float64]:
        return (self._ties(meetings) << np.uint64(1)).astype(np.float64)

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
        unit = 2.0 ** (self._shift + 1) * math.prod(self.of.bases)
        highest_below = np.maximum.accumulate(level[::-1])[::-1]
        found: list[tuple[Places, Places, NDArray[np.float64]]] = []
        shared = _Shared(best)
        for one, other in self.of.wide((level + highest_below + doubt) / unit):
            slack = self._about((one, other)) - level[one] - level[other]
            for more in (shared.by, self._doubled_ties):
                at = np.flatnonzero(slack < doubt)
                one, other = one[at], other[at]
                slack = slack[at] + more((one, other))
            number = one * self.of.size + other
            new = self.numbers[np.minimum(np.searchsorted(self.numbers, number), len(self.numbers) - 1)] != number
            at = np.flatnonzero((slack < doubt) & new)
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
                below.setdefault(other, []).append((one, cost))  # equivalent `pass`: the level of one is enough
        for place in sorted(below, key=lambda place: -len(below[place])):
            level[place] = min(level[place], *(cost - level[other] for other, cost in below[place]))

    def _tight(self, level: Sequence[int], one: int, other: int) -> bool:
        """Return whether a meeting examined costs no more than its levels."""
        return any(cost == level[one] + level[other] for place, cost in self.meets[one] if place == other)


class _Shared:
    """What the blossoms that hold both places of a meeting add to it."""

    def __init__(self, best: Blossoms) -> None:
        order, shared = best.in_runs()
        self._at = np.empty(len(order), np.int64)
        """Where each place stands in the runs."""
        self._at[order] = np.arange(len(order))
        least = [np.array(shared, np.float64)]
        while (half := 1 << len(least) - 1) < len(order):
            longer = least[-1].copy()
            longer[:-half] = np.minimum(longer[:-half], longer[half:])
            least.append(longer)
        self._least = np.array(least)
        """The least of each entry and those after it: of 1, of 2, of 4 … entries."""
        self._any = any(shared)

    def by(self, meetings: Meetings) -> NDArray[np.float64]:
        """Return it for each meeting."""
        if not self._any:
            return np.zeros(len(meetings[0]))
        one, other = self._at[meetings[0]], self._at[meetings[1]]
        first, last = np.minimum(one, other) + 1, np.maximum(one, other)
        exponent = np.frexp(last - first + 1)[1] - 1
        from_first, to_last = self._least[exponent, first], self._least[exponent, last + 1 - (1 << exponent)]
        least: NDArray[np.float64] = np.minimum(from_first, to_last)
        return least
