"""The order of a season's ranking: by points, then by one tie-break after the other."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from .best_results import SeasonCell
from .rule import SeasonTie
from .tournament_points import Finish, Ranked


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreakResults:
    """The results of one row, for the tie-breaks."""

    who: Ranked
    points: int
    best: int
    """The points of the best result."""
    finishes: Sequence[Finish]
    """Every result, whether it counts or not: the tie-breaks use all of them."""
    cells: tuple[SeasonCell | None, ...]

    @property
    def attended(self) -> int:
        return len(self.finishes)


@dataclass(slots=True)
class TiedEntrants:
    """A group that is level so far, and the tie-break that separated it from the row above."""

    members: list[TieBreakResults]
    decided_by: SeasonTie | None = None


def in_order(sides: Sequence[TieBreakResults], ties: Sequence[SeasonTie], seed: int) -> list[TiedEntrants]:
    """Return the groups by points, best first, divided by the tie-breaks; those left together share a place."""
    by_points: defaultdict[int, list[TieBreakResults]] = defaultdict(list)
    for side in sides:
        by_points[side.points].append(side)
    groups = [TiedEntrants(by_points[points]) for points in sorted(by_points, reverse=True)]
    for tie in ties:
        groups = [part for group in groups for part in _parted(group, tie, seed)]
    return groups


def _parted(group: TiedEntrants, tie: SeasonTie, seed: int) -> list[TiedEntrants]:
    """Return the group as one tie-break divides it; undivided if the tie-break does not apply to all of them."""
    if len(group.members) == 1:
        return [group]
    if tie is SeasonTie.DIRECT:
        figures: Mapping[Ranked, Any] | None = _direct(group.members)
        if figures is None:
            return [group]
    else:
        figures = {member.who: _FIGURES[tie](member, seed) for member in group.members}
    equals: defaultdict[Hashable, list[TieBreakResults]] = defaultdict(list)
    for member in group.members:
        equals[figures[member.who]].append(member)
    parts = [TiedEntrants(equals[figure], tie) for figure in sorted(equals, reverse=True)]  # type: ignore[type-var]
    parts[0].decided_by = group.decided_by
    return parts


def _places(member: TieBreakResults, seed: int) -> tuple[tuple[int, int], ...]:
    """Return a figure that is greater the more first places there are, then the more second places, and so on.

    Each place is followed by its count, and a better place is greater; without a further place the figure is less.
    """
    held = Counter(finish.place for finish in member.finishes)
    return tuple((-place, held[place]) for place in sorted(held))


def _direct(members: Sequence[TieBreakResults]) -> dict[Ranked, int] | None:
    """Return the VP scored against the others, or None unless all of them have met."""
    names = {member.who for member in members}
    scored = {member.who: 0 for member in members}  # equivalent: any number will do, as long as all begin with it
    for member in members:
        met: set[Ranked] = set()
        for finish in member.finishes:
            for opponents, vp in finish.meetings:
                if inside := names.intersection(opponents):
                    met |= inside
                    scored[member.who] += vp
        if len(met) < len(names) - 1:
            return None
    return scored


def _lot(member: TieBreakResults, seed: int) -> int:
    """Return a draw from the season's seed and the key alone, so that no other entrant changes it."""
    return int.from_bytes(blake2b(f"{seed}:{member.who}".encode(), digest_size=8).digest())


_FIGURES: Mapping[SeasonTie, Callable[[TieBreakResults, int], Any]] = {
    SeasonTie.PLACES: _places,
    SeasonTie.BEST: lambda member, seed: member.best,
    SeasonTie.DIFFERENCE: lambda member, seed: sum(finish.mp_difference for finish in member.finishes),
    SeasonTie.LOT: _lot,
}
"""The figure of each tie-break; higher is better."""
