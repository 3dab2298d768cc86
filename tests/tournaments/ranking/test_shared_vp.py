"""The VP shared at the tables: the count against every draw and every result."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from tests.tournaments.ranking.oracle_reach import draws
from tournaments.ranking.shared_vp import LossesInAll, LossesInARound

SCALES = {"every VP": (0, 1, 2, 3, 4), "win, draw, loss": (0, 1, 2), "with gaps": (0, 1, 4, 7, 8)}
OWN = 0


def fewest_above(vps: Sequence[int], results: Sequence[int], own_gain: int, rest: int, fixed: Sequence[int]) -> int:
    """Return the fewest above the first entrant, who gets `own_gain` at a table, over all draws and results."""
    total, own, fewest = results[-1], vps[OWN] + own_gain, len(vps) + len(fixed)
    for tables, rests in draws(range(len(vps))):
        if rests == OWN:
            continue
        own_opponent = next(ns + ew for ns, ew in tables if OWN in (ns, ew))
        others = [table for table in tables if OWN not in table]
        for given in product(results, repeat=len(others)):
            then = {own_opponent: vps[own_opponent] + total - own_gain}
            for (ns, ew), vp in zip(others, given, strict=True):
                then |= {ns: vps[ns] + vp, ew: vps[ew] + total - vp}
            if rests is not None:
                then[rests] = vps[rests] + rest
            fewest = min(fewest, sum(vp > own for vp in (*then.values(), *fixed)))
    return fewest


@pytest.mark.parametrize("results", SCALES.values(), ids=SCALES)
@pytest.mark.parametrize("seed", range(8))
def test_in_one_round_the_count_is_exact_and_the_bound_is_never_above_it(seed: int, results: Sequence[int]) -> None:
    rng, total = Random(seed), results[-1]
    vps = [rng.randint(0, 2 * total) for _ in range(2 + seed % 5)]
    fixed, rest = [rng.randint(0, 3 * total) for _ in range(seed % 3)], rng.randint(0, total)
    is_odd = len(vps) % 2
    most = [vp + total for vp in vps]
    one_round = LossesInARound(most, results, rest=total - rest if is_odd else None, fixed=fixed)
    in_all = LossesInAll([*most, *fixed], len(vps) // 2 * total + is_odd * (total - rest))
    for own_gain in results:
        facts = vps[OWN] + own_gain, total - own_gain
        fewest = fewest_above(vps, results, own_gain, rest, fixed)
        assert one_round.least(*facts) == fewest
        assert in_all.least(*facts) <= fewest


def test_what_one_has_lost_itself_the_others_need_not_lose() -> None:
    """It has lost two of three VP to lose: of the three others, who must each lose one, two may pass."""
    assert LossesInAll([10, 9, 9, 9], 3).least(8, 2) == 2


def test_who_cannot_be_held_back_is_let_past_however_the_others_meet() -> None:
    """One has 7 VP already; the own result is 4, and the two who could come to 4 need lose nothing."""
    assert LossesInARound([6, 11, 4, 4], SCALES["every VP"]).least(4, 2) == 1
