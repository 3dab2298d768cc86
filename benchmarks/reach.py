"""How long it takes to tell 500 pairs what they can still reach: `python -m benchmarks.reach`.

Medians of CPU time, for all pairs at once, as it is done once a revision. Beside each the ranking of the same field,
which every revision computes anyway.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

from benchmarks.ranking import made_up
from tournaments.ranking.chances import chances, differences_played
from tournaments.ranking.reach import reaches
from tournaments.ranking.standings import standings
from tournaments.ranking.still_to_play import Remaining, settled
from tournaments.ranking.victory_points import FIBUR_2026_4, absence_allowance, rest_allowance
from tournaments.records import Outcome, TableResult, TieBreak

PAIRS, ROUNDS, REPEATS = 500, 8, 15
ORDER = tuple(TieBreak)
REACH_AIM, CHANCES_AIM = 30.0, 50.0


def median_ms(work: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def measure() -> Iterator[tuple[str, float, str, float, str]]:
    """What, the figure, its unit, the aim, and how it compares with the ranking itself."""
    entrants, played, adjustments = made_up(PAIRS, ROUNDS)
    rest, absence = rest_allowance(FIBUR_2026_4, 4), absence_allowance(FIBUR_2026_4, 4)
    for what, every, rounds in (
        ("last round, none in", 1, 0),
        ("last round, half in", 2, 0),
        ("two rounds left", 2, 2),
    ):
        results = [_open(each) if each.round == ROUNDS and each.table % every == 0 else each for each in played]
        rank = partial(
            *(standings, entrants, results, adjustments),
            **{"scale": FIBUR_2026_4, "rest": rest, "absence": absence, "tie_breaks": ORDER, "seed": 1},
        )
        rows = rank()
        remaining = Remaining(
            tables=[each.met for each in results if each.met and each.outcome is Outcome.OPEN],
            rounds=rounds,
            paired=frozenset(row.entrant.id for row in rows) if rounds else frozenset(),
        )
        reach_all = partial(reaches, rows, remaining, scale=FIBUR_2026_4, tie_breaks=ORDER)
        beside, taken = median_ms(rank), median_ms(reach_all)
        yield f"reach of {PAIRS} pairs, {what}", taken, "ms", REACH_AIM, f"{taken / beside:.2f} of the ranking"
        if not rounds:
            facts = (settled(rows, remaining, ORDER), reach_all(), remaining, differences_played(rows))
            taken = median_ms(partial(chances, *facts, scale=FIBUR_2026_4, seed=1))
            yield f"chances of {PAIRS} pairs, {what}", taken, "ms", CHANCES_AIM, f"{taken / beside:.2f} of the ranking"


def _open(result: TableResult) -> TableResult:
    return result._replace(outcome=Outcome.OPEN, ns_mp=None, ew_mp=None)


def main() -> None:
    for what, figure, unit, aim, beside in measure():
        print(f"{what:48}{figure:7.1f} {unit}   aim {aim:.0f}   {beside}")


if __name__ == "__main__":
    main()
