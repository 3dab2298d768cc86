"""The matching engine: who meets whom, on bare places, exactly.

Everything here speaks of *places*: 0 is the best of those who play, and `blocked[a]` are the places that `a`
must not meet. The relation is symmetric and the number of places even. Where a blocked meeting cannot be
avoided, the fewest are taken, always. The arithmetic is on whole numbers alone.

Two facts (`pairing.md`) keep it fast without losing an optimum:

* Dirac: if nobody is blocked from more than d others, 2d + 2 places or more always pair without a blocked
  meeting, so only a tail of 2d + 1 places ever has to be looked at by a matching algorithm.
* The window: in an optimum of the squared distances a table a < b has b - a <= 1 + |blocked[a]| + |blocked[b]|.
  The proof counts, for each place between, one blocked meeting of `a` or of `b`; it holds just as well when
  blocked meetings carry a price instead of being left out.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from random import Random

import rustworkx as rx

Blocked = Sequence[Set[int]]
Tables = list[tuple[int, int]]
"""Pairs of places, the better one first, ordered by it."""

TIE_BITS = 40
"""Size of the random tie-break of an edge: two optima still equal after it are a matter of one in millions."""


def always_pairable(size: int, busiest: int) -> bool:
    """Whether `size` places pair without a blocked meeting if none has more than `busiest` of them."""
    return size >= 2 * busiest + 2


def fewest_blocked(blocked: Blocked) -> int:
    """How many blocked meetings a round of all places needs at least.

    A largest matching among the free meetings leaves over only places that are blocked from each other.

    >>> fewest_blocked([{1}, {0}, set(), set()]), fewest_blocked([{1, 2, 3}, {0}, {0}, {0}])
    (0, 1)
    """
    size = len(blocked)
    if always_pairable(size, _busiest(blocked)):
        return 0
    free = [(a, b, 1) for a in range(size) for b in range(a + 1, size) if b not in blocked[a]]
    return size // 2 - len(_heaviest(size, free))


def top_down(blocked: Blocked) -> Tables:
    """From the top, each place meets the best free one that lets the others be completed.

    It is the lexicographic optimum among the rounds with the fewest blocked meetings. No step is ever taken
    back: far from the end Dirac's theorem answers for the rest, near it one matching does.

    >>> top_down([{1}, {0}, set(), set()])
    [(0, 2), (1, 3)]
    """
    free = list(range(len(blocked)))
    busiest = _busiest(blocked)
    tables = []
    while free:
        upper = free.pop(0)
        if always_pairable(len(free) - 1, busiest):
            chosen = next(index for index, lower in enumerate(free) if lower not in blocked[upper])
        else:
            chosen = _best_completable(upper, free, blocked)
        tables.append((upper, free.pop(chosen)))
    return tables


def _best_completable(upper: int, others: Sequence[int], blocked: Blocked) -> int:
    """Index in `others` of the best opponent of `upper` in a round of all of them with the fewest blocked meetings.

    Weights say it in one matching: a free meeting outweighs every preference, and only the meetings of `upper`
    have one. The opponent is therefore the same in every heaviest matching.
    """
    places = [upper, *others]
    size = len(places)
    edges = (
        (a, b, (0 if places[b] in blocked[places[a]] else size) + (size - b if a == 0 else 0))
        for a in range(size)
        for b in range(a + 1, size)
    )
    return next(b for a, b in _heaviest(size, edges) if a == 0) - 1


def min_square(blocked: Blocked, lot: Random) -> Tables:
    """The least sum of squared distances among the rounds with the fewest blocked meetings; equals by `lot`.

    >>> min_square([{1}, {0}, set(), set()], Random(1))
    [(0, 2), (1, 3)]
    """
    size = len(blocked)
    price_of_blocked = size**3
    busiest = _busiest(blocked)
    spotless = always_pairable(size, busiest)

    def window() -> Iterator[tuple[int, int, int]]:
        for a in range(size):
            for b in range(a + 1, min(size, a + 2 + len(blocked[a]) + busiest)):
                is_blocked = b in blocked[a]
                if b - a <= 1 + len(blocked[a]) + len(blocked[b]) and not (is_blocked and spotless):
                    yield a, b, (b - a) ** 2 + price_of_blocked * is_blocked

    return cheapest(size, window(), lot)


def cheapest(size: int, edges: Iterable[tuple[int, int, int]], lot: Random) -> Tables:
    """The round of least total price over `edges` (place, place, price), which must contain a complete round.

    Equal totals are told apart by a random part below the unit of price, drawn in the order of the edges: the
    same edges and the same `lot` give the same round on every machine.
    """
    shift = TIE_BITS + size.bit_length()
    weighted = ((a, b, -(price << shift | lot.getrandbits(TIE_BITS))) for a, b, price in edges)
    return _heaviest(size, weighted)


def _heaviest(size: int, edges: Iterable[tuple[int, int, int]]) -> Tables:
    """A heaviest matching among the largest ones."""
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(list(edges))
    matching = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(table), max(table)) for table in matching)


def _busiest(blocked: Blocked) -> int:
    return max(map(len, blocked), default=0)
