"""The results that count: all, the best, or the best with a limit for each venue."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from .rule import BonusFor, SeasonRule


class Counts(StrEnum):
    """The reason why a result counts or does not."""

    YES = "yes"
    DROPPED = "dropped"
    """There are better results."""
    TOO_SHORT = "too_short"
    """Not enough rounds were played for a result."""


@dataclass(frozen=True, slots=True)
class SeasonCell:
    """One tournament in a row of the ranking."""

    points: int
    """In hundredths of a point; 0 if there is no result."""
    place: int
    counts: Counts


class CountedResult(NamedTuple):
    """The points of a tournament in which enough rounds were played."""

    tournament: int
    """The position of the tournament in the season, from 0."""
    venue: str
    points: int
    """In hundredths of a point."""


def counting(results: Sequence[CountedResult], rule: SeasonRule) -> frozenset[int]:
    """Return the tournaments that count: the choice with the highest sum.

    The best results are taken one after the other, as long as their venue has room. The sets of results that may count
    together are a matroid (a limit for each venue, a limit in all), so no other choice has a higher sum. Of equal
    results the earlier one counts.
    """
    if rule.best is None:
        return frozenset(result.tournament for result in results)
    taken: list[int] = []
    of_venue: Counter[str] = Counter()
    for result in sorted(results, key=lambda result: (-result.points, result.tournament)):
        if len(taken) == rule.best:
            break
        if rule.per_venue is None or of_venue[result.venue] < rule.per_venue:
            taken.append(result.tournament)
            of_venue[result.venue] += 1
    return frozenset(taken)


def sum_of(results: Sequence[CountedResult], chosen: frozenset[int], rule: SeasonRule) -> int:
    """Return the points of a season in hundredths: the results that count, and the bonus of the others if it counts."""
    counted = sum(result.points for result in results if result.tournament in chosen)
    others = len(results) - len(chosen) if rule.bonus_for is BonusFor.ALL else 0
    return counted + others * rule.bonus
