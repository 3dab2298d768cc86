"""The augmenting paths among free meetings, which show whether all can have an opponent (Edmonds).

Meetings are masks: a place's row of those it can meet. So a step looks at the whole field at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .prices import Mask, places_in


def reconnect(meets: Sequence[Mask], mates: list[int], free: Mask, place: int, alone: Mask) -> int | None:
    """Exchange opponents along a path so that `place` and one of `alone` have some, and return that one.

    Return None, with nothing changed, if this search, which visits each place once, finds no path: there may still be
    one.
    """
    came: dict[int, tuple[int, int]] = {}
    unseen, queue = free & ~(1 << place), [place]
    for end in queue:
        opponents = meets[end] & unseen & alone
        if opponents:
            last = other = (opponents & -opponents).bit_length() - 1
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
    """The paths from `root`, which has no opponent, among the other places, which all have one.

    A place is `outer` if it can be left without an opponent instead of `root`, and `inner` if it is only on the way.
    Outer places meet only inner ones and the others of their own odd group. So there is one group more than inner
    places, and the place left out instead of `root` is always an outer one.
    """

    meets: Sequence[Mask]
    mates: list[int]
    among: Mask
    root: int
    outer: Mask = field(init=False)
    inner: Mask = field(init=False, default=0)
    _before: dict[int, int] = field(init=False, default_factory=dict)
    """The new opponent of a place that is to lose its own."""
    _base: dict[int, int] = field(init=False)
    """The first place reached in the group of each outer place."""
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
        """Change opponents along the path, so that the outer `place` has none instead of `root`."""
        partner = -1
        while place != self.root:
            other = self.mates[place]
            self.mates[place] = partner
            partner, place = other, self._before[other]
            self.mates[partner] = place
        self.mates[place] = partner

    def _ring(self, one: int, other: int) -> list[int]:
        """Make all places on the ring closed by two outer places outer. Return those that were inner."""
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
        """Return the place where the paths of two outer places to the root first meet."""
        visited_nodes = set()
        while True:
            one = self._base[one]
            visited_nodes.add(one)
            if one == self.root:
                break
            one = self._before[self.mates[one]]
        while True:
            other = self._base[other]
            if other in visited_nodes:
                return other
            other = self._before[self.mates[other]]
