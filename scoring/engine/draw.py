"""The draw for the first dealer and the seats: each player draws a card from the shuffled deck (000).

From high to low: jolly, 2, A, K, Q, J, 10 … 3; between equal ranks the suits as the ruleset orders them. The lowest
deals first, and the deal passes to the left each hand. Players who drew jollies draw again, and so do those who drew
the two copies of one card, which 000 does not mention. Not in 000 but usual: the two highest play together.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.cards import Card, Rank, Suit

DRAW_ORDER = (Rank.JOLLY, Rank.TWO, Rank.ACE, *sorted((rank for rank in Rank if rank > Rank.TWO), reverse=True))
"""The ranks from high to low; in the draw a two is high, as in the play it is worth most after the jolly."""

Cards = tuple[Card, ...]
"""What one player drew: a card, and another each time after a draw that did not decide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """What the cards drawn decide, players by their index."""

    again: tuple[int, ...]
    """Who must draw again; while somebody must, nothing else is decided."""
    order: tuple[int, ...] = ()
    """The players from the highest card to the lowest."""

    @property
    def dealer(self) -> int | None:
        """Who deals first: the lowest card."""
        return self.order[-1] if self.order else None

    @property
    def seats(self) -> tuple[int, ...]:
        """The players clockwise from the dealer, who plays last: the highest first, and of four the two highest
        across from each other, as the two lowest are."""
        match self.order:
            case (highest, second, third, lowest):
                return lowest, highest, third, second
            case (*others, lowest):
                return lowest, *others
            case _:
                return ()


def draw_result(drawn: Sequence[Cards], suits: Sequence[Suit]) -> Draw:
    """Judge what the players have drawn so far; who drew again has more cards than the others.

    `suits` are those of the ruleset's deck, from high to low.

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
    return Draw(again=(), order=tuple(ranked))


def _height(card: Card, suits: Sequence[Suit]) -> tuple[int, int]:
    """Sorts from high to low."""
    return DRAW_ORDER.index(card.rank), suits.index(card.suit) if card.suit else 0


def _undecided(drawn: Sequence[Cards]) -> tuple[int, ...]:
    """The players whose cards, all of them, are those of somebody else too."""
    held = Counter(drawn)
    return tuple(player for player, cards in enumerate(drawn) if held[cards] > 1)
