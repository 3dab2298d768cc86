"""The entrants that are paired and ranked, and the players who sit at a line."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, NewType

EntrantId = NewType("EntrantId", int)
"""The number of an entrant (a pair, a player or a team) in its tournament: 1, 2, 3 …

It is the number printed on the slip, never a database key, so the same draw comes out on every machine.
"""


class Line(StrEnum):
    """The two lines of a table. Italian: Nord/Sud and Est/Ovest."""

    NS = "ns"
    EW = "ew"


class LineNames(StrEnum):
    """A club's names for the two lines (docs/tournaments.md §1)."""

    COMPASS = "compass"
    """NS and EW. Italian: NS and EO."""
    MOVEMENT = "movement"
    """The fixed and the moving line, as in a Mitchell. Italian: fissa and mobile."""


class Kind(StrEnum):
    """The kinds of entrants that are ranked (docs/tournaments.md §1)."""

    PAIRS = "pairs"
    INDIVIDUAL = "individual"
    """Players: partners change every round."""
    TEAMS = "teams"
    """Pairs, and the teams that they belong to."""
    TEAM_MATCHES = "team_matches"
    """Teams that meet in matches, all pairs of one against pairs of the other; pairs are ranked, too."""

    @property
    def has_teams(self) -> bool:
        return self in (Kind.TEAMS, Kind.TEAM_MATCHES)


TAKEN_OVER_BY = " / "
"""The separator between a player and the substitutes who took the place."""


class Rounds(NamedTuple):
    """A range of rounds."""

    first: int | None
    """The first round; None if it is not known."""
    last: int | None
    """The last round; None for the end of the tournament."""

    def holds(self, number: int) -> bool:
        """Return whether the round is in the range, as far as is known.

        >>> Rounds(2, None).holds(3), Rounds(2, 2).holds(3), Rounds(None, 2).holds(1)
        (True, False, True)
        """
        return (self.first or 1) <= number and (self.last is None or number <= self.last)

    def meet(self, other: "Rounds") -> bool:
        """Return whether the two ranges share a round.

        >>> Rounds(1, 2).meet(Rounds(2, None)), Rounds(1, 2).meet(Rounds(3, None)), Rounds(None, 4).meet(Rounds(3, 3))
        (True, False, True)
        """
        return (self.last is None or (other.first or 1) <= self.last) and (  # equivalent `0`: no round is before 1
            other.last is None or (self.first or 1) <= other.last  # equivalent `0`: as above
        )


class StandIn(NamedTuple):
    """A substitute, with the rounds in which they play."""

    seat: int
    """Counted from 0."""
    name: str
    rounds: Rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """An entrant, which is paired and ranked: a pair, or a player in an individual tournament."""

    id: EntrantId
    names: tuple[str, ...]
    """Full names, last name first, in the order of registration: `("Rossi Anna", "Bianchi Carlo")`.

    Substitutes stand after the player whose place they took: `("Rossi Anna / Verdi Luca", "Bianchi Carlo")`.
    """
    stand_ins: tuple[StandIn, ...] = ()
    """The substitutes in `names`, with their rounds."""
    round: int | None = None
    """The round that `playing` describes; None for the latest one possible."""
    clubs: tuple[str, ...] = ()
    """The players' clubs, each once, without empty ones."""
    active: bool = True
    """Whether the entrant can be seated: present and not withdrawn."""
    team: int | None = None
    """The number of its team in a team event; pairs of one team never meet."""
    fixed_table: int | None = None
    """The table that the entrant keeps in every round (coppia fissa)."""

    girone: int | None = None
    """The girone, 1 for A; None unless the ranking has been cut."""
    late_after: int | None = None
    """The round after which the referee admitted a late entrant; None if it entered in time."""
    late_reason: str = ""

    @property
    def label(self) -> str:
        """Return all names on one line: `Rossi Anna – Bianchi Carlo`."""
        return " – ".join(self.names)

    @property
    def playing(self) -> tuple[str, ...]:
        """Return the players who hold the seats in that round, with substitutes in the seats they take over."""
        if not self.stand_ins:
            return self.names
        return tuple(self._holder(seat, name) for seat, name in enumerate(self.names))

    def _holder(self, seat: int, names: str) -> str:
        of_seat = [stand_in for stand_in in self.stand_ins if stand_in.seat == seat]
        if self.round is None:
            now = [stand_in for stand_in in of_seat if stand_in.rounds.last is None]
        else:
            now = [stand_in for stand_in in of_seat if stand_in.rounds.holds(self.round)]
        return now[-1].name if now else names.split(TAKEN_OVER_BY, 1)[0]

    def in_round(self, number: int | None) -> "Entrant":
        """Return the entrant as it plays in that round."""
        return replace(self, round=number) if self.stand_ins else self


@dataclass(frozen=True, slots=True)
class Side:
    """The players of one line at a table: a pair, or two players of an individual tournament."""

    entrants: tuple[Entrant, ...]

    @property
    def numbers(self) -> str:
        """Return `7`, or `7 + 12`."""
        return " + ".join(str(entrant.id) for entrant in self.entrants)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for entrant in self.entrants for name in entrant.names)

    @property
    def label(self) -> str:
        """Return all names on one line: `Rossi Anna – Verdi Luca`."""
        return " – ".join(entrant.label for entrant in self.entrants)

    @property
    def playing(self) -> str:
        """Return the players who hold the seats in that round, without those whom substitutes replaced."""
        return " – ".join(name for entrant in self.entrants for name in entrant.playing)
