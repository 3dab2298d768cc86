"""Whether everybody can meet somebody: chains of exchanges among free meetings, as Edmonds found them.

Meetings are masks, a place's row of those it can meet, so that a step looks at the whole field at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .prices import Mask, places_in


def reconnect(meets: Sequence[Mask], mates: list[int], free: Mask, place: int, alone: Mask) -> int | None:
    """Exchange opponents along a chain so that `place` and one of `alone` have some; who that was.

    None, and nothing is changed, where this search, each place once, finds no chain: there may still be one.
    """
    came: dict[int, tuple[int, int]] = {}
    unseen, queue = free & ~(1 << place), [place]
    for end in queue:
        found = meets[end] & unseen & alone
        if found:
            last = other = (found & -found).bit_length() - 1
            while True:
                before = came.get(end)
                mates[end], mates[other] = other, end
                if before is None:
                    return last
                end, other = before
        reach = meets[end] & unseen
        while reach:
            lowest = reach & -reach
            other = lowest.bit_length() - 1
            mate = mates[other]
            unseen &= ~(lowest | 1 << mate)
            reach &= unseen
            came[mate] = (end, other)
            queue.append(mate)
    return None


@dataclass(slots=True)
class Chains:
    """Every chain from `root`, who has no opponent, among the other places, all of whom have one.

    A place is `outer` if it can be left without an opponent in the stead of `root`, and `inner` if it is on the way
    only. Outer places meet inner ones and the others of their own odd group, nobody else: so the groups are one more
    than the inner places, and who is left out in the stead of `root` is always an outer one.
    """

    meets: Sequence[Mask]
    mates: list[int]
    among: Mask
    root: int
    outer: Mask = field(init=False)
    inner: Mask = field(init=False, default=0)
    _before: dict[int, int] = field(init=False, default_factory=dict)
    """For a place that is to lose its opponent: whom it meets instead."""
    _base: dict[int, int] = field(init=False)
    """For each outer place, the one of its group that was reached first."""
    _group: dict[int, Mask] = field(init=False)

    def __post_init__(self) -> None:
        self.outer = 1 << self.root
        self._base, self._group = {self.root: self.root}, {self.root: self.outer}
        queue = [self.root]
        for place in queue:
            for other in places_in(self.meets[place] & self.among & ~(self.outer | self.inner)):
                if self.outer >> other & 1:
                    continue
                mate = self.mates[other]
                self.inner |= 1 << other
                self.outer |= 1 << mate
                self._before[other] = place
                self._base[mate], self._group[mate] = mate, 1 << mate
                queue.append(mate)
            while close := self.meets[place] & self.outer & ~self._group[self._base[place]]:
                queue += self._ring(place, (close & -close).bit_length() - 1)

    def leave(self, place: int) -> None:
        """Change opponents along the chain, so that the outer `place` has none in the stead of `root`."""
        found = -1
        while place != self.root:
            other = self.mates[place]
            self.mates[place] = found
            found, place = other, self._before[other]
            self.mates[found] = place
        self.mates[place] = found

    def _ring(self, one: int, other: int) -> list[int]:
        """Two outer places can meet: everybody on the ring that they close becomes outer. Who was inner."""
        base, turned = self._common(one, other), list[int]()
        joined = 0
        for end, across in ((one, other), (other, one)):
            while self._base[end] != base:
                self._before[end] = across
                joined |= self._group[self._base[end]]
                across = self.mates[end]
                joined |= 1 << across
                if self.inner >> across & 1:
                    turned.append(across)
                end = self._before[across]
        for place in turned:
            self.inner ^= 1 << place
        self.outer |= joined
        self._group[base] |= joined
        for place in places_in(joined):
            self._base[place] = base
        return turned

    def _common(self, one: int, other: int) -> int:
        """Where the ways of two outer places to the root meet first."""
        seen = set()
        while True:
            one = self._base[one]
            seen.add(one)
            if one == self.root:
                break
            one = self._before[self.mates[one]]
        while True:
            other = self._base[other]
            if other in seen:
                return other
            other = self._before[self.mates[other]]
