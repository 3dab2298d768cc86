"""The cheapest round on given edges: unique, whatever the order of the edges and the version of the library.

The matching itself is rustworkx's (Edmonds, in whole numbers). The costs are changed before it in two ways:

**Ties.** Each edge gets a random part below the unit of cost. This makes one of the rounds with equal cost the
cheapest, unless two of them draw the same sum: by the isolation lemma the probability is at most the number of edges in
2^`TIE_BITS`, that is one in 40,000 for the window of 5,000 places after 12 rounds, one in 200,000 at 1,000, and one in
ten million for the forty pairs of an evening. Only then does the library's own order decide.

**Levelling.** A number subtracted from all edges of one place changes every round by that number, hence no optimum
(`prices` uses the same for big clubs). With well chosen numbers most places have an edge or two that cost nothing more.
The matching, which spends its time on searches while all the edges that it has seen cost something, then ends some six
times sooner. The numbers are the dual solution of the fractional matching, as far as a few sweeps find it; a bad choice
would only cost time.
"""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

import rustworkx as rx

Tables = list[tuple[int, int]]
"""Pairs of places, the better one first, in its order."""

Edge = tuple[int, int, int]
"""Two places and a cost or a weight."""

TIE_BITS = 32

SWEEPS = 4


def cheapest(size: int, edges: Iterable[Edge], lot: Random) -> Tables:
    """Return the round of least total cost over `edges`, which must contain a complete round; ties broken by `lot`."""
    return lightest(size, told_apart(size, edges, lot))


def told_apart(size: int, edges: Iterable[Edge], lot: Random) -> Iterator[Edge]:
    """Yield the edges in order, with costs that keep the order of totals but make equal totals differ."""
    shift = TIE_BITS + size.bit_length()
    for one, other, cost in sorted(edges):
        yield one, other, cost << shift | lot.getrandbits(TIE_BITS)


def lightest(size: int, edges: Iterable[Edge]) -> Tables:
    """Return a round of least total cost over `edges`, which must contain a complete round."""
    edges = list(edges)
    meets: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for one, other, cost in edges:
        meets[one].append((other, 2 * cost))
        meets[other].append((one, 2 * cost))
    level = levels_of(meets, SWEEPS)
    return heaviest(size, [(one, other, level[one] + level[other] - 2 * cost) for one, other, cost in edges])


def heaviest(size: int, edges: Iterable[Edge]) -> Tables:
    """Return a heaviest matching among the largest ones."""
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(list(edges))
    matching = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(table), max(table)) for table in matching)


def levels_of(meets: Sequence[Sequence[tuple[int, int]]], sweeps: int) -> list[int]:
    """Return for each place what to subtract from its edges, given with doubled costs: no edge becomes negative.

    Each sweep moves every place between its two cheapest edges, so that those who share a cheap one share its gain; at
    last all move down to the cheapest.
    """
    level = [min([cost for _, cost in edges]) // 2 for edges in meets]  # equivalent: speed alone
    for _ in range(sweeps):
        for place, edges in enumerate(meets):
            left = sorted([cost - level[other] for other, cost in edges])
            level[place] = (left[0] + left[:2][-1]) // 2  # equivalent: speed alone
    return lowered(level, meets)


def lowered(level: list[int], meets: Sequence[Sequence[tuple[int, int]]]) -> list[int]:
    """Return the levels, each moved to its cheapest edge in turn, so that no edge is negative."""
    for place, edges in enumerate(meets):
        level[place] = min([cost - level[other] for other, cost in edges])
    return level
