"""The model of the ratings: strength in VP a round, updated by Bayes' rule after every round (docs/seasons.md §6).

| covered                                                    | not covered                                         |
|------------------------------------------------------------|-----------------------------------------------------|
| sides of one player or two, whoever the partner is         | how well two players suit each other                |
| by how much a round was won, draws, uncertainty            | more luck in two hands than in four                 |
| people who change: every round makes old rounds count less | rounds of which nobody knows who sat                |

100 points are one VP a round. A side is as strong as the mean of its players; what it scores above half of the VP is
the difference of the two sides and luck, all of them normal, so that Bayes' rule has a formula: what a round teaches
about each player is exact. What is forgotten is how estimates hang together, as those of two who always play together.
"""

from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

MIDDLE, SPREAD = 1500.0, 160.0
"""The rating of somebody who has never played: the middle of the scale, and its uncertainty."""
LUCK = 550.0
"""The standard deviation of a round's VP between equally strong sides, in points."""
CHANGE = 5.0
"""The standard deviation of a player's change from one round to the next, in points."""
POINTS_A_VP = 100


class Bout(NamedTuple):
    """A round at a table, for the ratings."""

    first: tuple[int, ...]
    """The keys of one player or two."""
    second: tuple[int, ...]
    margin: float
    """The VP of the first side above half of the table's: 4 at 14–6."""


class Estimate(NamedTuple):
    """An estimate of a player's strength: in two cases of three it is within one `sigma` of `mu`."""

    mu: float = MIDDLE
    sigma: float = SPREAD
    rounds: int = 0

    @property
    def at_least(self) -> float:
        """Return the lowest likely rating, so that a lucky evening does not make a leader; it holds in 5 cases of 6."""
        return self.mu - self.sigma


NEW = Estimate()


def rated(before: Mapping[int, Estimate], bouts: Iterable[Bout]) -> dict[int, Estimate]:
    """Return the estimates after these rounds, in order, for everybody known before or seated in one.

    >>> after = rated({}, [Bout((1, 2), (3, 4), 5)])
    >>> [round(after[player].mu) for player in (1, 2, 3, 4)], round(after[1].sigma)
    ([1520, 1520, 1480, 1480], 159)
    """
    after = dict(before)
    for bout in bouts:
        shares = [*_shares(bout)]
        ahead, unsure = _outlook(after, bout)
        surprise = bout.margin * POINTS_A_VP - ahead
        for player, share in shares:
            old = after.get(player, NEW)
            gain = share * old.sigma**2 / unsure
            spread = old.sigma**2 * (1 - gain * share) + CHANGE**2
            after[player] = Estimate(old.mu + gain * surprise, min(sqrt(spread), SPREAD), old.rounds + 1)
    return after


def chance(estimates: Mapping[int, Estimate], bout: Bout) -> float:
    """Return the probability that the first side has more VP than the second.

    >>> chance({}, Bout((1, 2), (3, 4), 0))
    0.5
    """
    ahead, unsure = _outlook(estimates, bout)
    return NormalDist().cdf(ahead / sqrt(unsure))


def _shares(bout: Bout) -> Iterator[tuple[int, float]]:
    """Return everybody at the table, with their share of the difference between the sides."""
    for side, sign in ((bout.first, 1), (bout.second, -1)):
        for player in side:
            yield player, sign / len(side)


def _outlook(estimates: Mapping[int, Estimate], bout: Bout) -> tuple[float, float]:
    """Return the first side's lead in points, and the variance of its score."""
    ahead, unsure = 0.0, LUCK**2
    for player, share in _shares(bout):
        estimate = estimates.get(player, NEW)
        ahead += share * estimate.mu
        unsure += share**2 * estimate.sigma**2
    return ahead, unsure
