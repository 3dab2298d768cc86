"""The number of evenings in a trial of formats: `python -m benchmarks.trials`. Prints medians in milliseconds each.

Beside them is the same evening with every hand created and judged (as `simulate_tournament` does), instead of taken
from the pool: the difference is what the pool saves.
"""

import statistics
import time
from collections.abc import Callable
from functools import partial
from random import Random

from scoring.engine.rulebooks import FIBUR_2026
from tournaments.records import System
from tournaments.simulation import EveningFormat, HandPool, play_evening, play_hand, play_trial_evening
from tournaments.simulation.people import draw_strengths, make_entrants


def median_ms(work: Callable[[int], object], times: int) -> float:
    taken = []
    for at in range(times):
        start = time.perf_counter()
        work(at)
        taken.append(1000 * (time.perf_counter() - start))
    return statistics.median(taken)


def main() -> None:
    rules = FIBUR_2026
    pool = HandPool(rules, Random(1))
    evening = EveningFormat(hands=4, systems=(*(System.MITCHELL,) * 3, System.DANISH_NO_REMATCH))

    def pooled(entrants: int, seed: int) -> object:
        return play_trial_evening(evening, entrants=entrants, pool=pool, seed=seed)

    def every_hand_dealt(entrants: int, seed: int) -> object:
        field = make_entrants(Random(seed), entrants, players_each=2)
        strengths = draw_strengths(Random(seed), field)
        return play_evening(evening, field, strengths, deal=lambda rng, edge: play_hand(rng, rules, edge), seed=seed)

    print(f"{'entrants, 4 rounds of 4 hands':32}{'from the pool':>16}{'dealt again':>14}{'ratio':>8}")
    for entrants in (16, 40, 100, 500):
        ours = median_ms(partial(pooled, entrants), 15)
        dealt = median_ms(partial(every_hand_dealt, entrants), 5)
        print(f"{entrants:<32}{ours:>16.1f}{dealt:>14.1f}{dealt / ours:>8.1f}")


if __name__ == "__main__":
    main()
