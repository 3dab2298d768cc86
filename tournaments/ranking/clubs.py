"""The ranking of clubs: each gets the sum or the mean of its best pairs.

| covered                                                        | not covered                                       |
|----------------------------------------------------------------|---------------------------------------------------|
| VP, then MP difference, then MP, of all pairs or the best ones | the direct meeting of clubs, the lot: equal clubs |
| pairs of two clubs for both of them, or for neither            | share their place                                 |
| of a mean, only clubs with as many pairs as count              |                                                   |
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tournaments.records import Standing


class ClubPoints(StrEnum):
    """The share of its counted pairs' points that a club gets."""

    SUM = "sum"
    MEAN = "mean"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubRule:
    """The rule by which clubs are ranked."""

    points: ClubPoints = ClubPoints.SUM
    best: int | None = None
    """The number of pairs that count, the best ones; None for all."""
    mixed: bool = True
    """Whether a pair of two clubs counts for both; otherwise it counts for neither."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubStanding:
    """A club in the ranking."""

    place: int
    tied: bool
    club: str
    vp: Fraction
    mp_difference: Fraction
    mp: Fraction
    pairs: tuple[Standing, ...]
    """The pairs that count, best first."""
    others: int
    """The number of its other pairs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Club:
    name: str
    counted: Sequence[Standing]
    all: int
    points: tuple[Fraction, Fraction, Fraction]


def club_standings(standings: Iterable[Standing], rule: ClubRule) -> tuple[ClubStanding, ...]:
    """Return the clubs, best first, from the ranking of the pairs, best first.

    Names that differ in capitals and spaces are one club, written as its best pair has it.
    """
    of_club: dict[str, list[Standing]] = {}
    names: dict[str, str] = {}
    for row in standings:
        clubs = {_key(club): club for club in row.entrant.clubs}
        if len(clubs) > 1 and not rule.mixed:
            continue
        for key, name in clubs.items():
            names.setdefault(key, name)
            of_club.setdefault(key, []).append(row)
    clubs_ranked = [_club(names[key], rows, rule) for key, rows in of_club.items() if _is_ranked(rows, rule)]
    in_order = sorted(clubs_ranked, key=lambda club: (*(-points for points in club.points), _key(club.name)))
    all_points = [club.points for club in in_order]
    return tuple(
        ClubStanding(
            place=all_points.index(club.points) + 1,
            tied=all_points.count(club.points) > 1,
            club=club.name,
            vp=club.points[0],
            mp_difference=club.points[1],
            mp=club.points[2],
            pairs=tuple(club.counted),
            others=club.all - len(club.counted),
        )
        for club in in_order
    )


def _key(club: str) -> str:
    return " ".join(club.split()).casefold()


def _is_ranked(rows: Sequence[Standing], rule: ClubRule) -> bool:
    """Return whether a club has enough pairs: a mean of fewer than count would favour a club of one good pair."""
    return rule.points is ClubPoints.SUM or len(rows) >= (rule.best or 1)


def _club(name: str, rows: Sequence[Standing], rule: ClubRule) -> _Club:
    counted = rows[: rule.best]
    share = len(counted) if rule.points is ClubPoints.MEAN else 1
    sums = (
        sum(row.vp for row in counted),
        sum(row.mp_difference for row in counted),
        sum(row.mp for row in counted),
    )
    vp, difference, mp = (Fraction(total, share) for total in sums)
    return _Club(name=name, counted=counted, all=len(rows), points=(vp, difference, mp))
