"""A free game (partita libera): hand after hand until a total reaches the target.

Sources: 000, 001, 002; docs/rules.md §5.

Two players play each for themselves, four in two fixed pairs, and three each for their own total: who took the first
pozzetto plays a hand alone, and the two others share their side's score. What has a total of its own is a party here:
a player of two or three, a pair of four.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil

from scoring.engine.deck import STEP
from scoring.engine.ruleset import Rounding, RuleSet, Tie

SEATINGS = frozenset({(1, 1), (1, 2), (1, 1, 1)})
"""How many parties the sides of a hand have: each its own, or of three players one against two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHand:
    """One hand of a game: the parties of each side by index, and what each side scored."""

    sides: tuple[tuple[int, ...], ...]
    """`((0,), (1,))`; of three players `((2,), (0, 1))` when the third played alone, or three sides of one."""
    totals: tuple[int, ...]

    def __post_init__(self) -> None:
        seated = sorted(party for side in self.sides for party in side)
        sizes = tuple(sorted(len(side) for side in self.sides))
        if seated != [*range(len(seated))] or sizes not in SEATINGS:
            raise ValueError(f"sides: expected every party once, got {self.sides!r}")
        if len(self.totals) != len(self.sides):
            raise ValueError(f"totals: expected one of each side, got {self.totals!r}")


class Outlook(StrEnum):
    """Why a game goes on, or is over."""

    NOT_BEGUN = "not_begun"
    BELOW_TARGET = "below_target"
    """Nobody has reached the target."""
    TIED = "tied"
    """The target is reached by more than one, with equal totals: another hand."""
    WON = "won"
    WON_AS_STARTER = "won_as_starter"
    """Equal totals: the party that began the game wins (002)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """Where a game stands."""

    running: tuple[tuple[Fraction, ...], ...]
    """The parties' totals after each hand; halves are exact."""
    leaders: tuple[int, ...]
    """The parties with the highest total."""
    outlook: Outlook
    winner: int | None
    missing: Fraction | None
    """What the leaders still need; None where the target is reached, or where there is none."""

    @property
    def over(self) -> bool:
        return self.winner is not None

    @property
    def totals(self) -> tuple[Fraction, ...]:
        return self.running[-1] if self.running else ()


def game_state(rules: RuleSet, hands: Sequence[GameHand], *, starter: int = 0) -> GameState:
    """Add the hands up, and say who has won or why the game goes on.

    `starter` is the party that began the game. A hand after the one that decided the game is a ValueError.
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
    """What each party gets of a hand: partners share their side's score equally, in exact halves (000).

    >>> from scoring.engine.rulebooks import ITALIAN
    >>> [str(share) for share in hand_shares(ITALIAN, GameHand(sides=((2,), (0, 1)), totals=(520, 385)))]
    ['385/2', '385/2', '520']
    """
    shares: dict[int, Fraction] = {}
    for parties, total in zip(hand.sides, hand.totals, strict=True):
        share = Fraction(total, len(parties))
        # A club may round up, to a score as all others are.
        if rules.three_player_rounding is Rounding.UP:
            share = Fraction(ceil(share / STEP) * STEP)
        shares |= dict.fromkeys(parties, share)
    return tuple(shares[party] for party in sorted(shares))


def dealer_of(hand: int, *, players: int, first: int = 0) -> int:
    """Who deals the hand, counted from 0: the deal passes to the left (000); players are numbered clockwise."""
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
    missing = rules.target - best if outlook is Outlook.BELOW_TARGET and rules.target is not None else None
    return GameState(
        running=running, leaders=leaders, outlook=outlook, winner=winner if over else None, missing=missing
    )


def _is_reached(rules: RuleSet, total: Fraction) -> bool:
    """Without a target every hand is a game (002).

    A target that ends in 5 is the first score over a round one: 2005 says "over 2000", and 2002½ is over 2000 too
    (000). A round one is reached as it is written: 1997½ is not 2000 (001).
    """
    if rules.target is None or total >= rules.target:
        return True
    return rules.target % (2 * STEP) != 0 and total > rules.target - STEP
