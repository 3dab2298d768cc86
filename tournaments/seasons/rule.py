"""The rule of a season, as data (docs/seasons.md §2). Points are whole hundredths of a point; so are weights.

| covered                                                         | not covered                                  |
|-----------------------------------------------------------------|----------------------------------------------|
| players, pairs or teams ranked                                  | clubs ranked by their members                |
| points by place, VP, VP in per cent of the possible, MP         | a table of points for each size of field     |
| all results, the best, the best with so many at most of a venue | results that are dropped by the tournament   |
| attendance, rounds to be played, a bonus for taking part        | points given or taken by hand                |
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

POINT: Final = 100
"""Hundredths in a point, and in a weight of one."""
HALF_POINT: Final = 50
MOST_POINTS: Final = 1_000_000
"""Hundredths that a place or taking part is worth at the most."""
MOST_WEIGHT: Final = 10_000
MOST_PLACES: Final = 200
"""Places that a table of points has at the most."""
MOST_TOURNAMENTS: Final = 100
MOST_ROUNDS: Final = 100


class RankedAs(StrEnum):
    """Who is ranked."""

    PLAYERS = "players"
    """Each gets the points of the pair."""
    PAIRS = "pairs"
    """The same two players, in whatever order."""
    TEAMS = "teams"
    """Of the same name."""


class PointsBy(StrEnum):
    """What a tournament is worth to somebody."""

    PLACE = "place"
    VP = "vp"
    VP_SHARE = "vp_share"
    """VP in per cent of the most that the rounds of the tournament give."""
    MP_DIFFERENCE = "mp_difference"


class EqualPlaces(StrEnum):
    """What they get who share a place."""

    MEAN = "mean"
    """The mean of the places that they take up, rounded down to half a point."""
    BETTER = "better"
    """What the place is worth that they share."""


class SeasonTie(StrEnum):
    """What orders those with equal points, each after the ones before it."""

    PLACES = "places"
    """More first places, then more second ones, and so on."""
    BEST = "best"
    """The better best result, in points."""
    DIRECT = "direct"
    """The VP of the rounds against each other, if every two of them have met."""
    DIFFERENCE = "difference"
    """The MP difference of all tournaments."""
    LOT = "lot"


USUAL_TABLE: Final = tuple(points * POINT for points in (25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRule:
    """How a season is ranked."""

    ranked: RankedAs = RankedAs.PLAYERS
    points: PointsBy = PointsBy.PLACE
    table: tuple[int, ...] = USUAL_TABLE
    """In hundredths, that of the first place first; later places get nothing. Looked at for points by place alone."""
    equal: EqualPlaces = EqualPlaces.MEAN
    bonus: int = 0
    """In hundredths, for taking part; no weight multiplies it."""
    least_rounds: int = 1
    """Rounds to be played in a tournament for it to be a result at all. A rest is a round, an absence is none."""
    best: int | None = None
    """So many results count, the best; None: all."""
    per_venue: int | None = None
    """Of those at most so many of one venue; None: as many as there are."""
    attendance: int = 1
    """Results from which on somebody is ranked."""
    ties: tuple[SeasonTie, ...] = (SeasonTie.PLACES, SeasonTie.BEST, SeasonTie.DIRECT, SeasonTie.DIFFERENCE)


class RuleFault(StrEnum):
    """What makes parts of a rule contradict each other."""

    NO_TABLE = "no_table"
    TABLE_RISES = "table_rises"
    VENUE_WITHOUT_BEST = "venue_without_best"
    VENUE_ABOVE_BEST = "venue_above_best"
    TIE_TWICE = "tie_twice"


PART_OF: Final = {
    RuleFault.NO_TABLE: "table",
    RuleFault.TABLE_RISES: "table",
    RuleFault.VENUE_WITHOUT_BEST: "per_venue",
    RuleFault.VENUE_ABOVE_BEST: "per_venue",
    RuleFault.TIE_TWICE: "ties",
}
"""The part of the rule that each fault is found in."""


def faults(rule: SeasonRule) -> list[RuleFault]:
    """Everything that is wrong with a rule whose parts are each of their kind and size.

    >>> faults(SeasonRule(table=(100, 300)))
    [<RuleFault.TABLE_RISES: 'table_rises'>]
    """
    by_place = rule.points is PointsBy.PLACE
    found = {
        RuleFault.NO_TABLE: by_place and not rule.table,
        RuleFault.TABLE_RISES: any(worse > better for better, worse in zip(rule.table, rule.table[1:], strict=False)),
        RuleFault.VENUE_WITHOUT_BEST: rule.per_venue is not None and rule.best is None,
        RuleFault.VENUE_ABOVE_BEST: None not in (rule.per_venue, rule.best) and rule.per_venue > rule.best,  # type: ignore[operator]
        RuleFault.TIE_TWICE: len(set(rule.ties)) < len(rule.ties),
    }
    return [fault for fault, is_there in found.items() if is_there]
