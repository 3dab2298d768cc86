"""From a player's tournaments, as they were played, to what the player's page says of them.

Rounds at a table count alone, arbitral scores too: no rest and no absence. A seat that a substitute took over says
nothing of who sat there in which round, so its rounds are nobody's; whoever held the other seat has played all of them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

USUAL_VP = 20
"""What a round gives to both sides together on the scales that clubs know; the VP of any other are brought to it."""


class PlayedRound(NamedTuple):
    """A round at a table. A tuple, since a career has a thousand."""

    number: int
    partner: int | None
    """None: nobody knows who it was, or there was none."""
    opponents: tuple[int, ...]
    """Those who surely sat there."""
    vp: int
    mp_difference: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """A final tournament of a player."""

    tournament: int
    place: int
    sharing: int = 1
    """How many have the place; 1: nobody else."""
    of: int
    """How many were ranked."""
    possible: int = USUAL_VP
    """VP that a round gives to both sides together."""
    partner: int | None = None
    """Who was entered in the other seat; in an individual tournament nobody."""
    sat: bool = True
    """The seat never changed hands. Otherwise its rounds are left out."""
    rounds: tuple[PlayedRound, ...] = ()

    def share(self, played: PlayedRound) -> Fraction:
        """The VP of one of its rounds as part of what it gave to both sides: a half is an even table."""
        return Fraction(played.vp, self.possible)

    @property
    def tally(self) -> "Tally":
        found = Tally()
        for each in self.rounds:
            found.add(self, each)
        return found


@dataclass(slots=True)
class Tally:
    """Some rounds of a player, summed up."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    shares: dict[int, int] = field(default_factory=dict)
    """VP by what a round gave to both sides: nearly always of one scale."""

    def add(self, appearance: Appearance, played: PlayedRound) -> None:
        twice = 2 * played.vp
        self.won += twice > appearance.possible
        self.drawn += twice == appearance.possible
        self.lost += twice < appearance.possible
        self.shares[appearance.possible] = self.shares.get(appearance.possible, 0) + played.vp

    @property
    def rounds(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def vp(self) -> Fraction | None:
        """VP a round, of `USUAL_VP`; None without a round."""
        if not self.rounds:
            return None
        return sum((Fraction(USUAL_VP * vp, of) for of, vp in self.shares.items()), Fraction(0)) / self.rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class Partnership:
    """What a player has done with another one."""

    partner: int
    tally: Tally
    best: Appearance | None
    """The best place of the two; None where they were partners in individual tournaments only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """How a player did against another one."""

    opponent: int
    tally: Tally


class RoundOf(NamedTuple):
    """A round, and the tournament that it was of."""

    appearance: Appearance
    played: PlayedRound

    @property
    def rank(self) -> tuple[Fraction, int]:
        """Of two rounds the better one has the greater."""
        return self.appearance.share(self.played), self.played.mp_difference


@dataclass(frozen=True)
class Career:
    """All final tournaments of a player, the latest first."""

    appearances: Sequence[Appearance]

    @cached_property
    def rounds(self) -> list[RoundOf]:
        return [RoundOf(each, played) for each in self.appearances for played in each.rounds]

    @cached_property
    def tally(self) -> Tally:
        return _tallied(self.rounds, lambda _each: (0,)).get(0, Tally())

    @cached_property
    def partnerships(self) -> list[Partnership]:
        """With whom the most rounds were played, first; of as many the better."""
        tallies = _tallied(self.rounds, lambda each: () if each.played.partner is None else (each.played.partner,))
        found = [
            Partnership(partner=partner, tally=tally, best=best_of(self._entered_with(partner)))
            for partner, tally in tallies.items()
        ]
        return sorted(found, key=lambda each: (-each.tally.rounds, -(each.tally.vp or 0), each.partner))

    @cached_property
    def met(self) -> list[Met]:
        """Who was met the most often, first; of as many whom the player has beaten the most often."""
        tallies = _tallied(self.rounds, lambda each: each.played.opponents)
        found = [Met(opponent=opponent, tally=tally) for opponent, tally in tallies.items()]
        return sorted(found, key=lambda each: (-each.tally.rounds, -each.tally.won, each.opponent))

    @cached_property
    def best(self) -> Appearance | None:
        return best_of(each for each in self.appearances if each.sat)

    @cached_property
    def worst(self) -> Appearance | None:
        """The one with the greatest part of the field in front; of as much the larger field, then the latest."""
        sat = [each for each in self.appearances if each.sat]
        return max(sat, key=lambda each: (Fraction(each.place, each.of), each.of), default=None)

    @cached_property
    def best_round(self) -> RoundOf | None:
        return max(self.rounds, key=lambda each: each.rank, default=None)

    @cached_property
    def worst_round(self) -> RoundOf | None:
        return min(self.rounds, key=lambda each: each.rank, default=None)

    def _entered_with(self, partner: int) -> Iterable[Appearance]:
        """The tournaments in which the two surely sat together."""
        return (
            each
            for each in self.appearances
            if each.partner == partner and any(played.partner == partner for played in each.rounds)
        )


def best_of(appearances: Iterable[Appearance]) -> Appearance | None:
    """The best place; of equal ones that among more, then the first named."""
    return min(appearances, key=lambda each: (each.place, -each.of), default=None)


def _tallied(rounds: Iterable[RoundOf], whose: Callable[[RoundOf], Iterable[int]]) -> dict[int, Tally]:
    """The rounds summed up for each of those whose they are."""
    found: dict[int, Tally] = {}
    for each in rounds:
        for key in whose(each):
            found.setdefault(key, Tally()).add(*each)
    return found
