"""The cheapest round: levelling does not make it dearer, and the order of its edges does not matter."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.optimum import Edge, Tables, cheapest, heaviest, lightest, told_apart


def near_neighbours(size: int, reach: int, lot: Random) -> list[Edge]:
    """Return squared distances without most of the neighbours, so that very many rounds cost the same."""
    edges = [(a, b, (b - a) ** 2) for a in range(size) for b in range(a + 1, min(size, a + reach + 1))]
    return [edge for edge in edges if edge[2] > 1 or lot.random() < 0.3]


def lightest_of_shuffled(size: int, edges: list[Edge], lot: Random) -> Tables:
    """Return the lightest round of the same edges in another order, with the places renumbered."""
    number = lot.sample(range(size), size)
    place = {new: old for old, new in enumerate(number)}
    renamed = [(number[one], number[other], cost) for one, other, cost in lot.sample(edges, len(edges))]
    tables = [(place[one], place[other]) for one, other in lightest(size, renamed)]
    return sorted((min(table), max(table)) for table in tables)


@pytest.mark.parametrize("size", [64, 400, 1000])
def test_the_optimum_is_one_however_the_edges_come(size: int) -> None:
    """The library has no choice: it finds the same round, whatever edge it begins with."""
    lot = Random(size)
    edges = list(told_apart(size, near_neighbours(size, 20, lot), Random(1)))
    assert {tuple(lightest_of_shuffled(size, edges, lot)) for _ in range(5)} == {tuple(lightest(size, edges))}


def test_edges_in_another_order_draw_the_same_round() -> None:
    lot, size = Random(20261121), 400
    edges = near_neighbours(size, 20, lot)
    drawn = cheapest(size, edges, Random(7))
    assert cheapest(size, lot.sample(edges, len(edges)), Random(7)) == drawn
    assert cheapest(size, edges, Random(8)) != drawn


@given(data=st.data(), size=st.integers(1, 12).map(lambda half: 2 * half))
def test_levelling_and_ties_lose_no_optimum(data: st.DataObject, size: int) -> None:
    """This includes places with only one edge, and costs far apart."""
    price = st.integers(0, 6) | st.integers(0, 10**6)
    costs = {(place, place + 1): data.draw(price) for place in range(0, size, 2)}
    for one, other in data.draw(st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=60)):
        if one < other:
            costs[one, other] = data.draw(price)
    edges = [(one, other, cost) for (one, other), cost in costs.items()]
    least = sum(costs[table] for table in heaviest(size, [(one, other, -cost) for one, other, cost in edges]))
    for tables in (lightest(size, edges), cheapest(size, edges, Random(1))):
        assert sorted(place for table in tables for place in table) == list(range(size))
        assert sum(costs[table] for table in tables) == least
