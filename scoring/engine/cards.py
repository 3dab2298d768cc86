"""Cards, and the suits and ranks they can have (docs/rules.md §2).

Their names and letters, in JSON and in people's languages, are in `notation.py`; their points are in the ruleset.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum


class Rank(IntEnum):
    """A card's rank. The number is its place in a suit, with the ace low, or the number of a tile."""

    JOLLY = 0
    """The jolly has no suit and no place in one."""
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
"""The ranks of a suit in order, with the ace low."""

WILD_RANKS = frozenset({Rank.JOLLY, Rank.TWO})
"""The ranks that can stand for another card: jollies and twos (000, 001, 002)."""


class Suit(StrEnum):
    """A suit of cards or a colour of tiles. The value is its letter in JSON (docs/interchange.md §1)."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    RED = "R"
    BLACK = "N"
    BLUE = "B"
    YELLOW = "Y"


CARD_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""The suits of cards in bridge order, from high to low (000)."""

TILE_COLOURS = (Suit.RED, Suit.BLACK, Suit.BLUE, Suit.YELLOW)
"""The four colours of the Argentine tiles (001)."""

RED_SUITS = frozenset({Suit.HEARTS, Suit.DIAMONDS})

SUIT_PLACES = {suit: place for place, suit in enumerate(Suit)}


@dataclass(frozen=True, slots=True)
class Card:
    """A card or a tile. Its copies are equal: it never matters which pack a card is from.

    A jolly has no suit. A card of any other rank without a suit is one whose suit was not noted: in a set only the rank
    matters.
    """

    rank: Rank
    suit: Suit | None
    table_order: tuple[int, int] = field(init=False, repr=False, compare=False)
    """The sorting key for people: by suit, then by rank, then cards of unseen suits, with jollies last."""
    is_wild: bool = field(init=False, repr=False, compare=False)
    """Whether the card can stand for another one: jollies and twos can (000, 001, 002)."""
    number: int = field(init=False, repr=False, compare=False)
    """The rank as a plain number: the place in the suit, with the ace low."""
    code: int = field(init=False, repr=False, compare=False)
    """A number for each card, equal for its copies; the jolly's is 0."""
    one: int = field(init=False, repr=False, compare=False)
    """A 1 in the byte of the card's code; `count_cards` adds these up."""

    def __post_init__(self) -> None:
        rank, suit = self.rank, self.suit
        if suit is not None and rank is Rank.JOLLY:
            raise ValueError(f"suit: expected none of a jolly, got {suit!r}")
        place = len(SUIT_PLACES) + (rank is Rank.JOLLY) if suit is None else SUIT_PLACES[suit]
        object.__setattr__(self, "table_order", (place, rank.value))
        object.__setattr__(self, "is_wild", rank in WILD_RANKS)
        object.__setattr__(self, "number", rank.value)
        code = 0 if rank is Rank.JOLLY else place << 4 | rank.value
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "one", 1 << 8 * code)

    def __hash__(self) -> int:
        return self.code

    @property
    def is_suit_unseen(self) -> bool:
        """Whether the card has a suit that was not noted."""
        return self.suit is None and self.rank is not Rank.JOLLY


JOLLY = Card(Rank.JOLLY, None)


def count_cards(cards: Iterable[Card]) -> int:
    """Return the count of each card as one number with a byte for each card. It does not depend on the order.

    There may be at most 255 copies of a card.

    >>> count_cards([JOLLY, JOLLY]) == 2 * JOLLY.one
    True
    """
    return sum([card.one for card in cards])


PLACES = tuple(range(1, len(RANKS) + 2))
"""The places of a sequence: ace to king by rank, and the ace again after the king."""

LOW_ACE, HIGH_ACE = PLACES[0], PLACES[-1]

_IN_PLACE = {suit: tuple(Card(rank, suit) for rank in (*RANKS, Rank.ACE)) for suit in Suit}


def cards_between(first: int, last: int, suit: Suit) -> tuple[Card, ...]:
    """Return the cards of a suit in the places from `first` to `last`.

    >>> [card.rank.name for card in cards_between(12, HIGH_ACE, Suit.HEARTS)]
    ['QUEEN', 'KING', 'ACE']
    """
    return _IN_PLACE[suit][first - 1 : last]


def card_at(place: int, suit: Suit) -> Card:
    """Return the card of a suit in this place of a sequence.

    >>> card_at(HIGH_ACE, Suit.HEARTS) == card_at(LOW_ACE, Suit.HEARTS)
    True
    """
    return _IN_PLACE[suit][place - 1]
