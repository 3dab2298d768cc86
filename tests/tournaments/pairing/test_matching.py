"""The matching engine against enumeration, against a matching without the window, and on its worst case."""

from collections.abc import Iterator
from random import Random

import rustworkx as rx
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.matching import fewest_blocked, min_square, top_down


def all_rounds(places: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    """Every round of the places, enumerated from the bottom up."""
    if not places:
        yield []
        return
    *others, last = places
    for at, other in enumerate(others):
        for tables in all_rounds((*others[:at], *others[at + 1 :])):
            yield sorted([*tables, (other, last)])


def squares(tables: list[tuple[int, int]]) -> int:
    return sum((lower - upper) ** 2 for upper, lower in tables)


def rematches(tables: list[tuple[int, int]], blocked: list[set[int]]) -> int:
    return sum(lower in blocked[upper] for upper, lower in tables)


@st.composite
def small_fields(draw: st.DrawFn) -> list[set[int]]:
    """From 2 to 10 places with any meetings blocked, up to all of them."""
    size = 2 * draw(st.integers(1, 5))
    blocked: list[set[int]] = [set() for _ in range(size)]
    for upper in range(size):
        for lower in range(upper + 1, size):
            if draw(st.booleans()):
                blocked[upper].add(lower)
                blocked[lower].add(upper)
    return blocked


@given(small_fields(), st.integers(0, 9))
def test_small_fields_equal_enumeration(blocked: list[set[int]], seed: int) -> None:
    every = list(all_rounds(tuple(range(len(blocked)))))
    fewest = min(rematches(tables, blocked) for tables in every)
    allowed = [tables for tables in every if rematches(tables, blocked) == fewest]

    assert fewest_blocked(blocked) == fewest
    assert top_down(blocked) == min(allowed)
    cheapest = min_square(blocked, Random(seed))
    assert rematches(cheapest, blocked) == fewest
    assert squares(cheapest) == min(map(squares, allowed))


def played(size: int, rounds: int, seed: int) -> list[set[int]]:
    """What is blocked after rounds played down a ranking that wavers."""
    lot = Random(seed)
    order = list(range(size))
    blocked: list[set[int]] = [set() for _ in range(size)]
    for _ in range(rounds):
        order.sort(key=lambda place: place + lot.randint(0, 6))
        where = {place: at for at, place in enumerate(order)}
        seen = [{where[other] for other in blocked[place]} for place in order]
        for upper, lower in top_down(seen):
            blocked[order[upper]].add(order[lower])
            blocked[order[lower]].add(order[upper])
    return blocked


def cheapest_on_all_edges(blocked: list[set[int]]) -> tuple[int, int]:
    """Rematches and squares of the optimum, found without window and without ties told apart."""
    size = len(blocked)
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    for upper in range(size):
        for lower in range(upper + 1, size):
            graph.add_edge(upper, lower, -((lower - upper) ** 2) - 10**9 * (lower in blocked[upper]))
    matching = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    tables = [(min(table), max(table)) for table in matching]
    return rematches(tables, blocked), squares(tables)


def test_the_window_loses_no_optimum() -> None:
    """Fields of 8 to 60, from one round played to more than can be played without a rematch."""
    forced = 0
    for seed in range(150):
        lot = Random(seed)
        size = 2 * lot.randint(4, 30)
        blocked = played(size, lot.randint(1, min(size + 3, 16)), seed)
        tables = min_square(blocked, Random(seed))
        found = rematches(tables, blocked), squares(tables)
        assert found == cheapest_on_all_edges(blocked), f"seed {seed}"
        forced += found[0] > 0
    assert forced > 5


def test_a_frozen_ranking_never_explodes() -> None:
    """Plain backtracking needs two million nodes at 32 places and 12 rounds; here each place is decided once."""
    for size in (26, 32, 64, 200):
        blocked: list[set[int]] = [set() for _ in range(size)]
        for number in range(1, 13):
            tables = top_down(blocked)
            assert rematches(tables, blocked) == 0, f"{size} places, round {number}"
            for upper, lower in tables:
                blocked[upper].add(lower)
                blocked[lower].add(upper)


def test_equal_optima_are_told_apart_by_the_lot_alone() -> None:
    """Six places, 3–4 met: 1–2, 3–5, 4–6 costs as much as 1–3, 2–4, 5–6. Lots differ; each lot keeps to its choice."""
    blocked: list[set[int]] = [set(), set(), {3}, {2}, set(), set()]
    drawn = [min_square(blocked, Random(seed)) for seed in range(40)]
    upper, lower = [(0, 1), (2, 4), (3, 5)], [(0, 2), (1, 3), (4, 5)]
    assert all(tables in (upper, lower) for tables in drawn)
    assert 10 < drawn.count(upper) < 30
    assert [min_square(blocked, Random(seed)) for seed in range(40)] == drawn
