"""The matching engine against enumeration, against a matching on all edges, and on its worst cases."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
import rustworkx as rx
from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.pairing.matching import EXACT_UP_TO, complete, least_price, min_square, top_down
from tournaments.pairing.prices import FreeMeetings, Prices, mask_of, unit

Dear = list[dict[int, int]]


def all_rounds(places: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    """Yield every round of the places, enumerated from the bottom up."""
    if not places:
        yield []
        return
    *others, last = places
    for at, other in enumerate(others):
        for tables in all_rounds((*others[:at], *others[at + 1 :])):
            yield sorted([*tables, (other, last)])


def squares(tables: list[tuple[int, int]]) -> int:
    return sum((lower - upper) ** 2 for upper, lower in tables)


def nothing_dear(size: int) -> Dear:
    return [{} for _ in range(size)]


def forbid(dear: Dear, one: int, other: int, level: int = 1) -> None:
    """Add a price: at level 1 for a rematch, at level 2 for a ban."""
    price: int = unit(len(dear)) ** level
    dear[one][other] = dear[one].get(other, 0) + price
    dear[other][one] = dear[other].get(one, 0) + price


def masks(groups: list[set[str]]) -> list[int]:
    """Return, for each place, the places that share a group with it."""
    return [sum(1 << at for at, other in enumerate(groups) if group & other) for group in groups]


@st.composite
def small_fields(draw: st.DrawFn) -> Prices:
    """From 2 to 10 places with any relations: teams, rematches, up to three clubs, some with two of them."""
    size = 2 * draw(st.integers(1, 5))
    dear = nothing_dear(size)
    wrong = draw(st.sampled_from([[0, 0, 0, 1, 2, 3], [0, 1], [0, 0, 0, 0, 0, 1]]))
    for upper in range(size):
        for lower in range(upper + 1, size):
            levels = draw(st.sampled_from(wrong))
            for level in (1, 2):
                if levels & level:
                    forbid(dear, upper, lower, level)
    names = draw(st.sampled_from(["", "A", "AB", "ABC", "AAAB"]))
    clubs = [set(draw(st.lists(st.sampled_from(names), max_size=2))) if names else set[str]() for _ in range(size)]
    of_teams = draw(st.sampled_from(["", "", "T", "TU", "TTTU"]))
    teams = [set(draw(st.lists(st.sampled_from(of_teams), max_size=1))) if of_teams else set[str]() for _ in dear]
    return Prices(dear, masks(clubs) if names else (), masks(teams) if of_teams else ())


def half_a_club() -> Prices:
    """Return six places whose cheapest rounds have tables within the club that has half of them."""
    dear = nothing_dear(6)
    for one, other in ((0, 1), (0, 2), (0, 5), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (2, 5)):
        forbid(dear, one, other)
    return Prices(dear, masks([{"A"} if place in (0, 3, 4) else set() for place in range(6)]))


@given(small_fields(), st.integers(0, 9))
@example(half_a_club(), 0)
def test_small_fields_equal_enumeration(prices: Prices, seed: int) -> None:
    every = list(all_rounds(tuple(range(prices.size))))
    least = min(map(prices.total, every))
    allowed = [tables for tables in every if prices.total(tables) == least]

    assert least_price(prices) == least
    assert top_down(prices) == min(allowed)
    cheapest = min_square(prices, Random(seed))
    assert prices.total(cheapest) == least
    assert squares(cheapest) == min(map(squares, allowed))
    assert min_square(prices, Random(seed), small=0) == cheapest


def test_where_every_round_has_its_price_the_best_come_first_all_the_same() -> None:
    """With eight places that have no round of cheap meetings, the ranking still decides."""
    priced = 0
    for seed in range(400):
        lot = Random(seed)
        dear, share = nothing_dear(8), lot.choice([0.6, 0.75, 0.9])
        for upper, lower in combinations(range(8), 2):
            if lot.random() < share:
                forbid(dear, upper, lower, lot.choice([1, 1, 2]))
        prices = Prices(dear)
        if complete(FreeMeetings(prices, 0b1111_1111)) is not None:
            continue
        priced += 1
        every = list(all_rounds(tuple(range(8))))
        least = min(map(prices.total, every))
        assert top_down(prices) == min(tables for tables in every if prices.total(tables) == least), f"seed {seed}"
        assert least_price(prices) == least, f"seed {seed}"
    assert priced > 100


def test_a_round_of_free_meetings_is_found_wherever_there_is_one() -> None:
    """Also where only a search along odd rings finds it; `top_down` takes the first of them."""
    found, every = 0, list(all_rounds(tuple(range(8))))
    for seed in range(150):
        lot = Random(seed)
        dear, share = nothing_dear(8), lot.choice([0.6, 0.7, 0.8])
        for upper, lower in combinations(range(8), 2):
            if lot.random() < share:
                forbid(dear, upper, lower)
        prices = Prices(dear)
        meetings = FreeMeetings(prices, 0b1111_1111)
        free = [tables for tables in every if all(meetings.meets[one] >> other & 1 for one, other in tables)]
        mates = complete(meetings)
        if mates is None:
            assert not free, f"seed {seed}"
        else:
            found += 1
            assert [(one, other) for one, other in enumerate(mates) if one < other] in free, f"seed {seed}"
            assert top_down(prices) == min(free), f"seed {seed}"
    assert 0 < found < 150


@given(small_fields())
def test_a_team_is_priced_as_its_meetings_are_one_by_one(prices: Prices) -> None:
    """Each price and each ban of a team is the same as if its meetings were listed in `dear`."""
    places, never = range(prices.size), unit(prices.size) ** 2
    dear = [dict(others) for others in prices.dear]
    for one, other in combinations(places, 2):
        if prices.teams and prices.teams[one] >> other & 1:
            forbid(dear, one, other, 2)
    named = Prices(dear, prices.clubs)
    for one in places:
        others = (1 << prices.size) - 1 & ~(1 << one)
        assert prices.never(one) == named.never(one)
        assert prices.priced(one) == named.priced(one) == mask_of([o for o in places if o != one and prices.of(one, o)])
        for other in places:
            if other != one:
                assert prices.of(one, other) == named.of(one, other)
        for price in (0, 1, unit(prices.size), never, never + 1, 2 * never):
            expected = mask_of([other for other in places if other != one and prices.of(one, other) == price])
            assert prices.at(one, price) & others == expected
    assert prices.busiest >= max((mask.bit_count() for mask in map(prices.priced, places)), default=0)


@given(small_fields())
def test_a_round_of_cheap_meetings_alone_is_as_cheap_as_any(prices: Prices) -> None:
    """If there is such a round, every cheapest round has only cheap meetings."""
    cheap = FreeMeetings(prices, (1 << prices.size) - 1)
    every = list(all_rounds(tuple(range(prices.size))))
    least = min(map(prices.total, every))
    of_cheap_ones = [tables for tables in every if all(cheap.meets[one] >> other & 1 for one, other in tables)]
    if of_cheap_ones:
        assert of_cheap_ones == [tables for tables in every if prices.total(tables) == least]


def played(size: int, rounds: int, seed: int) -> Dear:
    """Return the costly meetings after rounds of a slightly changing ranking, by the places of the last one."""
    lot = Random(seed)
    order, met = list(range(size)), set[tuple[int, int]]()
    for _ in range(rounds):
        order.sort(key=lambda place: place + lot.randint(0, 6))
        seen = nothing_dear(size)
        where = {place: at for at, place in enumerate(order)}
        for one, other in met:
            forbid(seen, where[one], where[other])
        met |= {(order[upper], order[lower]) for upper, lower in top_down(Prices(seen))}
    dear = nothing_dear(size)
    for one, other in met:
        forbid(dear, one, other)
    return dear


def cheapest_on_all_edges(prices: Prices) -> tuple[int, int]:
    """Return price and squares of the optimum, found without window, reduction or cut."""
    size = prices.size
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    for upper in range(size):
        for lower in range(upper + 1, size):
            graph.add_edge(upper, lower, -((lower - upper) ** 2) - 10**9 * prices.of(upper, lower))
    matching = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    tables = [(min(table), max(table)) for table in matching]
    return prices.total(tables), squares(tables)


@pytest.mark.parametrize("share", [0, 2, 4, 5, 7, 10])
def test_neither_window_nor_cut_loses_an_optimum(share: int) -> None:
    """Fields of 8 to 60 play up to more rounds than possible without rematches; `share` tenths are of one club."""
    forced = 0
    for seed in range(40):
        lot = Random(seed)
        size = 2 * lot.randint(4, 30)
        team = {*lot.sample(range(size), lot.choice([2, 3, size // 3, size // 2, 7 * size // 10]))}
        dear = played(size, lot.randint(1, min(size + 3, 16)), seed)
        clubs = [{"A"} if lot.random() * 10 < share else {lot.choice("BCDE")} for _ in range(size)]
        if share:
            forbid(dear, 0, 1, 2)
        teams = masks([{"T"} if place in team else set() for place in range(size)]) if seed % 2 else ()
        prices = Prices(dear, masks(clubs) if share else (), teams)
        tables = min_square(prices, Random(seed))
        assert min_square(prices, Random(seed), small=0) == tables, f"seed {seed}"
        found = prices.total(tables), squares(tables)
        assert found == cheapest_on_all_edges(prices), f"seed {seed}"
        assert prices.total(top_down(prices)) == found[0] == least_price(prices), f"seed {seed}"
        forced += found[0] > 0
    assert forced > 0


def test_from_the_top_each_takes_the_best_that_can_be_completed() -> None:
    """Fields of 40 with a large club, step by step: nobody could have a better opponent at the lowest price."""
    for seed in range(6):
        lot = Random(seed)
        prices = Prices(played(40, 6, seed), masks([{lot.choice("AAABC")} for _ in range(40)]))
        assert top_down(prices) == step_by_step(prices), f"seed {seed}"


def test_from_the_top_each_passes_over_small_clubs_and_teams() -> None:
    """Fields of 40 with clubs or teams of about three: the best opponent is near, and only members are skipped."""
    for seed in range(6):
        lot = Random(seed)
        groups = masks([{lot.choice("ABCDEFGHIJKL")} for _ in range(40)])
        prices = Prices(played(40, 2, seed), *((groups, ()) if seed % 2 else ((), groups)))
        assert top_down(prices) == step_by_step(prices), f"seed {seed}"


def step_by_step(prices: Prices) -> list[tuple[int, int]]:
    """Try one opponent after the other, with a whole matching for each."""
    tables: list[tuple[int, int]] = []
    left, budget = list(range(prices.size)), least_price(prices)
    while left:
        upper = left.pop(0)
        for lower in left:
            others = [place for place in left if place != lower]
            if prices.of(upper, lower) + priced_on_all_edges(prices, others) == budget:
                break
        budget -= prices.of(upper, lower)
        left.remove(lower)
        tables.append((upper, lower))
    return tables


def priced_on_all_edges(prices: Prices, places: list[int]) -> int:
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(places))
    for a, one in enumerate(places):
        for b in range(a):
            graph.add_edge(a, b, -prices.of(one, places[b]))
    matching = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(prices.of(places[a], places[b]) for a, b in matching)


def test_a_frozen_ranking_never_explodes() -> None:
    """Plain backtracking needs two million nodes at 32 places and 12 rounds; here, each place is decided once."""
    for size in (26, 32, 64, 200):
        dear = nothing_dear(size)
        for number in range(1, 13):
            tables = top_down(Prices(dear))
            assert Prices(dear).total(tables) == 0, f"{size} places, round {number}"
            for upper, lower in tables:
                forbid(dear, upper, lower)


def test_a_big_field_that_cannot_be_clean_pays_the_least() -> None:
    """Three hundred places with a team of two hundred need fifty tables of teammates, and no rematch."""
    dear = nothing_dear(300)
    for one in range(200):
        for other in range(one):
            forbid(dear, one, other, 2)
    tables = top_down(Prices(dear))
    assert len(tables) > EXACT_UP_TO
    assert sum(lower < 200 for _upper, lower in tables) == 50


@pytest.mark.parametrize("size", [EXACT_UP_TO + 2, 2 * EXACT_UP_TO])
def test_a_big_field_where_a_few_must_pay_still_follows_the_ranking(size: int) -> None:
    """The last three can meet only the one before them without a price: one of them does, and two pay."""
    dear = nothing_dear(size)
    for late in range(size - 3, size):
        for other in range(late):
            if other != size - 4:
                forbid(dear, other, late)
    tables = top_down(Prices(dear))
    assert tables[: size // 2 - 2] == [(upper, upper + 1) for upper in range(0, size - 4, 2)]
    assert Prices(dear).total(tables) == least_price(Prices(dear)) == unit(size)


def test_the_window_is_as_wide_as_a_rematch_needs_it() -> None:
    """The first may meet only the last, around two that have met; it may never meet those in between."""
    dear = nothing_dear(4)
    forbid(dear, 0, 1, 2)
    forbid(dear, 0, 2, 2)
    forbid(dear, 1, 2, 1)
    assert sorted(min_square(Prices(dear), Random(1))) == [(0, 3), (1, 2)]


def test_equal_optima_are_told_apart_by_the_lot_alone() -> None:
    """Of six places 3–4 have met: 1–2, 3–5, 4–6 and 1–3, 2–4, 5–6 cost the same, and each lot has its choice."""
    dear = nothing_dear(6)
    forbid(dear, 2, 3)
    drawn = [min_square(Prices(dear), Random(seed)) for seed in range(40)]
    upper, lower = [(0, 1), (2, 4), (3, 5)], [(0, 2), (1, 3), (4, 5)]
    assert all(tables in (upper, lower) for tables in drawn)
    assert 10 < drawn.count(upper) < 30
    assert [min_square(Prices(dear), Random(seed)) for seed in range(40)] == drawn
