"""The tie-breaks of a ranking of pairs, players or teams, one after the other (docs/tournaments.md §5).

Each tie-break separates those whom the previous ones left level. The direct meeting considers only those: if all of
them have met, it compares the VP scored in those meetings; otherwise it is passed over.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Generic, Protocol, TypeVar

from tournaments.records import TieBreak

Meeting = tuple[Collection[int], int]
"""The opponents of a round, and the VP scored."""


class Comparable(Protocol):
    """An entry of a ranking; `id` is its number."""

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
        """Return the rounds played, without rests, absences and open tables."""


R = TypeVar("R", bound=Comparable)


@dataclass(slots=True)
class TiedGroup(Generic[R]):
    """Entries that are level so far, and the tie-break that separated the first from the row above."""

    members: list[R]
    decided_by: TieBreak | None = None

    def rows(self, above: int) -> Iterator[tuple[R, int, bool, TieBreak | None]]:
        """Return each member with its place below `above` others, whether it is shared, and the deciding tie-break."""
        for at, member in enumerate(self.members):
            yield member, above + 1, len(self.members) > 1, None if at else self.decided_by


def in_order(ranked: Sequence[R], tie_breaks: Sequence[TieBreak], seed: int) -> list[TiedGroup[R]]:
    """Return the groups, best first, after all tie-breaks; a group shares its place."""
    groups = [TiedGroup(list(ranked))] if ranked else []
    for tie_break in tie_breaks:
        # Two or three tie-breaks separate nearly everybody, and a group of one needs no more.
        if len(groups) == len(ranked):
            break
        parts: list[TiedGroup[R]] = []
        for group in groups:
            if len(group.members) == 1:
                parts.append(group)
            else:
                parts += _parted(group, tie_break, seed)
        groups = parts
    return groups


def _parted(group: TiedGroup[R], tie_break: TieBreak, seed: int) -> list[TiedGroup[R]]:
    """Return the group as one tie-break divides it; whole if it does not apply to all of them."""
    criterion = _CRITERIA[tie_break]
    members = {member.id: member for member in group.members}
    equals: defaultdict[int, list[R]] = defaultdict(list)
    for member in group.members:
        figure = criterion(member, members, seed)
        if figure is None:
            return [group]
        equals[figure].append(member)
    parted = [TiedGroup(equals[figure], tie_break) for figure in sorted(equals, reverse=True)]
    parted[0].decided_by = group.decided_by
    return parted


_Criterion = Callable[[Comparable, Mapping[int, Comparable], int], int | None]
"""A figure within a level group, higher is better; None passes the tie-break over."""


def _direct(member: Comparable, group: Mapping[int, Comparable], seed: int) -> int | None:
    """Return the VP scored against the group, or None unless the member met all the others."""
    met: set[int] = set()
    vp = 0
    for opponents, scored in member.meetings():
        inside = [opponent for opponent in opponents if opponent in group]
        if inside:
            met.update(inside)
            vp += scored
    return vp if len(met) == len(group) - 1 else None


def _lot(member: Comparable, group: Mapping[int, Comparable], seed: int) -> int:
    """Return a draw from the seed and the member's number alone, so that no other entrant changes it."""
    return int.from_bytes(blake2b(f"{seed}:{member.id}".encode(), digest_size=8).digest())


_CRITERIA: Mapping[TieBreak, _Criterion] = {
    TieBreak.VP: lambda member, group, seed: member.vp,
    TieBreak.MP_DIFFERENCE: lambda member, group, seed: member.mp_difference,
    TieBreak.MP: lambda member, group, seed: member.mp,
    TieBreak.DIRECT: _direct,
    TieBreak.WINS: lambda member, group, seed: member.wins,
    TieBreak.LOT: _lot,
}
