"""The rule of a season, as data (docs/seasons.md §2). Points are whole hundredths of a point; so are weights.

| covered                                                         | not covered                                  |
|-----------------------------------------------------------------|----------------------------------------------|
| players, pairs or teams ranked, clubs by their members          | clubs of the teams' season                   |
| points by place, by place and field, VP, VP in per cent, MP     | a table of points for each size of field     |
| a final of the first of each part of the season                 | a draw of the final                          |
| all results, the best, the best with so many at most of a venue | results that are dropped by the tournament   |
| attendance, rounds to be played, a bonus for taking part        | points given or taken by hand                |
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

POINT: Final = 100
"""The hundredths in a point, and in a weight of one."""
HALF_POINT: Final = 50
MOST_POINTS: Final = 1_000_000
"""The highest value of a place, or of taking part, in hundredths."""
MOST_WEIGHT: Final = 10_000
MOST_PLACES: Final = 200
"""The highest number of places in a table of points."""
MOST_TOURNAMENTS: Final = 100
MOST_ROUNDS: Final = 100
MOST_QUALIFIED: Final = 1_000
MOST_OF_A_CLUB: Final = 100


class RankedAs(StrEnum):
    """The kind of entrant that a season ranks."""

    PLAYERS = "players"
    """Each player gets the points of the pair."""
    PAIRS = "pairs"
    """The same two players, in any order."""
    TEAMS = "teams"
    """Teams of the same name."""


class PointsBy(StrEnum):
    """The value of a tournament for an entrant."""

    PLACE = "place"
    FIELD = "field"
    """So much for each entrant placed below."""
    VP = "vp"
    VP_SHARE = "vp_share"
    """VP as a percentage of the maximum of the tournament's rounds."""
    MP_DIFFERENCE = "mp_difference"


class EqualPlaces(StrEnum):
    """The points for a shared place."""

    MEAN = "mean"
    """The mean of the places taken up, rounded down to half a point."""
    BETTER = "better"
    """The points of the place that is shared."""


class BonusFor(StrEnum):
    """The results for which the bonus for taking part is given."""

    COUNTING = "counting"
    """Those that count: the bonus is a part of the result."""
    ALL = "all"
    """Those that do not count, too."""


class SeasonTie(StrEnum):
    """The tie-breaks, each applied after the ones before it."""

    PLACES = "places"
    """More first places, then more second ones, and so on."""
    BEST = "best"
    """The higher best result, in points."""
    DIRECT = "direct"
    """The VP of the rounds against each other, if all of them have met."""
    DIFFERENCE = "difference"
    """The MP difference over all tournaments."""
    LOT = "lot"


USUAL_TABLE: Final = tuple(points * POINT for points in (25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRule:
    """The rule of a season."""

    ranked: RankedAs = RankedAs.PLAYERS
    points: PointsBy = PointsBy.PLACE
    table: tuple[int, ...] = USUAL_TABLE
    """The points in hundredths, from the first place on; later places get none. Only for points by place."""
    equal: EqualPlaces = EqualPlaces.MEAN
    bonus: int = 0
    """The bonus for taking part, in hundredths; no weight multiplies it."""
    least_rounds: int = 1
    """The rounds needed for a result. A rest is a round, an absence is not."""
    best: int | None = None
    """The number of best results that count; None for all."""
    per_venue: int | None = None
    """The number of these that may be at one venue; None for any number."""
    attendance: int = 1
    """The number of results needed to be ranked."""
    ties: tuple[SeasonTie, ...] = (SeasonTie.PLACES, SeasonTie.BEST, SeasonTie.DIRECT, SeasonTie.DIFFERENCE)
    bonus_for: BonusFor = BonusFor.COUNTING
    beaten: int = POINT
    """The points in hundredths for each entrant placed below. Only for points by place and field."""
    parts: tuple[int, ...] = ()
    """The number of tournaments in each part of the season, whose first meet in a final; empty for no parts."""
    qualified: int = 2
    """The number of each part who are in the final; those already in it are passed over."""
    club_members: int = 0
    """The number of members whose points count for their club; 0 for no ranking of clubs."""


class RuleFault(StrEnum):
    """A contradiction between the parts of a rule."""

    NO_TABLE = "no_table"
    TABLE_RISES = "table_rises"
    VENUE_WITHOUT_BEST = "venue_without_best"
    VENUE_ABOVE_BEST = "venue_above_best"
    TIE_TWICE = "tie_twice"
    CLUBS_OF_TEAMS = "clubs_of_teams"
    PARTS_TOO_LONG = "parts_too_long"


PART_OF: Final = {
    RuleFault.NO_TABLE: "table",
    RuleFault.TABLE_RISES: "table",
    RuleFault.VENUE_WITHOUT_BEST: "per_venue",
    RuleFault.VENUE_ABOVE_BEST: "per_venue",
    RuleFault.TIE_TWICE: "ties",
    RuleFault.CLUBS_OF_TEAMS: "club_members",
    RuleFault.PARTS_TOO_LONG: "parts",
}
"""The part of the rule in which each fault is found."""


def faults(rule: SeasonRule) -> list[RuleFault]:
    """Return all contradictions of a rule whose parts are valid by themselves.

    >>> faults(SeasonRule(table=(100, 300)))
    [<RuleFault.TABLE_RISES: 'table_rises'>]
    """
    by_place = rule.points is PointsBy.PLACE
    checks = {
        RuleFault.NO_TABLE: by_place and not rule.table,
        RuleFault.TABLE_RISES: any(worse > better for better, worse in zip(rule.table, rule.table[1:], strict=False)),
        RuleFault.VENUE_WITHOUT_BEST: rule.per_venue is not None and rule.best is None,
        RuleFault.VENUE_ABOVE_BEST: None not in (rule.per_venue, rule.best) and rule.per_venue > rule.best,  # type: ignore[operator]
        RuleFault.CLUBS_OF_TEAMS: rule.club_members > 0 and rule.ranked is RankedAs.TEAMS,
        RuleFault.PARTS_TOO_LONG: sum(rule.parts) > MOST_TOURNAMENTS,
        RuleFault.TIE_TWICE: len(set(rule.ties)) < len(rule.ties),
    }
    return [fault for fault, is_there in checks.items() if is_there]
