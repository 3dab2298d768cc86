"""Which results of somebody count: all, the best, or the best with so many at most of one venue."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from .rule import SeasonRule


class Counts(StrEnum):
    """Whether a result is in the sum."""

    YES = "yes"
    DROPPED = "dropped"
    """Others are better."""
    TOO_SHORT = "too_short"
    """Not enough rounds were played: no result at all."""


@dataclass(frozen=True, slots=True)
class SeasonCell:
    """What one tournament was to one row."""

    points: int
    """In hundredths; 0 where it is no result."""
    place: int
    counts: Counts


class Result(NamedTuple):
    """What a tournament brought somebody, where enough of it was played to be a result."""

    tournament: int
    """At which place it stands in the season, from 0."""
    venue: str
    points: int
    """In hundredths."""


def counting(results: Sequence[Result], rule: SeasonRule) -> frozenset[int]:
    """The tournaments that count: as many as may, and of these choices the one that sums to the most.

    The best one after the other, each that its venue has room for. What may count together is a matroid (so many of
    each venue, so many in all), so no other choice of as many sums to more. Of equal results the earlier one counts.
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
