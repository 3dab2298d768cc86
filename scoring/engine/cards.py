"""The cards: what a card is, and the decks it can belong to (docs/rules.md §2).

Their names and letters, in JSON and in people's languages, are in `notation.py`; their points are the ruleset's.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
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

WILD_RANKS = frozenset({Rank.JOLLY, Rank.TWO})
"""What can stand for another card: jollies and twos (000, 001, 002)."""


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
    table_order: tuple[int, int] = field(init=False, repr=False, compare=False)
    """What sorts cards for people: by suit, then by rank; behind them those of unseen suits, jollies last."""
    is_wild: bool = field(init=False, repr=False, compare=False)
    """It can stand for another card: jollies and twos (000, 001, 002)."""
    number: int = field(init=False, repr=False, compare=False)
    """Its rank as a plain number, which is its place in its suit, ace low."""
    code: int = field(init=False, repr=False, compare=False)
    """A number of its own, the same for its copies; the jolly's is 0."""
    one: int = field(init=False, repr=False, compare=False)
    """A 1 in the byte of its code: what `count_cards` adds up."""

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
        """It has a suit, but nobody looked at it."""
        return self.suit is None and self.rank is not Rank.JOLLY


JOLLY = Card(Rank.JOLLY, None)


def count_cards(cards: Iterable[Card]) -> int:
    """How often each card is there, as one number with a byte for each: the same for the same cards in any order.

    Of no card may there be more than 255.

    >>> count_cards([JOLLY, JOLLY]) == 2 * JOLLY.one
    True
    """
    return sum([card.one for card in cards])


PLACES = tuple(range(1, len(RANKS) + 2))
"""The places of a sequence: ace to king by rank, and the ace again behind the king."""

LOW_ACE, HIGH_ACE = PLACES[0], PLACES[-1]

_IN_PLACE = {suit: tuple(Card(rank, suit) for rank in (*RANKS, Rank.ACE)) for suit in Suit}


def cards_between(first: int, last: int, suit: Suit) -> tuple[Card, ...]:
    """The cards of a suit that belong to the places from `first` to `last`.

    >>> [card.rank.name for card in cards_between(12, HIGH_ACE, Suit.HEARTS)]
    ['QUEEN', 'KING', 'ACE']
    """
    return _IN_PLACE[suit][first - 1 : last]


def card_at(place: int, suit: Suit) -> Card:
    """The card of a suit that belongs to this place of a sequence.

    >>> card_at(HIGH_ACE, Suit.HEARTS) == card_at(LOW_ACE, Suit.HEARTS)
    True
    """
    return _IN_PLACE[suit][place - 1]
