"""Swiss on examples worked by hand, and against a matching on all edges."""

from itertools import combinations, permutations
from random import Random

import pytest

from tests.tournaments.pairing.test_explanation import asked, met
from tests.tournaments.pairing.test_matching import forbid, masks, nothing_dear
from tournaments.pairing.optimum import heaviest
from tournaments.pairing.prices import Prices
from tournaments.pairing.swiss import Groups, swiss
from tournaments.pairing.systems import pair_round
from tournaments.records import Draft, Fold, ReasonCode, RoundSettings, System, TableResult


def paired(order: list[int], vp: list[int], *history: tuple[TableResult, ...], fold: Fold = Fold.FOLDED) -> Draft:
    settings = RoundSettings(fold=fold)
    return pair_round(System.SWISS, asked(order, *history, settings=settings, vp=dict(zip(order, vp, strict=True))))


def meetings(draft: Draft) -> list[set[int]]:
    return [{table.ns, table.ew} for table in draft.tables if table.ew is not None]


def test_a_first_round_is_folded_from_the_numbers() -> None:
    draft = paired([1, 2, 3, 4, 5, 6, 7, 8], [0] * 8)
    assert meetings(draft) == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert draft.cost == 0


def test_adjacent_neighbours_meet_instead() -> None:
    draft = paired([1, 2, 3, 4, 5, 6], [20] * 4 + [12] * 2, fold=Fold.ADJACENT)
    assert meetings(draft) == [{1, 2}, {3, 4}, {5, 6}]


def test_of_an_odd_group_the_last_meets_the_first_of_the_next() -> None:
    """Three have 20 and three 15: 1 would fold with 3, but 3 is left over and meets 4, and 5 meets 6."""
    draft = paired([1, 2, 3, 4, 5, 6], [20, 20, 20, 15, 15, 15])
    assert meetings(draft) == [{1, 2}, {3, 4}, {5, 6}]
    assert draft.cost == 25


def test_points_come_before_the_ranking() -> None:
    """The ranking is by match points: 3 leads with fewer VP than 1 and 2, which meet."""
    assert meetings(paired([3, 1, 2, 4], [10, 18, 18, 10])) == [{3, 4}, {1, 2}]


def test_within_a_group_the_ranking_counts_and_not_the_numbers() -> None:
    assert meetings(paired([4, 1, 3, 2], [20, 18, 18, 10])) == [{4, 1}, {3, 2}]


def test_no_rematch_even_for_the_nearest_points() -> None:
    draft = paired([1, 2, 3, 4], [20, 19, 10, 9], met((1, 2)))
    assert meetings(draft) == [{1, 3}, {2, 4}]
    assert draft.cost == 200


def test_where_all_have_met_the_nearest_points_meet_again() -> None:
    history = [met((1, 2), (3, 4)), met((1, 3), (2, 4), round=2), met((1, 4), (2, 3), round=3)]
    assert meetings(paired([1, 2, 3, 4], [20, 19, 10, 9], *history)) == [{1, 2}, {3, 4}]


def test_the_lowest_that_has_not_rested_rests() -> None:
    assert paired([1, 2, 3, 4, 5], [20, 18, 16, 14, 12], met((1, 2), (3, 4), (5, None))).rests == (4,)


def kept_apart(draft: Draft, table: int) -> list[tuple[object, object]]:
    """Return the entrants that the table names as kept apart."""
    reasons = [reason.facts for reason in draft.tables[table - 1].why if reason.code is ReasonCode.KEPT_APART]
    return [(facts["pair"], facts["others"]) for facts in reasons]


def test_nobody_is_kept_apart_from_itself() -> None:
    """A team of one, below which a group begins, sits at a table out of its fold."""
    assert kept_apart(pair_round(System.SWISS, asked([1, 2], teams={1: 7}, vp={1: 20, 2: 10})), 1) == []
    history, settings = (met((1, 2)), met((1, 3), round=2)), RoundSettings(fold=Fold.ADJACENT)
    draft = pair_round(System.SWISS, asked([1, 2, 3, 4], *history, teams={1: 7}, settings=settings))
    assert meetings(draft) == [{1, 4}, {2, 3}]
    assert kept_apart(draft, 1) == [(1, [2, 3])]
    settings = RoundSettings(fold=Fold.ADJACENT, avoid_clubs=True)
    draft = pair_round(System.SWISS, asked([1, 2, 3, 4], *history, clubs={1: ("Aurora",)}, settings=settings))
    assert kept_apart(draft, 1) == [(1, [2, 3])]


