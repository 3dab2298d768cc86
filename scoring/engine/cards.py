"""The cards: what a card is, and the decks it can belong to (docs/rules.md §2).

Their names and letters, in JSON and in people's languages, are in `notation.py`; their points are the ruleset's.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Rank(IntEnum):
    """A card's rank; the number is its place in a suit, ace low, and a tile's number."""

    JOLLY = 0
    """The jolly is of no suit and has no place in one."""
    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13


RANKS = tuple(rank for rank in Rank if rank is not Rank.JOLLY)
"""The ranks of a suit in their order, ace low."""


class Suit(StrEnum):
    """A suit of cards, or a colour of tiles; the value is its letter in JSON (docs/interchange.md §1)."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    RED = "R"
    BLACK = "N"
    BLUE = "B"
    YELLOW = "Y"


CARD_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""In the order of bridge, from high to low (000)."""

TILE_COLOURS = (Suit.RED, Suit.BLACK, Suit.BLUE, Suit.YELLOW)
"""The four colours of the Argentine tiles (001)."""

SUIT_PLACES = {suit: place for place, suit in enumerate(Suit)}


@dataclass(frozen=True, slots=True)
class Card:
    """One card or tile. Its copies are equal: which of the two packs a card is from never matters.

    A jolly has no suit. A card of any other rank without one is a card whose suit nobody looked at: of a set only
    the rank is asked.
    """

    rank: Rank
    suit: Suit | None

    def __post_init__(self) -> None:
        if self.suit is not None and self.rank is Rank.JOLLY:
            raise ValueError(f"suit: expected none of a jolly, got {self.suit!r}")

    @property
    def is_suit_unseen(self) -> bool:
        """It has a suit, but nobody looked at it."""
        return self.suit is None and self.rank is not Rank.JOLLY

    @property
    def table_order(self) -> tuple[int, int]:
        """What sorts cards for people: by suit, then by rank; behind them those of unseen suits, jollies last."""
        if self.suit is not None:
            return SUIT_PLACES[self.suit], self.rank
        return len(SUIT_PLACES) + (self.rank is Rank.JOLLY), self.rank


JOLLY = Card(Rank.JOLLY, None)

PLACES = tuple(range(1, len(RANKS) + 2))
"""The places of a sequence: ace to king by rank, and the ace again behind the king."""

LOW_ACE, HIGH_ACE = PLACES[0], PLACES[-1]

_IN_PLACE = {suit: tuple(Card(rank, suit) for rank in (*RANKS, Rank.ACE)) for suit in Suit}


def card_at(place: int, suit: Suit) -> Card:
    """The card of a suit that belongs to this place of a sequence.

    >>> card_at(HIGH_ACE, Suit.HEARTS) == card_at(LOW_ACE, Suit.HEARTS)
    True
    """
    return _IN_PLACE[suit][place - 1]
