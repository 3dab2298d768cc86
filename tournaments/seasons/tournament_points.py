"""A tournament within a season, and its value for those who played in it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, NewType

from .rule import HALF_POINT, POINT, EqualPlaces, PointsBy, SeasonRule

Ranked = NewType("Ranked", str)
"""A key of the player, the two players or the team that a season ranks, the same in all its tournaments."""


class Finish(NamedTuple):
    """An entrant's finish in a tournament. It is a tuple, because a season has thousands."""

    who: Ranked
    place: int
    sharing: int
    """The number of pairs or teams that share the place; 1 if it is not shared."""
    rounds: int
    """The rounds in which the entrant was present: a rest counts, an absence does not."""
    vp: int
    possible: int
    """The maximum VP of all the tournament's rounds, whether the entrant was present or not."""
    mp_difference: int
    meetings: Iterable[tuple[tuple[Ranked, ...], int]] = ()
    """The opponents of each round, and the VP scored."""
    field: int = 0  # equivalent: whoever counts by it gives it
    """The number of entrants ranked in the tournament; it is needed for points by place and field alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTournament:
    """A finished tournament, at its position in the season."""

    key: int
    weight: int = POINT
    """In hundredths: 200 counts twice."""
    venue: str = ""
    finishes: tuple[Finish, ...] = ()
    """One for each entrant."""


def points_of(finish: Finish, rule: SeasonRule, weight: int) -> int:
    """Return the value of a result in hundredths: its points times the weight, rounded down, plus the bonus."""
    return _before_weight(finish, rule) * weight // POINT + rule.bonus


def _before_weight(finish: Finish, rule: SeasonRule) -> int:
    match rule.points:
        case PointsBy.PLACE:
            return _of_place(finish, rule.table, rule.equal)
        case PointsBy.FIELD:
            beaten = [rule.beaten * below for below in range(finish.field - 1, -1, -1)]
            return _of_place(finish, beaten, rule.equal)
        case PointsBy.VP:
            return finish.vp * POINT
        case PointsBy.VP_SHARE:
            return finish.vp * 100 * POINT // finish.possible if finish.possible else 0
        case PointsBy.MP_DIFFERENCE:
            return finish.mp_difference * POINT


def _of_place(finish: Finish, table: Sequence[int], equal: EqualPlaces) -> int:
    """Return the points of the table; places past its end get none."""
    taken_up = table[finish.place - 1 : finish.place - 1 + finish.sharing]
    if finish.sharing == 1 or equal is EqualPlaces.BETTER:
        return taken_up[0] if taken_up else 0
    return sum(taken_up) // finish.sharing // HALF_POINT * HALF_POINT
