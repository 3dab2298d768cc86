"""The matching of a sparse field, its proof, and the search of all chains, against enumeration."""

from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from operator import or_
from random import Random

import numpy as np
import pytest

from tournaments.pairing.augmenting_paths import Chains
from tournaments.pairing.blossoms import Blossoms, NoRound
from tournaments.pairing.cheapest_round import _Search, cheapest_of
from tournaments.pairing.matching import _Squares, complete, min_square, top_down
from tournaments.pairing.optimum import heaviest
from tournaments.pairing.prices import FreeMeetings, Prices, unit
from tournaments.pairing.window import Meetings, Places, Window

Costs = dict[tuple[int, int], int]


def sparse(lot: Random, size: int, dearest: int) -> Costs:
    """Return some round and other random meetings, with many ties in their costs."""
    places = lot.sample(range(size), size)
    meetings = [*zip(places[::2], places[1::2], strict=True)]
    meetings += [tuple(lot.sample(range(size), 2)) for _ in range(lot.randint(0, 4 * size))]  # type: ignore[misc]
    return {(min(meeting), max(meeting)): lot.randint(0, dearest) for meeting in meetings}


def neighbours(size: int, costs: Costs) -> list[list[tuple[int, int]]]:
    meets: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for (one, other), cost in costs.items():
        meets[one].append((other, 2 * cost))
        meets[other].append((one, 2 * cost))
    return meets


