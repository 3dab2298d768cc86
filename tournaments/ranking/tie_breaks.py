"""The criteria that order a ranking, one after the other (docs/tournaments.md §5): of pairs, players or teams.

Each criterion parts those whom the ones before left equal. The direct meeting looks at the equal ones alone: if every
two of them have met, the VP that each scored in those meetings; else it is passed over.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Generic, Protocol, TypeVar

from tournaments.records import TieBreak

Meeting = tuple[Collection[int], int]
"""Against whom one round was played, and the VP scored."""


class Ranked(Protocol):
    """What a ranking orders; `id` is the number that it wears."""

    @property
    def id(self) -> int: ...
    @property
    def vp(self) -> int: ...
    @property
    def mp_difference(self) -> int: ...
    @property
    def mp(self) -> int: ...
    @property
    def wins(self) -> int: ...

    def meetings(self) -> Collection[Meeting]:
        """The rounds played, without rests, absences and what is still open."""


R = TypeVar("R", bound=Ranked)


@dataclass(slots=True)
class Group(Generic[R]):
    """Equal so far, and the criterion that parted the first of them from the row above."""

    members: list[R]
    decided_by: TieBreak | None = None

    def rows(self, above: int) -> Iterator[tuple[R, int, bool, TieBreak | None]]:
        """Each member with its place below `above` others, whether it is shared, what parts it from the row above."""
        for at, member in enumerate(self.members):
            yield member, above + 1, len(self.members) > 1, None if at else self.decided_by


def in_order(ranked: Sequence[R], tie_breaks: Sequence[TieBreak], seed: int) -> list[Group[R]]:
    """Everybody refined by one criterion after the other, best first; who stays in one group shares its place."""
    groups = [Group(list(ranked))] if ranked else []
    for tie_break in tie_breaks:
        # Two or three criteria part nearly everybody, and who is alone is asked nothing any more.
        if len(groups) == len(ranked):
            break
        parts: list[Group[R]] = []
        for group in groups:
            if len(group.members) == 1:
                parts.append(group)
            else:
                parts += _parted(group, tie_break, seed)
        groups = parts
    return groups


def _parted(group: Group[R], tie_break: TieBreak, seed: int) -> list[Group[R]]:
    """The group as one criterion orders it; whole if it says nothing of one of them."""
    criterion = _CRITERIA[tie_break]
    members = {member.id: member for member in group.members}
    equals: defaultdict[int, list[R]] = defaultdict(list)
    for member in group.members:
        figure = criterion(member, members, seed)
        if figure is None:
            return [group]
        equals[figure].append(member)
    parted = [Group(equals[figure], tie_break) for figure in sorted(equals, reverse=True)]
    parted[0].decided_by = group.decided_by
    return parted


_Criterion = Callable[[Ranked, Mapping[int, Ranked], int], int | None]
"""A figure, higher is better, among the group that is equal so far; None passes the criterion over."""


def _direct(member: Ranked, group: Mapping[int, Ranked], seed: int) -> int | None:
    """VP scored in the rounds against members of the group, if the member met every other one of it."""
    met: set[int] = set()
    vp = 0
    for opponents, scored in member.meetings():
        inside = [opponent for opponent in opponents if opponent in group]
        if inside:
            met.update(inside)
            vp += scored
    return vp if len(met) == len(group) - 1 else None


def _lot(member: Ranked, group: Mapping[int, Ranked], seed: int) -> int:
    """A draw that depends on the seed and the member's number alone, so nobody's coming or going changes it."""
    return int.from_bytes(blake2b(f"{seed}:{member.id}".encode(), digest_size=8).digest())


_CRITERIA: Mapping[TieBreak, _Criterion] = {
    TieBreak.VP: lambda member, group, seed: member.vp,
    TieBreak.MP_DIFFERENCE: lambda member, group, seed: member.mp_difference,
    TieBreak.MP: lambda member, group, seed: member.mp,
    TieBreak.DIRECT: _direct,
    TieBreak.WINS: lambda member, group, seed: member.wins,
    TieBreak.LOT: _lot,
}
