"""The figures of many evenings."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.pairing.evenings import entrants
from tests.tournaments.simulation.test_evening import DANISH_EVENING, POOL
from tournaments.records import System
from tournaments.simulation import EveningFormat, TrialFigures, play_evening, play_trial_evening
from tournaments.simulation.trial import figures_of, right_pairs


@given(st.lists(st.integers(900, 910), max_size=30))
def test_right_pairs_are_those_that_stand_the_stronger_first(strengths: list[int]) -> None:
    twos = [(upper, lower) for upper, lower in combinations(strengths, 2) if upper != lower]
    assert right_pairs(strengths) == (sum(upper > lower for upper, lower in twos), len(twos))


def test_formats_meet_the_same_field() -> None:
    """Two formats with different names only give the same figures; another seed gives others."""
    wanted = EveningFormat(hands=4, systems=DANISH_EVENING)
    once, again, other = (play_trial_evening(wanted, entrants=20, pool=POOL, seed=seed) for seed in (1, 1, 2))
    assert once == again != other


def test_the_figures_of_an_evening_are_counted_on_it() -> None:
    field = entrants(range(1, 14))
    strengths = {entrant.id: 1000 + entrant.id for entrant in field}
    evening = play_evening(EveningFormat(hands=4, systems=DANISH_EVENING), field, strengths, deal=POOL.deal, seed=9)
    figures = figures_of(evening, strengths)
    place = next(standing.place for standing in evening.ranking if standing.entrant.id == 13)
    assert (figures.strongest_first, figures.strongest_on_podium) == (int(place == 1), int(place <= 3))
    assert (figures.evenings, figures.all_pairs, figures.rests) == (1, 13 * 12 // 2, 4)
    met = [frozenset(table.met) for played in evening.rounds for table in played.results if table.met]
    assert figures.rematches == len(met) - len(set(met))


def test_of_two_that_are_equally_strong_the_better_placed_is_looked_at() -> None:
    field = entrants(range(1, 9))
    strengths = {entrant.id: 1000 for entrant in field}
    evening = play_evening(EveningFormat(hands=2, systems=DANISH_EVENING[:1]), field, strengths, deal=POOL.deal, seed=9)
    first, last = evening.ranking[0].entrant.id, evening.ranking[-1].entrant.id
    figures = figures_of(evening, {**strengths, first: 1100, last: 1100})
    assert (figures.strongest_first, figures.strongest_on_podium) == (1, 1)


def test_a_clear_difference_of_strength_shows_in_every_figure() -> None:
    """The model is not only noise: the strongest of eight wins far more than one evening in eight."""
    wanted = EveningFormat(hands=4, systems=(System.DANISH_NO_REMATCH,) * 5)
    figures = TrialFigures()
    for seed in range(60):
        figures += play_trial_evening(wanted, entrants=8, pool=POOL, seed=seed)
    assert figures.strongest_first > 15
    assert figures.right_pairs * 3 > figures.all_pairs * 2
    assert TrialFigures.from_json(figures.to_json()) == figures
