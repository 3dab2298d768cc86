"""The chances of the last tables: an estimate, compared with the enumeration of all results."""

from itertools import product
from random import Random

import pytest

from tests.tournaments.ranking.oracle_reach import SCALE, Figures, Table
from tests.tournaments.ranking.test_reach import USUAL, drawn, ranked
from tournaments.ranking.chances import LEAST_PLAYED, LEAST_TRIALS, Chances, chances
from tournaments.ranking.reach import reaches
from tournaments.ranking.remaining_rounds import Remaining, settled

PLAYED = (-20, -15, -5, 0, 5, 5, 10, 45)
FIELD = [Figures(1, 9, 40), Figures(2, 8, 5), Figures(3, 7, 0), Figures(4, 6, -10), Figures(5, 5, -35), Figures(6, 0)]
TABLES = [(1, 2), (3, 5)]


def estimated(
    field: list[Figures], remaining: Remaining, played: tuple[int, ...] = PLAYED, seed: int = 7
) -> dict[int, Chances]:
    rows = ranked(field)
    reach = reaches(rows, remaining, scale=SCALE, tie_breaks=USUAL)
    known = settled(rows, remaining, USUAL)
    return {
        int(own): chance for own, chance in chances(known, reach, remaining, played, scale=SCALE, seed=seed).items()
    }


def counted_out(field: list[Figures], tables: list[Table]) -> tuple[dict[int, int], dict[int, int], int]:
    """Count the results with somebody first, those with somebody on the podium, and all of them."""
    either_way = [way * number for number in PLAYED for way in (1, -1)]
    first, podium = {figures.id: 0 for figures in field}, {figures.id: 0 for figures in field}
    for differences in product(either_way, repeat=len(tables)):
        then = {figures.id: figures for figures in field}
        for (ns, ew), difference in zip(tables, differences, strict=True):
            ns_vp, ew_vp = SCALE.vp(difference)
            then |= {ns: then[ns].plus(ns_vp, difference, 0), ew: then[ew].plus(ew_vp, -difference, 0)}
        best = sorted(then.values(), key=lambda figures: (figures.vp, figures.mp_difference, figures.id), reverse=True)[
            :3
        ]
        first[best[0].id] += 1
        for figures in best:
            podium[figures.id] += 1
    return first, podium, len(either_way) ** len(tables)


@pytest.mark.parametrize("tables", [TABLES, [(1, 6), (3, 5)], [(6, 1), (3, 5)]])
def test_trials_come_near_to_all_results_counted_out(tables: list[Table]) -> None:
    first, podium, all_results = counted_out(FIELD, tables)
    found = estimated(FIELD, drawn(tables))
    for figures in FIELD:
        estimate = found.get(figures.id)
        assert (estimate.first / estimate.trials if estimate else 0) == pytest.approx(
            first[figures.id] / all_results, abs=0.05
        )
        assert (estimate.podium / estimate.trials if estimate else 0) == pytest.approx(
            podium[figures.id] / all_results, abs=0.05
        )


def test_every_trial_has_one_winner_and_three_on_the_podium() -> None:
    found = estimated(FIELD, drawn(TABLES))
    assert 6 not in found
    trials = found[1].trials
    assert (
        sum(estimate.first for estimate in found.values()),
        sum(estimate.podium for estimate in found.values()),
    ) == (
        trials,
        3 * trials,
    )


def test_the_same_results_give_the_same_chances() -> None:
    assert estimated(FIELD, drawn(TABLES)) == estimated(FIELD, drawn(TABLES))
    assert estimated(FIELD, drawn(TABLES)) != estimated(FIELD, drawn(TABLES), seed=8)


def test_a_field_in_which_all_can_win_is_tried_less_often() -> None:
    rng = Random(1)
    field = [Figures(id, 4, 5 * rng.randint(-3, 3)) for id in range(1, 401)]
    found = estimated(field, drawn([(id, id + 1) for id in range(1, 401, 2)]))
    assert {estimate.trials for estimate in found.values()} == {LEAST_TRIALS}


@pytest.mark.parametrize(
    ("remaining", "played"),
    [
        (drawn([]), PLAYED),
        (Remaining(tables=drawn(TABLES).tables, rounds=1), PLAYED),
        (drawn([*TABLES, (1, 3)]), PLAYED),
        (drawn(TABLES), PLAYED[: LEAST_PLAYED - 1]),
    ],
    ids=["no table is open", "a round is to be drawn", "somebody has two", "too few tables were played"],
)
def test_where_there_is_nothing_to_estimate_from_there_are_no_chances(
    remaining: Remaining, played: tuple[int, ...]
) -> None:
    assert estimated(FIELD, remaining, played) == {}
