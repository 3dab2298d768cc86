"""Prizes: the cents add up, equal places share, and a naive way of sharing gives the same."""

from fractions import Fraction
from math import floor

from hypothesis import given
from hypothesis import strategies as st

from tournaments.till import lot_drawn, parts_of_fund, share_out


@st.composite
def shares(draw: st.DrawFn) -> list[int]:
    """Draw falling percentages with a sum of 100."""
    cuts = sorted(draw(st.sets(st.integers(1, 99), max_size=5)))
    return sorted((high - low for low, high in zip([0, *cuts], [*cuts, 100], strict=True)), reverse=True)


@st.composite
def rankings(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Draw numbers with their places: equal ones share a place, and the next one counts all before it."""
    numbers = draw(st.permutations(range(1, draw(st.integers(0, 9)) + 1)))
    ranked: list[tuple[int, int]] = []
    for at, number in enumerate(numbers):
        is_tied = at > 0 and draw(st.booleans())
        ranked.append((number, ranked[-1][1] if is_tied else at + 1))
    return ranked


FUNDS, UNITS = st.integers(0, 300_000), st.sampled_from([50, 100])


@given(FUNDS, shares(), rankings(), UNITS)
def test_the_cents_add_up_to_the_fund(fund: int, percent: list[int], ranked: list[tuple[int, int]], unit: int) -> None:
    prizes = share_out(fund, percent, ranked, unit)
    assert sum(prize.cents for prize in prizes) == (fund if ranked else 0)
    assert all(prize.cents > 0 for prize in prizes)


@given(FUNDS, shares(), rankings(), UNITS)
def test_equal_places_share_and_all_but_the_first_get_whole_units(
    fund: int, percent: list[int], ranked: list[tuple[int, int]], unit: int
) -> None:
    won = {prize.number: prize.cents for prize in share_out(fund, percent, ranked, unit)}
    for place in {place for _number, place in ranked}:
        tied = [won.get(number, 0) for number, its in ranked if its == place]
        assert max(tied) - min(tied) <= (1 if place == 1 else 0)
        assert place == 1 or all(cents % unit == 0 for cents in tied)


def naive(fund: int, percent: list[int], ranked: list[tuple[int, int]], unit: int) -> dict[int, int]:
    """Share envelopes: each is put on its place's table, equal ones join theirs, and spare coins go to the first."""
    envelopes = [Fraction(fund * number, 100) for number in percent] + [Fraction(0)] * len(ranked)
    on_table: dict[int, list[Fraction]] = {}
    for (_number, place), envelope in zip(ranked, envelopes, strict=False):
        on_table.setdefault(place, []).append(envelope)
    coins = {number: floor(sum(on_table[place]) / len(on_table[place]) / unit) * unit for number, place in ranked}
    left, firsts = fund - sum(coins.values()), [number for number, place in ranked if place == 1]
    while left > 0 and firsts:
        for number in firsts[:left]:
            coins[number] += 1
            left -= 1
    return {number: cents for number, cents in coins.items() if cents}


@given(st.integers(0, 20_000), shares(), rankings(), UNITS)
def test_a_naive_way_comes_to_the_same(fund: int, percent: list[int], ranked: list[tuple[int, int]], unit: int) -> None:
    won = {prize.number: prize.cents for prize in share_out(fund, percent, ranked, unit)}
    assert won == naive(fund, percent, ranked, unit)


@given(FUNDS, st.data())
def test_the_gironi_divide_the_fund_to_the_cent_each_by_its_percentages(fund: int, data: st.DataObject) -> None:
    percent = data.draw(shares())
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(percent) - 1)), max_size=3)) - {len(percent)})
    of_gironi = [percent[low:high] for low, high in zip([0, *cuts], [*cuts, len(percent)], strict=True)]
    parts = parts_of_fund(fund, of_gironi)
    assert sum(parts) == fund
    for own, part in zip(of_gironi, parts, strict=True):
        assert abs(Fraction(part) - Fraction(fund * sum(own), 100)) < 1
        ranked = [(number, number) for number in range(1, len(own) + 1)]
        for prize in share_out(part, own, ranked, 1)[1:]:
            assert prize.cents == part * own[prize.place - 1] // sum(own)


def test_a_better_place_never_wins_less() -> None:
    won = [
        prize.cents for prize in share_out(33_333, [40, 30, 20, 10], [(number, number) for number in range(1, 8)], 100)
    ]
    assert won == sorted(won, reverse=True) == [13_533, 9900, 6600, 3300]


@given(st.lists(st.integers(1, 400), unique=True), st.integers(0, 2**31))
def test_the_same_seed_draws_the_same_one_in_whatever_order_they_come(numbers: list[int], seed: int) -> None:
    drawn = lot_drawn(numbers, seed)
    assert drawn == lot_drawn(list(reversed(numbers)), seed)
    assert drawn in numbers if numbers else drawn is None


def test_every_one_may_be_drawn() -> None:
    assert {lot_drawn([4, 7, 9], seed) for seed in range(60)} == {4, 7, 9}
