"""Who is paired and ranked, and who sits at a line."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

EntrantId = NewType("EntrantId", int)
"""The number that the ranked thing (a pair; later a player or a team) wears in its tournament: 1, 2, 3 …

It is the number printed on the slip, never a database key, so that a draw made from it is the same on
every machine.
"""


class Line(StrEnum):
    """The two lines of a table. Italian: Nord/Sud and Est/Ovest."""

    NS = "ns"
    EW = "ew"


class Kind(StrEnum):
    """What is ranked (docs/tournaments.md §1)."""

    PAIRS = "pairs"
    INDIVIDUAL = "individual"
    """Players: partners change every round."""
    TEAMS = "teams"
    """Pairs, and the teams that they belong to."""


TAKEN_OVER_BY = " / "
"""Stands between a player and the substitute that took the place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Who is paired and ranked: a pair, or in an individual tournament a player, as printed, with their clubs."""

    id: EntrantId
    names: tuple[str, ...]
    """Full names, last name first, in the order of registration: `("Rossi Anna", "Bianchi Carlo")`.

    A substitute stands after the player whose place it took: `("Rossi Anna / Verdi Luca", "Bianchi Carlo")`.
    """
    clubs: tuple[str, ...] = ()
    """The players' clubs, each once, empty ones left out."""
    active: bool = True
    """Can be seated: here, and not withdrawn."""
    team: int | None = None
    """The number of its team in a team event; pairs of one team never meet."""
    fixed_table: int | None = None
    """The table that it keeps in every round (coppia fissa)."""

    late_after: int | None = None
    """After which round the referee admitted it, although it came too late; None: entered in time."""
    late_reason: str = ""

    @property
    def label(self) -> str:
        """All names on one line: `Rossi Anna – Bianchi Carlo`."""
        return " – ".join(self.names)

    @property
    def playing(self) -> tuple[str, ...]:
        """Who holds each seat now: of a seat that was taken over, the substitute."""
        return tuple(name.rsplit(TAKEN_OVER_BY, 1)[-1] for name in self.names)


@dataclass(frozen=True, slots=True)
class Side:
    """Who sits at one line of a table: a pair, or in an individual tournament the two players of that round."""

    entrants: tuple[Entrant, ...]

    @property
    def numbers(self) -> str:
        """`7`, or `7 + 12`."""
        return " + ".join(str(entrant.id) for entrant in self.entrants)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for entrant in self.entrants for name in entrant.names)

    @property
    def label(self) -> str:
        """All names on one line: `Rossi Anna – Verdi Luca`."""
        return " – ".join(self.names)

    @property
    def playing(self) -> str:
        """The same of those who hold the seats now, substitutes without the players whose place they took."""
        return " – ".join(name for entrant in self.entrants for name in entrant.playing)
