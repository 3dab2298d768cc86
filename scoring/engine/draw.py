"""The draw that decides who begins: each player draws a card from the shuffled deck (000) or rolls a die (001).

From high to low: jolly, 2, A, K, Q, J, 10 … 3; between equal ranks the ruleset's order of suits decides. The lowest
deals first, and the deal passes to the left after each hand. Players who drew jollies draw again, and so do those who
drew the two copies of one card, which 000 does not mention. Not in 000 but usual: the two highest play together.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from scoring.engine.cards import Card, Rank, Suit

DRAW_ORDER = (Rank.JOLLY, Rank.TWO, Rank.ACE, *sorted((rank for rank in Rank if rank > Rank.TWO), reverse=True))
"""The ranks from high to low. A two is high in the draw because it is worth the most after the jolly in play."""

Cards = tuple[Card, ...]
"""The cards of one player: one, and another for each further draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The result of a draw. Players are indexes."""

    again: tuple[int, ...]
    """The players who must draw again. Until it is empty, nothing else is decided."""
    order: tuple[int, ...] = ()
    """The players from the highest card to the lowest."""
    parties: int = 2
    """The number of sides, so that each has as many players."""

    @property
    def dealer(self) -> int | None:
        """The player who deals first: the one with the lowest card."""
        return self.order[-1] if self.order else None

    @property
    def seats(self) -> tuple[int, ...]:
        """The players clockwise from the dealer, who plays last.

        The highest plays first, and the highest play together, as do the lowest: among four, two and two, who sit
        opposite each other.
        """
        size = len(self.order) // self.parties
        if not size:
            return ()
        lines = [self.order[at : at + size] for at in range(0, len(self.order), size)]
        return tuple(chain.from_iterable(zip(lines[-1][::-1], *lines[:-1], strict=True)))


def draw_result(drawn: Sequence[Cards], suits: Sequence[Suit], *, parties: int | None = None) -> Draw:
    """Judge the draw so far. Players who drew again have more cards than the others.

    `suits` are those of the ruleset's deck, from high to low. Without `parties` four players are two sides, and others
    are each alone.

    >>> from scoring.engine.notation import parse_cards
    >>> from scoring.engine.cards import CARD_SUITS
    >>> draw_result([parse_cards(cards) for cards in ("KH", "3C", "3S", "2D")], CARD_SUITS).dealer
    1
    """
    if not drawn or any(not cards for cards in drawn):
        raise ValueError(f"drawn: expected a card of every player, got {drawn!r}")
    again = _undecided(drawn)
    if again:
        return Draw(again=again)
    ranked = sorted(range(len(drawn)), key=lambda player: [_height(card, suits) for card in drawn[player]])
    return Draw(again=(), order=tuple(ranked), parties=parties or (2 if len(ranked) == 4 else len(ranked)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """The result of rolling a die. Players are indexes."""

    again: tuple[int, ...]
    """The players who must roll again: those with the highest number, if there are several."""
    first: int | None = None
    """The player who plays first, once decided."""


def throw_result(thrown: Sequence[Sequence[int]]) -> Throw:
    """Judge the rolls so far. Players who rolled again have more numbers than the others.

    >>> throw_result([(6, 2), (3,), (6, 5), (1,)]).first
    2
    """
    if not thrown or any(not numbers for numbers in thrown):
        raise ValueError(f"thrown: expected a number of every player, got {thrown!r}")
    best = max(map(tuple, thrown))
    leaders = tuple(player for player, numbers in enumerate(thrown) if tuple(numbers) == best)
    if len(leaders) > 1:
        return Throw(again=leaders)
    return Throw(again=(), first=leaders[0])  # equivalent `-1`: it is the only one


def _height(card: Card, suits: Sequence[Suit]) -> tuple[int, int]:
    """Return a key that sorts from high to low."""
    return DRAW_ORDER.index(card.rank), suits.index(card.suit) if card.suit else 0


def _undecided(drawn: Sequence[Cards]) -> tuple[int, ...]:
    """Return the players whose cards are all the same as another player's."""
    held = Counter(drawn)
    return tuple(player for player, cards in enumerate(drawn) if held[cards] > 1)
