"""The time to compute what 500 pairs can still reach: `python -m benchmarks.reach`.

Prints median CPU times for all pairs at once, as it is done once for each revision. Beside each is the ranking of the
same field, which every revision computes in any case.
"""

from collections.abc import Iterator
from functools import partial

from benchmarks.figures import median_ms
from benchmarks.ranking import made_up
from tournaments.ranking.chances import chances, differences_played
from tournaments.ranking.reach import reaches
from tournaments.ranking.remaining_rounds import Remaining, settled
from tournaments.ranking.standings import standings
from tournaments.ranking.victory_points import FIBUR_2026_4, absence_allowance, rest_allowance
from tournaments.records import Outcome, TableResult, TieBreak

PAIRS, ROUNDS, REPEATS = 500, 8, 15
ORDER = tuple(TieBreak)
REACH_AIM, CHANCES_AIM = 30.0, 50.0


def measure() -> Iterator[tuple[str, float, str, float, str]]:
    """Yield the name of a figure, the figure, its unit, its aim, and the comparison with the ranking itself."""
    entrants, played, adjustments = made_up(PAIRS, ROUNDS)
    rest, absence = rest_allowance(FIBUR_2026_4, 4), absence_allowance(FIBUR_2026_4, 4)
    for what, every, rounds in (
        ("last round, none in", 1, 0),
        ("last round, half in", 2, 0),
        ("two rounds left", 2, 2),
    ):
        results = [
            _open(result) if result.round == ROUNDS and result.table % every == 0 else result for result in played
        ]
        rank = partial(
            *(standings, entrants, results, adjustments),
            **{"scale": FIBUR_2026_4, "rest": rest, "absence": absence, "tie_breaks": ORDER, "seed": 1},
        )
        rows = rank()
        remaining = Remaining(
            tables=[result.met for result in results if result.met and result.outcome is Outcome.OPEN],
            rounds=rounds,
            paired=frozenset(row.entrant.id for row in rows) if rounds else frozenset(),
        )
        reach_all = partial(reaches, rows, remaining, scale=FIBUR_2026_4, tie_breaks=ORDER)
        beside, taken = median_ms(rank, REPEATS), median_ms(lambda: dict(reach_all()), REPEATS)  # noqa: B023
        yield f"reach of {PAIRS} pairs, {what}", taken, "ms", REACH_AIM, f"{taken / beside:.2f} of the ranking"
        if not rounds:
            facts = (settled(rows, remaining, ORDER), reach_all(), remaining, differences_played(rows))
            taken = median_ms(partial(chances, *facts, scale=FIBUR_2026_4, seed=1), REPEATS)
            yield f"chances of {PAIRS} pairs, {what}", taken, "ms", CHANCES_AIM, f"{taken / beside:.2f} of the ranking"


def _open(result: TableResult) -> TableResult:
    return result._replace(outcome=Outcome.OPEN, ns_mp=None, ew_mp=None)


def main() -> None:
    for what, figure, unit, aim, beside in measure():
        print(f"{what:48}{figure:7.1f} {unit}   aim {aim:.0f}   {beside}")


if __name__ == "__main__":
    main()
