"""How long one round takes to pair: `python -m benchmarks.pairing`. Prints medians in CPU milliseconds.

The rankings waver as in a real tournament, or are frozen (the worst case: neighbours have met again and again).
Below the engine, the same window given to networkx, and rustworkx without the window, where that ends in time.
"""

import statistics
import time
from collections.abc import Callable
from random import Random

import networkx as nx
import rustworkx as rx

from tournaments.pairing import pair_round
from tournaments.pairing.matching import min_square, top_down
from tournaments.records import (
    Draft,
    Entrant,
    EntrantId,
    Outcome,
    PairingRequest,
    Policy,
    RoundSettings,
    System,
    TableResult,
)

REPEATS = 3
ROUNDS = 8
SIZES = (64, 256, 1000, 2048)
COMPARED_UP_TO = {"networkx on the window": 256, "rustworkx, all edges": 512}


def median_ms(work: Callable[..., object], *facts: object) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        work(*facts)
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def evening(size: int, rounds: int, system: System, policy: Policy, wavering: int) -> PairingRequest:
    """The request for the round after `rounds`; each ranking moves pairs by up to `wavering` places."""
    lot = Random(20261120)
    order = list(range(1, size + 1))
    history: list[TableResult] = []
    for number in range(1, rounds + 2):
        clubs = {pair: (f"Club {pair % 20}" if pair % 3 else "Aurora",) for pair in order}
        request = PairingRequest(
            round=number,
            entrants=tuple(Entrant(id=EntrantId(pair), names=(), clubs=clubs[pair]) for pair in order),
            history=tuple(history),
            settings=RoundSettings(policy=policy),
        )
        if number <= rounds:
            history += results(pair_round(system, request), number)
            keys = {pair: place + lot.randint(0, wavering) for place, pair in enumerate(order)}
            order.sort(key=keys.__getitem__)
    return request


def results(draft: Draft, number: int) -> list[TableResult]:
    return [
        TableResult(round=number, table=table.number, ns=table.ns, ew=table.ew, outcome=Outcome.PLAYED)
        for table in draft.tables
    ]


def blocked_after(rounds: int, size: int) -> list[set[int]]:
    """What a frozen ranking has blocked after these rounds."""
    blocked: list[set[int]] = [set() for _ in range(size)]
    for _ in range(rounds):
        for upper, lower in top_down(blocked):
            blocked[upper].add(lower)
            blocked[lower].add(upper)
    return blocked


def in_networkx(blocked: list[set[int]]) -> object:
    graph = nx.Graph()
    for a in range(len(blocked)):
        for b in range(a + 1, len(blocked)):
            if b not in blocked[a] and b - a <= 1 + len(blocked[a]) + len(blocked[b]):
                graph.add_edge(a, b, weight=-((b - a) ** 2))
    return nx.max_weight_matching(graph, maxcardinality=True)


def in_rustworkx_on_all_edges(blocked: list[set[int]]) -> object:
    size = len(blocked)
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    edges = [(a, b, -((b - a) ** 2)) for a in range(size) for b in range(a + 1, size) if b not in blocked[a]]
    graph.add_edges_from(edges)
    return rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def main() -> None:
    cases = [
        ("draw, a third of one club", System.DRAW, Policy.TOP_DOWN, 40, ROUNDS),
        ("danish", System.DANISH, Policy.TOP_DOWN, 40, ROUNDS),
        ("top-down", System.DANISH_NO_REMATCH, Policy.TOP_DOWN, 40, ROUNDS),
        ("top-down, ranking frozen, 12 rounds", System.DANISH_NO_REMATCH, Policy.TOP_DOWN, 0, 12),
        ("min-square", System.DANISH_NO_REMATCH, Policy.MIN_SQUARE, 40, ROUNDS),
        ("min-square, ranking frozen, 12 rounds", System.DANISH_NO_REMATCH, Policy.MIN_SQUARE, 0, 12),
    ]
    row = "{:40}" + "{:>10}" * len(SIZES)
    print(row.format("pairs", *SIZES))
    for name, system, policy, wavering, rounds in cases:
        requests = [evening(size, rounds, system, policy, wavering) for size in SIZES]
        times = [median_ms(pair_round, system, request) for request in requests]
        print(row.format(name, *(f"{ms:.1f}" for ms in times)))
    print("\nMatching alone, ranking frozen, 8 rounds")
    engines: dict[str, Callable[[list[set[int]]], object]] = {
        "rustworkx on the window (ours)": lambda blocked: min_square(blocked, Random(1)),
        "networkx on the window": in_networkx,
        "rustworkx, all edges": in_rustworkx_on_all_edges,
    }
    for name, engine in engines.items():
        sizes = [size for size in SIZES if size <= COMPARED_UP_TO.get(name, SIZES[-1])]
        fields = [blocked_after(ROUNDS, size) for size in sizes]
        times = [median_ms(engine, blocked) for blocked in fields]
        print(row.format(name, *(f"{ms:.1f}" for ms in times), *["–"] * (len(SIZES) - len(sizes))))


if __name__ == "__main__":
    main()
