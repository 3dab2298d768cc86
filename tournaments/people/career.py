"""The facts of a player's page, from the tournaments that the player has played.

Only rounds at a table count, including those with assigned scores; rests and absences do not. Each round belongs to
those who sat there: a substitute's rounds are not the player's. If nobody noted when a substitute began, the rounds
belong to neither.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

USUAL_VP = 20
"""The VP of both sides together on the usual scales; the VP of other scales are converted to it."""


class PlayedRound(NamedTuple):
    """A round at a table. It is a tuple, because a career has a thousand."""

    number: int
    partner: int | None
    """None if the partner is not known, or there was none."""
    opponents: tuple[int, ...]
    """The opponents who certainly sat there."""
    vp: int
    mp_difference: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """A final tournament of a player."""

    tournament: int
    place: int
    sharing: int = 1
    """The number of entrants that share the place; 1 if it is not shared."""
    of: int
    """The number of entrants ranked."""
    possible: int = USUAL_VP
    """The VP of both sides together in a round."""
    partner: int | None = None
    """The player entered in the other seat; None in an individual tournament."""
    sat: bool = True
    """Whether the player kept the seat throughout. Otherwise the place is not the player's alone."""
    rounds: tuple[PlayedRound, ...] = ()

    def share(self, played: PlayedRound) -> Fraction:
        """Return the VP of a round as a share of both sides' VP: a half is an even table."""
        return Fraction(played.vp, self.possible)

    @property
    def tally(self) -> "Tally":
        tally = Tally()
        for round_ in self.rounds:
            tally.add(self, round_)
        return tally


@dataclass(slots=True)
class Tally:
    """The sum over some rounds of a player."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    shares: dict[int, int] = field(default_factory=dict)
    """The VP by the total of both sides, nearly always of one scale."""

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
        """Return the VP a round on the scale of `USUAL_VP`; None without a round."""
        if not self.rounds:
            return None
        return sum((Fraction(USUAL_VP * vp, of) for of, vp in self.shares.items()), Fraction(0)) / self.rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class Partnership:
    """A player's results with a partner."""

    partner: int
    tally: Tally
    best: Appearance | None
    """The best place of the two; None if they were partners only in individual tournaments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentTally:
    """A player's results against an opponent."""

    opponent: int
    tally: Tally


class RoundOf(NamedTuple):
    """A round with its tournament."""

    appearance: Appearance
    played: PlayedRound

    @property
    def rank(self) -> tuple[Fraction, int]:
        """Return a key by which the better of two rounds is greater."""
        return self.appearance.share(self.played), self.played.mp_difference


@dataclass(frozen=True)
class Career:
    """The final tournaments of a player, the latest first."""

    appearances: Sequence[Appearance]

    @cached_property
    def rounds(self) -> list[RoundOf]:
        return [RoundOf(appearance, played) for appearance in self.appearances for played in appearance.rounds]

    @cached_property
    def tally(self) -> Tally:
        return _tallied(self.rounds, lambda _round: (0,)).get(0, Tally())

    @cached_property
    def partnerships(self) -> list[Partnership]:
        """Return the partners by the number of rounds, then by results."""
        tallies = _tallied(
            self.rounds, lambda round_: () if round_.played.partner is None else (round_.played.partner,)
        )
        found = [
            Partnership(partner=partner, tally=tally, best=best_of(self._entered_with(partner)))
            for partner, tally in tallies.items()
        ]
        return sorted(
            found,
            key=lambda partnership: (-partnership.tally.rounds, -(partnership.tally.vp or 0), partnership.partner),
        )

    @cached_property
    def met(self) -> list[OpponentTally]:
        """Return the opponents by the number of rounds, then by the rounds won."""
        tallies = _tallied(self.rounds, lambda round_: round_.played.opponents)
        found = [OpponentTally(opponent=opponent, tally=tally) for opponent, tally in tallies.items()]
        return sorted(found, key=lambda tally: (-tally.tally.rounds, -tally.tally.won, tally.opponent))

    @cached_property
    def best(self) -> Appearance | None:
        return best_of(appearance for appearance in self.appearances if appearance.sat)

    @cached_property
    def worst(self) -> Appearance | None:
        """Return the worst appearance: the largest part of the field in front, then the larger field and the latest."""
        sat = [appearance for appearance in self.appearances if appearance.sat]
        return max(sat, key=lambda appearance: (Fraction(appearance.place, appearance.of), appearance.of), default=None)

    @cached_property
    def best_round(self) -> RoundOf | None:
        return max(self.rounds, key=lambda round_: round_.rank, default=None)

    @cached_property
    def worst_round(self) -> RoundOf | None:
        return min(self.rounds, key=lambda round_: round_.rank, default=None)

    def _entered_with(self, partner: int) -> Iterable[Appearance]:
        """Return the tournaments in which the two certainly sat together."""
        return (
            appearance
            for appearance in self.appearances
            if appearance.sat
            and appearance.partner == partner
            and any(played.partner == partner for played in appearance.rounds)
        )


def best_of(appearances: Iterable[Appearance]) -> Appearance | None:
    """Return the appearance with the best place; of equal ones the one in the larger field, then the first."""
    return min(appearances, key=lambda appearance: (appearance.place, -appearance.of), default=None)


def _tallied(rounds: Iterable[RoundOf], whose: Callable[[RoundOf], Iterable[int]]) -> dict[int, Tally]:
    """Return the sums of the rounds by player."""
    found: dict[int, Tally] = {}
    for round_ in rounds:
        for key in whose(round_):
            found.setdefault(key, Tally()).add(*round_)
    return found
