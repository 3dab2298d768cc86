"""The effect of a round on ratings, against Bayes' rule computed on a grid; and the rules for all ratings."""

from math import exp, sqrt
from random import Random

import pytest

from tournaments.seasons.ratings import CHANGE, LUCK, MIDDLE, SPREAD, Bout, Estimate, chance, rated

STEP = 20


def on_a_grid(one: Estimate, other: Estimate, margin: float) -> list[tuple[float, float]]:
    """Return mean and standard deviation of two single players after a round, summed over all pairs of strengths."""
    axis = range(0, 3_001, STEP)
    weights = {
        (a, b): exp(
            -((a - one.mu) ** 2) / (2 * one.sigma**2)
            - (b - other.mu) ** 2 / (2 * other.sigma**2)
            - (100 * margin - (a - b)) ** 2 / (2 * LUCK**2)
        )
        for a in axis
        for b in axis
    }
    whole = sum(weights.values())
    found = []
    for which in (0, 1):
        mean = sum(strengths[which] * weight for strengths, weight in weights.items()) / whole
        square = sum((strengths[which] - mean) ** 2 * weight for strengths, weight in weights.items()) / whole
        found.append((mean, sqrt(square)))
    return found


@pytest.mark.parametrize("margin", [-10, 0, 6.5])
def test_a_round_teaches_what_bayes_rule_says(margin: float) -> None:
    one, other = Estimate(1540, 120, 9), Estimate(1450, 90, 30)
    after = rated({1: one, 2: other}, [Bout((1,), (2,), margin)])
    for player, (mean, spread) in zip((1, 2), on_a_grid(one, other, margin), strict=True):
        assert after[player].mu == pytest.approx(mean, abs=0.1)
        assert after[player].sigma == pytest.approx(sqrt(spread**2 + CHANGE**2), abs=0.1)


def bouts_by_lot(seed: int, players: int = 12, number: int = 60) -> list[Bout]:
    rng = Random(seed)
    found = []
    for _ in range(number):
        a, b, c, d = rng.sample(range(players), 4)
        found.append(Bout((a, b), (c, d), rng.randint(-20, 20) / 2))
    return found


def test_who_sits_on_which_side_is_all_the_same() -> None:
    for seed in range(20):
        bouts = bouts_by_lot(seed)
        turned = [Bout(bout.second[::-1], bout.first, -bout.margin) for bout in bouts]
        one, other = rated({}, bouts), rated({}, turned)
        for player in one:
            assert one[player] == pytest.approx(other[player])


def test_what_was_learnt_before_goes_on_as_if_it_had_been_learnt_at_once() -> None:
    bouts = bouts_by_lot(3)
    assert rated(rated({}, bouts[:30]), bouts[30:]) == rated({}, bouts)


def test_who_has_played_is_surer_and_nobody_surer_than_people_change() -> None:
    after = rated({}, bouts_by_lot(1, players=4, number=2_000))
    assert all(CHANGE < rating.sigma < SPREAD and rating.rounds == 2_000 for rating in after.values())
    assert max(rating.sigma for rating in rated({}, bouts_by_lot(2)).values()) <= SPREAD


def test_the_strongest_is_found() -> None:
    """Player 0 scores two VP a round more than the others deserve, with the luck of a round."""
    rng, bouts = Random(5), []
    for _ in range(600):
        a, b, c, d = rng.sample(range(12), 4)
        strength = [2.0 if player == 0 else 0.0 for player in (a, b, c, d)]
        edge = (strength[0] + strength[1] - strength[2] - strength[3]) / 2
        bouts.append(Bout((a, b), (c, d), edge + rng.gauss(0, LUCK / 100)))
    after = rated({}, bouts)
    assert max(after, key=lambda player: after[player].mu) == 0
    assert abs(after[0].mu - (MIDDLE + 200)) < 3 * after[0].sigma


def test_a_chance_is_shared_out_between_the_sides() -> None:
    after = rated({}, bouts_by_lot(4))
    for bout in bouts_by_lot(5):
        one = chance(after, bout)
        assert one + chance(after, Bout(bout.second, bout.first, 0)) == pytest.approx(1)
        better = sum(after[number].mu for number in bout.first) > sum(after[number].mu for number in bout.second)
        assert (one > 0.5) == better