def test_who_is_left_over_of_an_odd_group_is_told_of_the_first_of_all() -> None:
    """1 and 2 have met, so 2 is left over, and not 3."""
    draft = paired([1, 2, 3, 4, 5, 6], [20, 20, 20, 15, 15, 15], met((1, 2)))
    assert meetings(draft) == [{1, 3}, {2, 4}, {5, 6}]
    assert kept_apart(draft, 2) == [(2, [1])]


def test_of_many_that_were_nearer_the_six_on_each_side_of_the_boundary_are_named() -> None:
    """1 has met everybody of its group of 15, and then the first eight of the next."""
    order, vp = list(range(1, 31)), [20] * 15 + [10] * 15
    group = [met((1, other), round=number) for number, other in enumerate(range(2, 16), 1)]
    draft = paired(order, vp, *group)
    assert meetings(draft)[0] == {1, 16}
    assert kept_apart(draft, 1) == [(1, list(range(10, 16)))]
    beyond = [met((1, other), round=number) for number, other in enumerate(range(16, 24), 15)]
    draft = paired(order, vp, *group, *beyond)
    assert meetings(draft)[0] == {1, 24}
    assert kept_apart(draft, 1) == [(1, list(range(10, 22)))]


def naive_cost(vp: list[int], one: int, other: int, fold: Fold) -> tuple[int, int]:
    """Return the squared VP difference of two places and their squared distance from the fold, from the list of VP."""
    upper, lower = sorted((one, other))
    group = [place for place, number in enumerate(vp) if number == vp[upper]]
    folded = fold is Fold.FOLDED and lower in group
    step = len(group) // 2 if folded else 1
    return (vp[upper] - vp[lower]) ** 2, (lower - upper - step) ** 2


@pytest.mark.parametrize("fold", list(Fold))
def test_a_round_costs_its_points_and_then_what_it_is_out_of_the_fold(fold: Fold) -> None:
    """Penalties may bring VP below 0: no fold outweighs a point, and no round reaches the ceiling."""
    for seed in range(60):
        lot = Random(seed)
        size, most = 2 * lot.randint(1, 8), lot.choice([0, 3, 20])
        vp = sorted((lot.randint(-most, most) for _ in range(size)), reverse=True)
        groups = Groups(vp, fold=fold)
        every = {(one, other): naive_cost(vp, one, other, fold) for one, other in permutations(range(size), 2)}
        assert all(groups.cost(*table) == vps * groups.unit + out for table, (vps, out) in every.items())
        places = lot.sample(range(size), size)
        for tables in (
            zip(places[::2], places[1::2], strict=True),
            zip(range(size // 2), range(size)[::-1], strict=False),
        ):
            facts = [every[table] for table in tables]
            assert sum(out for _vps, out in facts) < groups.unit
            assert sum(vps * groups.unit + out for vps, out in facts) < groups.ceiling


def least_on_all_edges(groups: Groups, prices: Prices) -> tuple[int, int]:
    size, top = prices.size, groups.ceiling + 1
    edges = [
        (one, other, -(prices.of(one, other) * top + groups.cost(one, other)))
        for one, other in combinations(range(size), 2)
    ]
    tables = heaviest(size, edges)
    return prices.total(tables), sum(groups.cost(one, other) for one, other in tables)


@pytest.mark.parametrize("fold", list(Fold))
@pytest.mark.parametrize("share", [0, 4, 8])
def test_neither_window_nor_cut_loses_an_optimum(fold: Fold, share: int) -> None:
    """From one group to many, with `share` tenths of one club and some rematches, near and far."""
    for seed in range(60):
        lot = Random(seed)
        size, most = 2 * lot.randint(1, 24), lot.choice([0, 3, 10, 60])
        groups = Groups(sorted((lot.randint(0, most) for _ in range(size)), reverse=True), fold=fold)
        dear = nothing_dear(size)
        for _ in range(lot.choice([0, size, 4 * size])):
            one, other = lot.randrange(size), lot.randrange(size)
            if 0 < abs(one - other) < lot.choice([3, 10, 60]) and other not in dear[one]:
                forbid(dear, one, other, lot.choice([1, 1, 2]))
        clubs = [{"A"} if lot.random() * 10 < share else {lot.choice("BCDE")} for _ in range(size)]
        teams = [{"T"} if seed % 3 == 0 and lot.random() < 0.6 else set[str]() for _ in range(size)]
        prices = Prices(dear, masks(clubs) if share else (), masks(teams))
        tables = swiss(groups, prices, Random(seed))
        assert swiss(groups, prices, Random(seed), small=0) == tables, f"seed {seed}"
        found = prices.total(tables), sum(groups.cost(one, other) for one, other in tables)
        assert found == least_on_all_edges(groups, prices), f"seed {seed}"
