"""The changes of a tournament: what one press of a button did, and all of them together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from tournaments.records import Kind

from .edits import Edit, Values


class ChangeKind(StrEnum):
    """What a change of a tournament is about; its history can be read by kind."""

    RESULT = "result"
    PAIRING = "pairing"
    PAIR = "pair"
    SUBSTITUTE = "substitute"
    TEAM = "team"
    MATCHES = "matches"
    SINGLE = "single"
    ENTRY = "entry"
    ADJUSTMENT = "adjustment"
    INCIDENT = "incident"
    CLOCK = "clock"
    PHONES = "phones"
    TOURNAMENT = "tournament"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The effect of one press of a button: `edits` of its `kind`, and `parts`, the hands or seats that belong to it."""

    kind: ChangeKind
    edits: tuple[Edit, ...]
    parts: tuple[Edit, ...] = ()
    round: int | None = None
    table: int | None = None
    pairs: frozenset[int] = frozenset()
    """The numbers of the pairs concerned."""
    seats_left_out: bool = False
    """Whether the seats of a published round are so many that they are read only where it is asked for."""
    edits_left_out: int = 0
    """How many edits there are besides, since a page shows only the number of so many."""

    @property
    def at(self) -> datetime:
        return self.edits[0].at

    @property
    def who(self) -> str:
        return self.edits[0].who


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The changes, newest first, with the names of pairs, players, teams and rounds by key."""

    changes: tuple[Change, ...]
    numbers: Mapping[int, int]
    """The number of each pair that there is or was."""
    pairs: Mapping[int, Values]
    """The pairs that changed or have substitutes."""
    players: Mapping[int, str]
    teams: Mapping[int, str]
    rounds: Mapping[int, int]
    kind: Kind = Kind.PAIRS
    """The tournament's kind, which decides what its entrants are called."""

    def where(self, wanted: Callable[[Change], bool]) -> "History":
        return replace(self, changes=tuple(change for change in self.changes if wanted(change)))


def without_many_edits(change: Change, most: int) -> Change:
    """Return the change; of more than `most` pairs, or entries, with the first alone."""
    count = len(change.edits) + change.edits_left_out
    if change.kind not in (ChangeKind.PAIR, ChangeKind.ENTRY) or count <= most:
        return change
    return replace(change, edits=change.edits[:1], edits_left_out=count - 1)
