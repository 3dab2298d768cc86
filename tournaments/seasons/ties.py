"""The order of a season's ranking: by points, then by one tie-break after the other among those still equal."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from .counting import SeasonCell
from .played import Finish, Ranked
from .rule import SeasonTie


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """What somebody has brought together in a season."""

    who: Ranked
    points: int
    best: int
    """The points of the best result."""
    finishes: Sequence[Finish]
    """Every result, whether it counts or not: the tie-breaks look at all of them."""
    cells: tuple[SeasonCell | None, ...]

    @property
    def attended(self) -> int:
        return len(self.finishes)


@dataclass(slots=True)
class Equals:
    """Equal so far, and the tie-break that parted the first of them from the row above."""

    members: list[Gathered]
    decided_by: SeasonTie | None = None


def in_order(sides: Sequence[Gathered], ties: Sequence[SeasonTie], seed: int) -> list[Equals]:
    """Everybody by points, best first, and refined by the tie-breaks; who stays together shares a place."""
    by_points: defaultdict[int, list[Gathered]] = defaultdict(list)
    for side in sides:
        by_points[side.points].append(side)
    groups = [Equals(by_points[points]) for points in sorted(by_points, reverse=True)]
    for tie in ties:
        groups = [part for group in groups for part in _parted(group, tie, seed)]
    return groups


def _parted(group: Equals, tie: SeasonTie, seed: int) -> list[Equals]:
    """The group as one tie-break orders it; whole where it says nothing of one of them."""
    if len(group.members) == 1:
        return [group]
    if tie is SeasonTie.DIRECT:
        figures: Mapping[Ranked, Any] | None = _direct(group.members)
        if figures is None:
            return [group]
    else:
        figures = {member.who: _FIGURES[tie](member, seed) for member in group.members}
    equals: defaultdict[Hashable, list[Gathered]] = defaultdict(list)
    for member in group.members:
        equals[figures[member.who]].append(member)
    parts = [Equals(equals[figure], tie) for figure in sorted(equals, reverse=True)]  # type: ignore[type-var]
    parts[0].decided_by = group.decided_by
    return parts


def _places(member: Gathered, seed: int) -> tuple[tuple[int, int], ...]:
    """Greater, the more first places; with as many of them, the more second ones, and so on.

    A place that is missing says nothing to sort by, so each place held stands before the count of it, the better
    place being the greater; and whoever has no further place is less than whoever has one.
    """
    held = Counter(finish.place for finish in member.finishes)
    return tuple((-place, held[place]) for place in sorted(held))


def _direct(members: Sequence[Gathered]) -> dict[Ranked, int] | None:
    """The VP scored in the rounds against the others; None unless every two of them have met."""
    names = {member.who for member in members}
    scored: dict[Ranked, int] = {}
    for member in members:
        met: set[Ranked] = set()
        scored[member.who] = 0
        for finish in member.finishes:
            for opponents, vp in finish.meetings:
                if inside := names.intersection(opponents):
                    met |= inside
                    scored[member.who] += vp
        if len(met) < len(names) - 1:
            return None
    return scored


def _lot(member: Gathered, seed: int) -> int:
    """A draw from the season's seed and the name for programs alone, so nobody's coming or going changes it."""
    return int.from_bytes(blake2b(f"{seed}:{member.who}".encode(), digest_size=8).digest())


_FIGURES: Mapping[SeasonTie, Callable[[Gathered, int], Any]] = {
    SeasonTie.PLACES: _places,
    SeasonTie.BEST: lambda member, seed: member.best,
    SeasonTie.DIFFERENCE: lambda member, seed: sum(finish.mp_difference for finish in member.finishes),
    SeasonTie.LOT: _lot,
}
"""A figure of each, higher is better."""
