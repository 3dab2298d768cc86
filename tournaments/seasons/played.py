"""A tournament as a season looks at it, and what it is worth to those who played in it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, NewType

from .rule import HALF_POINT, POINT, EqualPlaces, PointsBy, SeasonRule

Ranked = NewType("Ranked", str)
"""Whom a season ranks, the same in all its tournaments: a player, two of them, or a team, by a name for programs."""


class Finish(NamedTuple):
    """How somebody came out of a tournament. A tuple, since a season has thousands."""

    who: Ranked
    place: int
    sharing: int
    """How many pairs, or teams, share the place; 1: nobody else has it."""
    rounds: int
    """Rounds that it was there for: a rest is one, an absence is none."""
    vp: int
    possible: int
    """VP that all rounds of the tournament give at the most, whether it was there or not."""
    mp_difference: int
    meetings: Iterable[tuple[tuple[Ranked, ...], int]] = ()
    """Against whom each round was played, and the VP scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTournament:
    """A tournament that is over, in its place in the season."""

    key: int
    weight: int = POINT
    """In hundredths: 200 counts twice."""
    venue: str = ""
    finishes: tuple[Finish, ...] = ()
    """Of nobody twice."""


def points_of(finish: Finish, rule: SeasonRule, weight: int) -> int:
    """What a result is worth, in hundredths: its points by the weight, rounded down, and the bonus."""
    return _before_weight(finish, rule) * weight // POINT + rule.bonus


def _before_weight(finish: Finish, rule: SeasonRule) -> int:
    match rule.points:
        case PointsBy.PLACE:
            return _of_place(finish, rule)
        case PointsBy.VP:
            return finish.vp * POINT
        case PointsBy.VP_SHARE:
            return finish.vp * 100 * POINT // finish.possible if finish.possible else 0
        case PointsBy.MP_DIFFERENCE:
            return finish.mp_difference * POINT


def _of_place(finish: Finish, rule: SeasonRule) -> int:
    """By the table; past its end there is nothing."""
    taken_up = rule.table[finish.place - 1 : finish.place - 1 + finish.sharing]
    if finish.sharing == 1 or rule.equal is EqualPlaces.BETTER:
        return taken_up[0] if taken_up else 0
    return sum(taken_up) // finish.sharing // HALF_POINT * HALF_POINT
