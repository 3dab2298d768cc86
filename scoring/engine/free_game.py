"""A free game (partita libera): hands are played until a total reaches the target.

Sources: 000, 001, 002; docs/rules.md §5.

Two players play against each other, four in two fixed pairs, six in fixed sides of two or three, and three each for
their own total: the player who took the first pozzetto plays the hand alone, and the other two share their side's
score. A party is what has a total of its own: a player among two or three, or a side among four or six.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil

from scoring.engine.conventions import Rounding, TargetIs, Tie
from scoring.engine.deck import STEP
from scoring.engine.ruleset import RuleSet

SEATINGS = frozenset({(1, 1), (1, 2), (1, 1, 1)})
"""The number of parties on each side of a hand: one each or, with three players, one against two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHand:
    """One hand of a game: the indexes of each side's parties, and each side's score."""

    sides: tuple[tuple[int, ...], ...]
    """`((0,), (1,))`; with three players `((2,), (0, 1))` if the third played alone, or three sides of one."""
    totals: tuple[int, ...]

    def __post_init__(self) -> None:
        seated = sorted(party for side in self.sides for party in side)
        sizes = tuple(sorted(len(side) for side in self.sides))
        if seated != [*range(len(seated))] or sizes not in SEATINGS:
            raise ValueError(f"sides: expected every party once, got {self.sides!r}")
        if len(self.totals) != len(self.sides):
            raise ValueError(f"totals: expected one of each side, got {self.totals!r}")


class Outlook(StrEnum):
    """Why a game goes on or is over."""

    NOT_BEGUN = "not_begun"
    BELOW_TARGET = "below_target"
    """Nobody has reached the target."""
    TIED = "tied"
    """Several parties have reached the target with equal totals: another hand is played."""
    WON = "won"
    WON_AS_STARTER = "won_as_starter"
    """The totals are equal: the party that began the game wins (002)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """A game after the hands played so far: totals in points, who leads, and who has won."""

    running: tuple[tuple[Fraction, ...], ...]
    """The parties' totals after each hand, with exact halves."""
    leaders: tuple[int, ...]
    """The parties with the highest total."""
    outlook: Outlook
    winner: int | None
    missing: Fraction | None
    """The points that the leaders still need; None if the target is reached or there is none."""

    @property
    def over(self) -> bool:
        return self.winner is not None

    @property
    def totals(self) -> tuple[Fraction, ...]:
        return self.running[-1] if self.running else ()


def game_state(rules: RuleSet, hands: Sequence[GameHand], *, starter: int = 0) -> GameState:
    """Add up the hands, and say who has won or why the game goes on.

    `starter` is the party that began the game. Raise ValueError for a hand after the deciding one.
    """
    running: list[tuple[Fraction, ...]] = []
    state = GameState(running=(), leaders=(), outlook=Outlook.NOT_BEGUN, winner=None, missing=None)
    for hand in hands:
        if state.over:
            raise ValueError(f"hands: expected none after the game was over, got {len(hands)}")
        shares = hand_shares(rules, hand)
        before = running[-1] if running else (Fraction(0),) * len(shares)
        if len(before) != len(shares):
            raise ValueError(f"hands: expected the same parties in each, got {hand!r}")
        running.append(tuple(total + share for total, share in zip(before, shares, strict=True)))
        state = _state_after(rules, tuple(running), starter)
    return state


def hand_shares(rules: RuleSet, hand: GameHand) -> tuple[Fraction, ...]:
    """Return each party's share of a hand: partners share their side's score equally, in exact halves (000).

    >>> from scoring.engine.rulebooks import ITALIAN
    >>> [str(share) for share in hand_shares(ITALIAN, GameHand(sides=((2,), (0, 1)), totals=(520, 385)))]
    ['385/2', '385/2', '520']
    """
    shares: dict[int, Fraction] = {}
    for parties, total in zip(hand.sides, hand.totals, strict=True):
        share = Fraction(total, len(parties))
        # A club may round up to a multiple of 5 like all other scores.
        if rules.three_player_rounding is Rounding.UP:
            share = Fraction(ceil(share / STEP) * STEP)
        shares |= dict.fromkeys(parties, share)
    return tuple(shares[party] for party in sorted(shares))


def all_alone(rules: RuleSet, totals: Sequence[Fraction]) -> bool:
    """Return whether three players with these totals have no partners any more in the next hand.

    >>> from scoring.engine.options import with_options
    >>> from scoring.engine.rulebooks import ITALIAN
    >>> all_alone(with_options(ITALIAN, {"alone_from": 1000}), [Fraction(1000), Fraction(5), Fraction(0)])
    True
    """
    return rules.alone_from is not None and max(totals, default=Fraction(0)) >= rules.alone_from


def dealer_of(hand: int, *, players: int, first: int) -> int:
    """Return the dealer of a hand, counted from 0.

    The deal passes to the left (000), and players are numbered clockwise.
    """
    return (first + hand) % players


def _state_after(rules: RuleSet, running: tuple[tuple[Fraction, ...], ...], starter: int) -> GameState:
    totals = running[-1]
    best = max(totals)
    leaders = tuple(party for party, total in enumerate(totals) if total == best)
    outlook, winner = Outlook.WON, leaders[0]
    if not _is_reached(rules, best):
        outlook = Outlook.BELOW_TARGET
    elif len(leaders) > 1:
        as_starter = rules.tie is Tie.STARTER_WINS and starter in leaders
        outlook, winner = (Outlook.WON_AS_STARTER, starter) if as_starter else (Outlook.TIED, winner)
    over = outlook in (Outlook.WON, Outlook.WON_AS_STARTER)
    missing = _missing(rules, best) if outlook is Outlook.BELOW_TARGET else None
    return GameState(
        running=running, leaders=leaders, outlook=outlook, winner=winner if over else None, missing=missing
    )


def _is_reached(rules: RuleSet, total: Fraction) -> bool:
    """Return whether the total ends the game.

    Without a target any hand does (002); half a point over the target is over it (000).
    """
    if rules.target is None:
        return True
    return total >= rules.target if rules.target_is is TargetIs.REACHED else total > _over(rules.target)


def _over(target: int) -> int:
    """Return the total that a game must exceed: for 2005, the first score over 2000, it is 2000; for 2000 as well."""
    return target - target % (2 * STEP)


def _missing(rules: RuleSet, best: Fraction) -> Fraction | None:
    """Return how much the leaders still need, as a whole score."""
    if rules.target is None:  # equivalent `False`: without a target it is reached
        return None
    return (rules.target if rules.target_is is TargetIs.REACHED else _over(rules.target) + STEP) - best
