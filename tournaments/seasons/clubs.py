"""The clubs of a season, ranked by the points of their members."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .ranking import SeasonRow
from .tournament_points import Ranked


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonClub:
    """A club in the ranking of a season."""

    place: int
    tied: bool
    club: str
    points: int
    """In hundredths of a point: the sum of the members who count."""
    members: tuple[SeasonRow, ...]
    """Those who count, best first."""
    others: int
    """The number of its other members who have a place."""


def clubs_by_members(rows: Iterable[SeasonRow], clubs: Mapping[Ranked, str], *, best: int) -> tuple[SeasonClub, ...]:
    """Return the clubs, best first: each has the points of its best members, of those with a place in the season.

    Names that differ in capitals and spaces are one club. Clubs with equal points share their place.
    """
    members: dict[str, list[SeasonRow]] = {}
    names: dict[str, str] = {}
    for row in rows:
        club = clubs.get(row.who, "")
        if row.place is None or not club:
            continue
        key = " ".join(club.split()).casefold()
        names.setdefault(key, club)
        members.setdefault(key, []).append(row)
    points = {key: sum(row.points for row in own[:best]) for key, own in members.items()}
    in_order = sorted(points, key=lambda key: (-points[key], key))
    values = [points[key] for key in in_order]
    return tuple(
        SeasonClub(
            place=values.index(points[key]) + 1,
            tied=values.count(points[key]) > 1,
            club=names[key],
            points=points[key],
            members=tuple(members[key][:best]),
            others=max(0, len(members[key]) - best),
        )
        for key in in_order
    )
