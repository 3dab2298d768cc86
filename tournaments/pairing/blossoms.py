"""The cheapest round on given edges, found place by place, with the proof that it is the cheapest.

It is Edmonds' algorithm as a shortest path. From a place without an opponent a tree of tight edges grows, in the order
in which edges become tight, until it reaches another such place; then opponents change along the path. Only the tree
changes, so a place that finds an opponent nearby costs little, whatever the size of the field.

The proof is a *level* for each place and a *bonus* of 0 or more for each blossom, an odd ring of places. The weight of
an edge is its doubled cost plus the bonuses of the blossoms that hold both its ends. It is never below the sum of its
two levels, and the edge is *tight* if it equals this sum. A round of tight edges that fills every blossom except for
one place is as cheap as any. Costs are doubled so that all numbers stay whole: in a tree all levels are even, or all
are odd.

The levels of a tree move with its *time*, up for `OUTER` places and down for `INNER` ones, bonuses twice as fast.
The values stored for them are those at time 0, so that the time at which an edge will be tight never changes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

OUTER, INNER, ASIDE = 1, -1, 0

GROW, CLOSE, OPEN = range(3)
"""The events of a tree: it reaches a new place, two of its outer places close a ring, an inner blossom opens."""

Event = tuple[int, int, int, int]
"""The time, the kind, and the two places of an event; for `OPEN` the blossom."""

Neighbours = Sequence[Sequence[tuple[int, int]]]
"""The possible opponents of each place, each with the doubled cost."""


class NoRound(Exception):
    """The edges contain no round of all places."""


@dataclass(slots=True)
class _Blossom:
    base: int
    """The one place without an opponent inside."""
    ring: list[int]
    """The nodes, places or blossoms, with that of the base first."""
    edges: list[tuple[int, int]]
    """The edges between each node of the ring and the next: a place of this one, a place of the next."""
    places: list[int]
    bonus: int


@dataclass(slots=True)
class Blossoms:
    """The opponents so far, and the levels that prove that nothing is cheaper."""

    meets: Neighbours
    level: list[int]
    """The levels of the places; no edge may cost less than its two levels."""
    mates: list[int]
    """The opponent of each place, -1 for none; the edges between opponents are tight."""
    _around: list[int] = field(init=False)
    """The outermost node around each place: itself or a blossom."""
    _blossoms: dict[int, _Blossom] = field(init=False, default_factory=dict)
    _parent: dict[int, int] = field(init=False, default_factory=dict)
    """The blossom around an inner node."""
    _sign: list[int] = field(init=False)
    """The direction in which the level of a place moves."""
    _made: int = field(init=False)
    """The number of the next blossom."""
    _came: dict[int, tuple[int, int]] = field(init=False, default_factory=dict)
    """The edge that led to each node of the tree but the root: a place nearer to the root, one of its own."""
    _tree: list[int] = field(init=False, default_factory=list)
    """The places that the tree has reached."""
    _events: list[Event] = field(init=False, default_factory=list)
    _soonest: dict[int, Event] = field(init=False, default_factory=dict)
    """The time at which a place outside the tree will first be reached."""
    _end: int | None = field(init=False, default=None)
    """The latest time at which a place without an opponent is reached."""

    def __post_init__(self) -> None:
        self._around = list(range(len(self.level)))
        self._sign = [ASIDE] * len(self.level)
        self._made = len(self.level)

    def match_all(self) -> None:
        """Give every place an opponent. Raise NoRound if that is impossible."""
        mates, level = self.mates, self.level
        for place, own in enumerate(level):
            if mates[place] < 0:
                for other, cost in self.meets[place]:
                    if mates[other] < 0 and cost - own == level[other]:
                        self._seat(place, other)
                        break
        for place in range(len(level)):
            if mates[place] < 0:
                self._rest(self._grow(place))

    def in_runs(self) -> tuple[list[int], list[int]]:
        """Return the places, each blossom as a run, and for each the bonuses of those that hold it and the one before.

        Any two of the places share the least of these sums from the one after the first to the second.
        """
        order, shared = list[int](), list[int]()
        waiting = [(node, 0, 0) for node in dict.fromkeys(self._around)]
        while waiting:
            node, around, before = waiting.pop()
            if node in self._blossoms:
                blossom = self._blossoms[node]
                inside = around + blossom.bonus
                first, *others = blossom.ring
                waiting += [(other, inside, inside) for other in others]
                waiting.append((first, inside, before))
            else:
                order.append(node)
                shared.append(before)
        return order, shared

    def bonus(self, one: int, other: int) -> int:
        """Return what the blossoms that hold both places add to the doubled cost of their meeting."""
        if self._around[one] != self._around[other]:
            return 0
        shared = {*self._within(one)}
        return sum(self._blossoms[number].bonus for number in self._within(other) if number in shared)

    def without_blossoms(self) -> list[int]:
        """Return levels that need no bonus: lower than these by the bonuses of the blossoms around a place."""
        level = [*self.level]
        for blossom in self._blossoms.values():
            for place in blossom.places:
                level[place] -= blossom.bonus // 2
        return level

    def _within(self, node: int) -> Iterator[int]:
        while node in self._parent:
            node = self._parent[node]
            yield node

    def _seat(self, one: int, other: int) -> None:
        self.mates[one], self.mates[other] = other, one

    def _places(self, node: int) -> Sequence[int]:
        return self._blossoms[node].places if node in self._blossoms else (node,)

    def _grow(self, root: int) -> int:
        """Find an opponent for `root`, and return the time that it took. Raise NoRound if there is none."""
        around, sign, events = self._around, self._sign, self._events
        self._reach_outer(root, 0)
        while events:
            event = heappop(events)
            time, what, one, other = event
            if what == GROW:
                if sign[other] != ASIDE or self._soonest[other] != event:
                    continue
                self._came[around[other]] = one, other
                if self.mates[other] < 0:
                    self._exchange(one, other)
                    return time
                self._reach_inner(around[other], time)
            elif what == CLOSE:
                if around[one] != around[other]:
                    self._close(one, other, time)
            elif one in self._blossoms and one not in self._parent:
                self._open(one, time)
        raise NoRound

    def _reach_inner(self, node: int, time: int) -> None:
        """Make a node outside the tree inner, and its opponent outer."""
        places = self._places(node)
        self._tree += places
        for place in places:
            self._sign[place] = INNER
            self.level[place] += time
        base = node
        if node in self._blossoms:
            base = self._blossoms[node].base
            self._let_shrink(node, time)
        mate = self.mates[base]
        self._came[self._around[mate]] = base, mate
        self._reach_outer(self._around[mate], time)

    def _let_shrink(self, node: int, time: int) -> None:
        blossom = self._blossoms[node]
        heappush(self._events, (time + blossom.bonus // 2, OPEN, node, node))
        blossom.bonus += 2 * time

    def _reach_outer(self, node: int, time: int) -> None:
        places = self._places(node)
        self._tree += places
        for place in places:
            self._sign[place] = OUTER
            self.level[place] -= time
        if node in self._blossoms:
            self._blossoms[node].bonus -= 2 * time
        self._look_around(places)

    def _look_around(self, places: Sequence[int]) -> None:
        """Note when the edges of new outer places will be tight."""
        level, sign, around, mates = self.level, self._sign, self._around, self.mates
        soonest, events, end = self._soonest, self._events, self._end
        for place in places:
            own, node = level[place], around[place]
            for other, cost in self.meets[place]:
                state = sign[other]
                if state == ASIDE:
                    time = cost - own - level[other]
                    if (end is None or time < end) and (other not in soonest or time < soonest[other][0]):
                        soonest[other] = event = (time, GROW, place, other)
                        heappush(events, event)
                        if mates[other] < 0:
                            end = time
                elif state == OUTER and around[other] != node:
                    time = (cost - own - level[other]) // 2
                    if end is None or time < end:
                        heappush(events, (time, CLOSE, place, other))
        self._end = end  # equivalent `pass`: speed alone, for no two rounds of one field cost the same

    def _close(self, one: int, other: int, time: int) -> None:
        """Make a blossom of the ring that a tight edge between two outer places closes."""
        here, there = self._way_up(one), self._way_up(other)
        while len(here) > 1 and len(there) > 1 and here[-2] == there[-2]:
            here.pop()
            there.pop()
        ring = [*reversed(here), *there[:-1]]
        edges = [self._came[node] for node in ring[1 : len(here)]] + [(one, other)]
        edges += [self._came[node][::-1] for node in there[:-1]]
        number, self._made = self._made, self._made + 1
        top, turned, places = ring[0], list[int](), list[int]()
        base = self._blossoms[top].base if top in self._blossoms else top
        for node in ring:
            inside = self._places(node)
            places += inside
            sign = self._sign[inside[0]]
            if node in self._blossoms:
                self._blossoms[node].bonus += 2 * time * sign  # equivalent `2 * time // sign`: the sign is 1 or -1
            if sign == INNER:
                turned += inside
            self._parent[node] = number
        for place in turned:
            self._sign[place] = OUTER
            self.level[place] -= 2 * time
        for place in places:
            self._around[place] = number
        self._blossoms[number] = _Blossom(base=base, ring=ring, edges=edges, places=places, bonus=-2 * time)
        if top in self._came:
            self._came[number] = self._came[top]
        self._look_around(turned)

    def _way_up(self, place: int) -> list[int]:
        """Return the nodes from that of an outer place to the root."""
        node = self._around[place]
        way = [node]
        while node in self._came:
            node = self._around[self._came[node][0]]
            way.append(node)
        return way

    def _open(self, number: int, time: int) -> None:
        """Open an inner blossom without a bonus: of its nodes, the tree keeps those on its path to the base."""
        blossom = self._undo(number)
        ring, edges = blossom.ring, blossom.edges
        came = self._came.pop(number)
        at = ring.index(self._around[came[1]])
        if at % 2:
            way = [*range(at, len(ring)), 0]
            steps = edges[at:]
        else:
            way = [*range(at, -1, -1)]
            steps = [edges[index][::-1] for index in range(at - 1, -1, -1)]
        outer = list[int]()
        for index, (on_way, edge) in enumerate(zip(way, [came, *steps], strict=True)):
            node = ring[on_way]
            self._came[node] = edge
            if index % 2 == 0:
                if node in self._blossoms:
                    self._let_shrink(node, time)
                continue
            outer += self._places(node)
            if node in self._blossoms:
                self._blossoms[node].bonus -= 2 * time
        for place in outer:
            self._sign[place] = OUTER
            self.level[place] -= 2 * time
        left = [place for on_side in {*range(len(ring))} - {*way} for place in self._places(ring[on_side])]
        for place in left:
            self._sign[place] = ASIDE
            self.level[place] -= time
            self._soonest.pop(place, None)
        for place in left:
            self._look_back(place)
        self._look_around(outer)

    def _look_back(self, place: int) -> None:
        """Note when a place that has left the tree will be reached."""
        own = self.level[place]
        for other, cost in self.meets[place]:
            if self._sign[other] == OUTER:
                event = (cost - own - self.level[other], GROW, other, place)
                if place not in self._soonest or event < self._soonest[place]:
                    self._soonest[place] = event
        if place in self._soonest:
            heappush(self._events, self._soonest[place])

    def _undo(self, number: int) -> _Blossom:
        blossom = self._blossoms.pop(number)
        for node in blossom.ring:
            del self._parent[node]
            for place in self._places(node):
                self._around[place] = node
        return blossom

    def _exchange(self, outer: int, partner: int) -> None:
        """Let `partner` meet `outer`, whose opponent then meets another, and so on up to the root."""
        while True:
            node = self._around[outer]
            self._rebase(node, outer)
            self._seat(outer, partner)
            if node not in self._came:
                return
            inner = self._around[self._came[node][0]]
            outer, partner = self._came[inner]
            self._rebase(inner, partner)

    def _rebase(self, node: int, place: int) -> None:
        """Let `place` be the place of `node` without an opponent inside."""
        waiting = [(node, place)]
        while waiting:
            node, place = waiting.pop()
            if node not in self._blossoms:
                continue
            blossom = self._blossoms[node]
            inside = place
            while self._parent[inside] != node:
                inside = self._parent[inside]
            ring, edges = blossom.ring, blossom.edges
            at = ring.index(inside)
            blossom.ring, blossom.edges, blossom.base = ring[at:] + ring[:at], edges[at:] + edges[:at], place
            waiting.append((inside, place))
            # In the new order every second edge is taken, from the second on.
            if blossom.ring[0] != ring[0]:
                for index in range(1, len(ring), 2):
                    one, other = blossom.edges[index]
                    self._seat(one, other)
                    waiting += [(blossom.ring[index], one), (blossom.ring[index + 1], other)]

    def _rest(self, time: int) -> None:
        """End the tree: levels stay where they are, and outer blossoms without a bonus are undone."""
        undone = list[int]()
        for node in {self._around[place] for place in self._tree} & self._blossoms.keys():
            blossom = self._blossoms[node]
            sign = self._sign[blossom.places[0]]  # equivalent: all have one sign
            blossom.bonus += 2 * time * sign
            if not blossom.bonus and sign == OUTER:
                undone.append(node)
        while undone:
            undone += [
                node
                for node in self._undo(undone.pop()).ring
                if node in self._blossoms and not self._blossoms[node].bonus
            ]
        for place in self._tree:
            self.level[place] += time * self._sign[place]
            self._sign[place] = ASIDE
        self._came, self._tree, self._events, self._soonest, self._end = {}, [], [], {}, None
