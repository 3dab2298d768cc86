"""The cheapest rounds: the price of a meeting has several levels, each worth more than all the following together."""

from collections.abc import Callable, Sequence

import networkx

Price = tuple[int, ...]
Meeting = tuple[int, int]


def cheapest(places: Sequence[int], price: Callable[[int, int], Price | None]) -> tuple[list[Meeting], Price] | None:
    """Return the round of least price for these places, level by level, or None if there is none."""
    if not places:
        return [], ()
    if (neighbours := _free_neighbours(places, price)) is not None:
        return neighbours
    prices = {(a, b): cost for a in places for b in places if a < b and (cost := price(a, b)) is not None}
    if not prices:
        return None
    levels = len(next(iter(prices.values())))
    worth = [1] * levels
    for level in range(levels - 2, -1, -1):
        most = max(cost[level + 1] for cost in prices.values())
        worth[level] = worth[level + 1] * (most * (len(places) // 2) + 1)
    weight = {meeting: sum(map(int.__mul__, cost, worth)) for meeting, cost in prices.items()}
    top = max(weight.values()) + 1
    graph = networkx.Graph()
    graph.add_weighted_edges_from((a, b, top - cost) for (a, b), cost in weight.items())
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < len(places):
        return None
    meetings = sorted((min(pair), max(pair)) for pair in found)
    return meetings, tuple(sum(level) for level in zip(*(prices[meeting] for meeting in meetings), strict=True))


def _free_neighbours(
    places: Sequence[int], price: Callable[[int, int], Price | None]
) -> tuple[list[Meeting], Price] | None:
    """Return the round of neighbours if it costs nothing, since then no other is cheaper."""
    if len(places) % 2:
        return None
    meetings = [(min(two), max(two)) for two in zip(places[::2], places[1::2], strict=True)]
    prices = [price(*meeting) for meeting in meetings]
    if any(cost is None or any(cost) for cost in prices):
        return None
    return sorted(meetings), prices[0] or ()
