"""The time of a ranking: `python -m benchmarks.ranking`. Prints medians; aim: 500 pairs, 8 rounds, under 50 ms."""

import random
import statistics
import time

from tournaments.ranking.standings import standings
from tournaments.ranking.victory_points import FIBUR_2026_4, absence_allowance, rest_allowance
from tournaments.records import Entrant, EntrantId, Outcome, PointAdjustment, TableResult, TieBreak

REPEATS = 15


def made_up(pairs: int, rounds: int) -> tuple[list[Entrant], list[TableResult], list[PointAdjustment]]:
    """Return a drawn tournament of plausible results, coarse enough for ties to reach the later criteria."""
    rng = random.Random(20261120)
    entrants = [Entrant(id=EntrantId(number), names=(f"A {number}", f"B {number}")) for number in range(1, pairs + 1)]
    results = []
    for round_ in range(1, rounds + 1):
        seated = [entrant.id for entrant in entrants]
        rng.shuffle(seated)
        for number, (ns, ew) in enumerate(zip(seated[::2], seated[1::2], strict=True), start=1):
            ns_mp, ew_mp = rng.randrange(0, 2500, 100), rng.randrange(0, 2500, 100)
            results.append(
                TableResult(round=round_, table=number, ns=ns, ew=ew, outcome=Outcome.PLAYED, ns_mp=ns_mp, ew_mp=ew_mp)
            )
    adjustments = [
        PointAdjustment(round=1, entrant=entrant.id, mp=-100) for entrant in rng.sample(entrants, pairs // 20)
    ]
    return entrants, results, adjustments


def main() -> None:
    scale = FIBUR_2026_4
    rest, absence = rest_allowance(scale, 4), absence_allowance(scale, 4)
    for pairs, rounds in ((20, 4), (100, 4), (500, 8), (2000, 8)):
        facts = made_up(pairs, rounds)
        times = []
        for _ in range(REPEATS):
            start = time.perf_counter()
            standings(*facts, scale=scale, rest=rest, absence=absence, tie_breaks=tuple(TieBreak), seed=1)
            times.append(time.perf_counter() - start)
        print(f"ranking of {pairs:4} pairs after {rounds} rounds: {statistics.median(times) * 1000:7.1f} ms")


if __name__ == "__main__":
    main()
