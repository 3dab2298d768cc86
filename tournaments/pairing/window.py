"""The meetings that an optimum can contain, seen through a window of the field's prices, and examined in blocks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .prices import FreeMeetings, Prices, lowest, unit

Places = NDArray[np.int64]
Meetings = tuple[Places, Places]
"""The better places and the others, one entry for each meeting."""

BLOCK = 1 << 16
"""The number of meetings examined at a time: as many as a processor's cache holds."""

WIDE = 64
"""The number of unmeetable places from which a window is wide: tables reach far, and levels move far."""

NEARLY_HALF = 0.43
"""The share of unmeetable places beyond which there are many odd rings, which hold nearly all places."""


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
        return busiest >= WIDE and busiest >= NEARLY_HALF * self.size and not self.meetings.half

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
        """Return the price of each meeting: of clubs, teams, rematches and exclusions."""
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
    """Return all of the meetings, one block after the other."""
    return np.concatenate([one for one, _ in meetings]), np.concatenate([other for _, other in meetings])


def root(squares: NDArray[np.float64]) -> Places:
    """Return the greatest whole number whose square is at most this, -1 for negative ones."""
    return np.where(squares < 0, -1, np.sqrt(np.clip(squares, 0, 2.0**62)).astype(np.int64))


def _bits_of(masks: Sequence[int]) -> NDArray[np.uint8]:
    width = (len(masks) + 7) // 8
    together = b"".join(mask.to_bytes(width, "little") for mask in masks)
    return np.frombuffer(together, np.uint8).reshape(len(masks), width)


def _has(bits: NDArray[np.uint8], meetings: Meetings) -> NDArray[np.bool_]:
    one, other = meetings
    present: NDArray[np.bool_] = (bits[one, other >> 3] >> (other & 7).astype(np.uint8) & 1).astype(np.bool_)
    return present
