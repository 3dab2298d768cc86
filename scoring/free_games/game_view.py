"""A stored free game as it is read: its parties, its hands with their dealers, and its state.

A party has a total of its own: a player among two or three, or a side among four or six. The engine adds up the scores
of the hands every time; only the hands are stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.functional import cached_property

from scoring.engine.free_game import GameHand, GameState
from scoring.engine.ruleset import RuleSet
from scoring.engine.score import ScoreLine
from scoring.models import FreeGame, FreeGameHand
from scoring.services import all_alone, dealer_of, game_state, ruleset_for

HALVES = 2
"""Points are stored multiplied by this, so that exact halves are whole numbers."""

Seating = tuple[tuple[int, ...], ...]
"""The parties of each side, by index."""


def seating_of(parties: int, alone: int | None = None) -> Seating:
    """Return the sides of a hand. Among three players one plays alone against two, or each does if nobody is named.

    >>> seating_of(3, alone=1), seating_of(3), seating_of(2)
    (((1,), (0, 2)), ((0,), (1,), (2,)), ((0,), (1,)))
    """
    if alone is None:
        return tuple((party,) for party in range(parties))
    return (alone,), tuple(party for party in range(parties) if party != alone)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedSide:
    """One side of a hand: its players, and the lines of its score."""

    name: str
    lines: tuple[ScoreLine, ...]
    total: int
    shared: bool
    """Whether two of three players share the total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartyScore:
    """A party's points in a hand, and its total after it."""

    points: Fraction
    total: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedHand:
    """A hand with the parties' totals after it."""

    pk: int
    number: int
    dealer: str
    sides: tuple[PlayedSide, ...]
    by_party: tuple[PartyScore, ...]


class GameView:
    """A game with its hands, read in at most two queries."""

    def __init__(self, game: FreeGame, hands: Sequence[FreeGameHand] | None = None) -> None:
        self.game = game
        self.stored: Sequence[FreeGameHand] = list(game.hands.all()) if hands is None else hands

    @cached_property
    def rules(self) -> RuleSet:
        return ruleset_for(self.game.ruleset, self.game.options)

    @property
    def rematch(self) -> FreeGame | None:
        return getattr(self.game, "rematch", None)

    @cached_property
    def players(self) -> tuple[str, ...]:
        return tuple(self.game.players)

    @cached_property
    def parties(self) -> tuple[str, ...]:
        """The names of the parties: `Anna`; of four players `Anna – Carla`, who sit opposite each other."""
        number = self.rules.parties_of(len(self.players))
        return tuple(" – ".join(self.players[seat::number]) for seat in range(number))

    def side_names(self, seating: Seating) -> tuple[str, ...]:
        return tuple(" – ".join(self.parties[party] for party in side) for side in seating)

    @cached_property
    def starter(self) -> int:
        """The party of the player who began: the one to the left of the first dealer (000)."""
        first = (self.game.first_dealer + 1) % len(self.players)
        return first % len(self.parties)

    @cached_property
    def state(self) -> GameState:
        return game_state(self.rules, [played_hand(hand) for hand in self.stored], starter=self.starter)

    @property
    def all_alone(self) -> bool:
        """Whether three players have no partners in the next hand."""
        return len(self.players) == 3 and all_alone(self.rules, self.totals)

    @property
    def stopped(self) -> bool:
        return self.game.stopped_at is not None

    @property
    def finished(self) -> bool:
        """Whether nothing more can be entered: a party has won, or the players ended the game early."""
        return self.state.over or self.stopped

    @property
    def next_number(self) -> int:
        return len(self.stored) + 1

    def dealer(self, number: int) -> str:
        """Return the dealer of a hand, counted from 1."""
        return self.players[dealer_of(number - 1, players=len(self.players), first=self.game.first_dealer)]

    @property
    def next_dealer(self) -> str:
        return self.dealer(self.next_number)

    @property
    def totals(self) -> tuple[Fraction, ...]:
        return self.state.totals or (Fraction(0),) * len(self.parties)

    @cached_property
    def hands(self) -> tuple[PlayedHand, ...]:
        """The hands in the order in which they were played."""
        return tuple(self._played(hand, totals) for hand, totals in zip(self.stored, self.state.running, strict=True))

    @property
    def newest_first(self) -> tuple[PlayedHand, ...]:
        return self.hands[::-1]

    def _played(self, hand: FreeGameHand, totals: tuple[Fraction, ...]) -> PlayedHand:
        names = self.side_names(hand.seating)
        lines = [tuple(map(_line, side)) for side in hand.lines]
        return PlayedHand(
            pk=hand.pk,
            number=hand.number,
            dealer=self.dealer(hand.number),
            sides=tuple(
                PlayedSide(name=name, lines=side, total=_total(side), shared=len(parties) > 1)
                for name, side, parties in zip(names, lines, hand.seating, strict=True)
            ),
            by_party=tuple(
                PartyScore(points=Fraction(doubled, HALVES), total=total)
                for doubled, total in zip(hand.half_points, totals, strict=True)
            ),
        )


def played_hand(hand: FreeGameHand) -> GameHand:
    """Return the hand as the engine adds it up."""
    totals = tuple(sum(line["points"] for line in side) for side in hand.lines)
    return GameHand(sides=tuple(map(tuple, hand.seating)), totals=totals)


def _line(stored: dict[str, Any]) -> ScoreLine:
    return ScoreLine(**stored)


def _total(lines: Sequence[ScoreLine]) -> int:
    return sum(line.points for line in lines)