def test_the_round_is_the_cheapest_and_its_levels_prove_it() -> None:
    """This includes blossoms inside blossoms, opened and closed again."""
    shares = 0
    for seed in range(600):
        lot = Random(seed)
        size = 2 * lot.randint(1, 20)
        costs = sparse(lot, size, lot.choice([0, 1, 3, 20, 1000]))
        meets = neighbours(size, costs)
        best = Blossoms(meets, [min(cost for _, cost in row) // 2 for row in meets], [-1] * size)
        best.match_all()
        tables = [(one, other) for one, other in enumerate(best.mates) if one < other]
        assert sorted(place for table in tables for place in table) == [*range(size)], f"seed {seed}"
        least = heaviest(size, [(one, other, -cost) for (one, other), cost in costs.items()])
        assert sum(costs[table] for table in tables) == sum(costs[table] for table in least), f"seed {seed}"
        alone, (order, shared) = best.without_blossoms(), best.in_runs()
        at = {place: index for index, place in enumerate(order)}
        for (one, other), cost in costs.items():
            slack = 2 * cost + best.bonus(one, other) - best.level[one] - best.level[other]
            assert slack >= 0 and (slack == 0 or best.mates[one] != other), f"seed {seed}"
            assert 2 * cost >= alone[one] + alone[other], f"seed {seed}"
            first, last = sorted((at[one], at[other]))
            assert best.bonus(one, other) == min(shared[first + 1 : last + 1]), f"seed {seed}"
        assert all(bonus >= 0 for bonus in shared), f"seed {seed}"
        shares += sum(map(bool, shared))
    assert shares > 300


def test_where_there_is_no_round_it_says_so() -> None:
    """Two groups of three cannot meet each other."""
    costs = {(0, 1): 1, (0, 2): 1, (1, 2): 1, (3, 4): 1, (3, 5): 1, (4, 5): 1}
    with pytest.raises(NoRound):
        Blossoms(neighbours(6, costs), [0] * 6, [-1] * 6).match_all()


def rounds_of(places: tuple[int, ...], meets: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not places:
        yield []
        return
    first, *others = places
    for other in others:
        if meets[first] >> other & 1:
            for tables in rounds_of(tuple(place for place in others if place != other), meets):
                yield [(first, other), *tables]


def test_outer_places_are_those_that_a_round_can_leave_out() -> None:
    """Odd fields of up to nine places which have a round of all but the root."""
    found = 0
    for seed in range(300):
        lot = Random(seed)
        size = lot.choice([3, 5, 7, 9])
        meets = [0] * size
        for one, other in combinations(range(size), 2):
            if lot.random() < lot.choice([0.2, 0.35, 0.5]):
                meets[one] |= 1 << other
                meets[other] |= 1 << one
        tables = next(rounds_of(tuple(range(1, size)), meets), None)
        if tables is None:
            continue
        found += 1
        mates = [-1] * size
        for one, other in tables:
            mates[one], mates[other] = other, one
        for place in range(size):
            after = [*mates]
            chains = Chains(meets, after, (1 << size) - 1, 0)
            # An outer place can meet only outer and inner ones.
            met = [meets[outer] for outer in range(size) if chains.outer >> outer & 1]
            assert chains.inner == reduce(or_, met, 0) & ~chains.outer, f"seed {seed}"
            others = tuple(other for other in range(size) if other != place)
            assert bool(chains.outer >> place & 1) == any(True for _ in rounds_of(others, meets)), f"seed {seed}"
            if chains.outer >> place & 1:
                chains.leave(place)
                assert after[place] == -1
                assert all(after[after[other]] == other and meets[other] >> after[other] & 1 for other in others)
    assert found > 100


def half_a_club(lot: Random, size: int, members: int) -> Prices:
    """Return a club with this many members, perhaps a second one of the others, and some rematches."""
    club = sum(1 << place for place in lot.sample(range(size), members))
    second = (1 << size) - 1 & ~club if lot.random() < 0.3 else 0
    clubs = [club if club >> place & 1 else second for place in range(size)]
    dear: list[dict[int, int]] = [{} for _ in range(size)]
    for _ in range(lot.randint(0, 2 * size)):
        one, other = lot.sample(range(size), 2)
        dear[one][other] = dear[other][one] = unit(size)
    if lot.random() < 0.1:
        dear = [{other: unit(size) for other in range(size) if other != place} for place in range(size)]
    return Prices(dear, clubs)


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_a_club_of_about_half_of_the_field(more: int) -> None:
    """All rounds are tried: the fewest rematches, the fewest clubmates, then the policy. In some, everybody has met."""
    for seed in range(60):
        lot = Random(seed)
        size = 2 * lot.randint(2, 4)
        prices = half_a_club(lot, size, size // 2 + more)
        everything = [(1 << size) - 1 & ~(1 << place) for place in range(size)]
        rounds = [*rounds_of(tuple(range(size)), everything)]
        least = min(map(prices.total, rounds))
        clean = [tables for tables in rounds if prices.total(tables) == least]
        assert top_down(prices) == min(clean), f"seed {seed}"
        squares = [sum((one - other) ** 2 for one, other in tables) for tables in clean]
        tables = min_square(prices, Random(seed))
        assert prices.total(tables) == least, f"seed {seed}"
        assert sum((one - other) ** 2 for one, other in tables) == min(squares), f"seed {seed}"
        assert min_square(prices, Random(seed)) == min_square(prices, Random(seed), small=0) == tables


@pytest.mark.parametrize("more", [-1, 0, 1, 2])
def test_a_team_of_about_half_of_the_field(more: int) -> None:
    """All rounds are tried, with excluded meetings, rematches, and a club that may be the team itself."""
    for seed in range(60):
        lot = Random(seed)
        size = 2 * lot.randint(2, 4)
        team = lot.sample(range(size), size // 2 + more)
        never = [*combinations(team, 2), *(tuple(lot.sample(range(size), 2)) for _ in range(lot.randint(0, 2)))]
        dear: list[dict[int, int]] = [{} for _ in range(size)]
        for meetings, price in ((never, unit(size) ** 2), ([lot.sample(range(size), 2)] * 3, unit(size))):
            for one, other in {(min(meeting), max(meeting)) for meeting in meetings}:
                dear[one][other] = dear[other][one] = dear[one].get(other, 0) + price
        club = sum(1 << place for place in (team if lot.random() < 0.3 else lot.sample(range(size), size // 2)))
        clubs = [club if club >> place & 1 else 0 for place in range(size)] if lot.random() < 0.7 else []
        prices = Prices(dear, clubs)
        everything = [(1 << size) - 1 & ~(1 << place) for place in range(size)]
        rounds = [*rounds_of(tuple(range(size)), everything)]
        least = min(map(prices.total, rounds))
        clean = [tables for tables in rounds if prices.total(tables) == least]
        assert top_down(prices) == min(clean), f"seed {seed}"
        tables = min_square(prices, Random(seed))
        squares = [sum((one - other) ** 2 for one, other in tables) for tables in clean]
        assert prices.total(tables) == least, f"seed {seed}"
        assert sum((one - other) ** 2 for one, other in tables) == min(squares), f"seed {seed}"
        assert min_square(prices, Random(seed), small=0) == tables, f"seed {seed}"


@pytest.mark.parametrize("clubs", [[], [0b1111111] * 7 + [0] * 3])
def test_a_great_team_needs_no_general_matching(clubs: list[int]) -> None:
    """Seven of ten are teammates, perhaps of one club too: two tables of teammates are needed, so a round exists."""
    team = range(7)
    never = unit(10) ** 2
    dear = [{other: never for other in team if other != place} if place in team else {} for place in range(10)]
    mates = complete(FreeMeetings(Prices(dear, clubs), (1 << 10) - 1))
    assert mates is not None
    assert sum(mates[place] in team for place in team) == 4


def test_a_wide_field_is_matched_by_halves_first_to_the_same_optimum() -> None:
    """A club of just under or just over half of 140 pairs, of which some have met, against the general matching."""
    for members in (68, 71):
        prices = half_a_club(Random(members), 140, members)
        tables = min_square(prices, Random(1), small=0)
        assert min_square(prices, Random(1)) == tables
        costs = {(a, b): prices.of(a, b) * 140**3 + (a - b) ** 2 for a, b in combinations(range(140), 2)}
        least = heaviest(140, [(a, b, -cost) for (a, b), cost in costs.items()])
        assert sum(costs[table] for table in tables) == sum(costs[table] for table in least)
        assert sorted(place for table in tables for place in table) == [*range(140)]


@pytest.mark.parametrize("members", [68, 71])
def test_halves_give_levels_that_no_meeting_of_the_whole_field_costs_less_than(members: int) -> None:
    """Whoever has an opponent already pays exactly the levels of the two, and few are left without one."""
    prices = half_a_club(Random(members), 140, members)
    meetings = FreeMeetings(prices, (1 << 140) - 1)
    window = Window(prices, meetings, complete(meetings))
    assert window.tangled
    search = _Search(_Squares(window), Random(1).getrandbits(64))
    search._join(search.of.near())
    level, mates = search._by_halves()
    one, other = np.triu_indices(140, 1)
    if window.mates:
        free = np.array([meetings.meets[a] >> int(b) & 1 for a, b in zip(one, other, strict=True)], bool)
        one, other = one[free], other[free]
    costs = search._doubled((one, other))
    slacks = {
        (a, b): cost - level[a] - level[b] for a, b, cost in zip(one.tolist(), other.tolist(), costs, strict=True)
    }
    assert len(level) == len(mates) == 140 and min(slacks.values()) >= 0
    seated = [(place, mate) for place, mate in enumerate(mates) if mate != -1]
    assert all(mates[mate] == place and slacks[min(place, mate), max(place, mate)] == 0 for place, mate in seated)
    assert len(seated) > 70


class Squares:
    """The squared distances of few places, a unit of which outweighs everything that 128 bits can count."""

    size, bases, tangled, narrow = 6, (1 << 120,), False, False

    def level(self) -> None:
        return None

    def figures(self, meetings: Meetings) -> list[Places]:
        one, other = meetings
        return [(one - other) ** 2, one * 0 + 1]

    def near(self) -> Meetings:
        one, other = np.triu_indices(self.size, 1)
        return one, other

    def wide(self, most: object) -> list[Meetings]:
        return [self.near()]


def test_costs_beyond_128_bits_are_counted_all_the_same() -> None:
    assert cheapest_of(Squares(), Random(1)) == [(0, 1), (2, 3), (4, 5)]


def test_a_field_of_many_blocks_is_looked_at_whole_and_once() -> None:
    """With 700 teammates among 1,500 places, all other meetings are found once, from their better place."""
    size, members = 1500, 700
    team = (1 << members) - 1
    prices = Prices([{} for _ in range(size)], teams=[team if place < members else 0 for place in range(size)])
    meetings = FreeMeetings(prices, (1 << size) - 1)
    window, places = Window(prices, meetings, complete(meetings)), np.arange(size)
    blocks = [*window.within(places + 1, np.full(size, size))]
    assert len(blocks) > 1
    one, other = (np.concatenate(part) for part in zip(*blocks, strict=True))
    upper, lower = np.triu_indices(size, 1)
    free = lower >= members
    assert np.array_equal(one * size + other, upper[free] * size + lower[free])


def test_half_against_the_rest_is_two_halves_from_the_beginning() -> None:
    """Members of a club with half of the places meet only the others, and the others only members."""
    club = 0b110100
    meetings = FreeMeetings(
        Prices([{} for _ in range(6)], [club if club >> place & 1 else 0 for place in range(6)]), 63
    )
    assert meetings.meets == [club, club, 63 & ~club, club, 63 & ~club, 63 & ~club]
