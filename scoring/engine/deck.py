"""What a hand is played with: the cards of a deck, and what each is worth (docs/rules.md §2)."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from scoring.engine.cards import CARD_SUITS, JOLLY, RANKS, Card, Rank, Suit, count_cards

STEP = 5
"""Every card value, bonus and penalty is a multiple of 5 points, hence every score (docs/rules.md §2)."""

MOST_WORTH, MOST_POINTS = 1_000, 100_000
"""No card, and no other amount, is more points than this: a higher one is a slip of the pen, or a trick."""

_MOST_AT_ONCE = 127
"""No more cards than this are counted at once: all alike, they leave the highest bit of their byte free."""

_FULL = int.from_bytes(bytes([_MOST_AT_ONCE]) * 256, "little")
"""As many of every card, whatever its code."""

MOST_COPIES, MOST_JOLLIES = 4, 16
"""Nobody plays with more packs, or with more jollies than four packs have."""

CARD_VALUES = tuple(f"value_{rank.name.lower()}" for rank in Rank)
"""The options that say what the cards are worth, the jolly first."""


def check_points(name: str, value: int, *, least: int = -MOST_POINTS, most: int = MOST_POINTS) -> None:
    """Points are whole multiples of STEP within their bounds; a bool is no number."""
    if type(value) is not int or value % STEP:
        raise ValueError(f"{name}: expected a multiple of {STEP}, got {value!r}")
    if value < least:
        raise ValueError(f"{name}: expected {least} or more, got {value!r}")
    if value > most:
        raise ValueError(f"{name}: expected {most} or less, got {value!r}")


@dataclass(frozen=True, kw_only=True)
class Deck:
    """The cards a hand is played with, and what each is worth."""

    jollies: int
    jolly: int
    """Points of a jolly."""
    ranks: tuple[int, ...]
    """Points of each rank, ace to king."""
    suits: tuple[Suit, ...] = CARD_SUITS
    copies: int = 2
    """How many of each card there are."""

    def __post_init__(self) -> None:
        for name, number, least, most in (
            ("decks", self.copies, 1, MOST_COPIES),
            ("jollies", self.jollies, 0, MOST_JOLLIES),
        ):
            if type(number) is not int or number < least:
                raise ValueError(f"{name}: expected {least} or more, got {number!r}")
            if number > most:
                raise ValueError(f"{name}: expected {most} or less, got {number!r}")
        if not self.suits or len(set(self.suits)) < len(self.suits):
            raise ValueError(f"suits: expected different ones, got {self.suits!r}")
        if len(self.ranks) != len(RANKS):
            raise ValueError(f"ranks: expected {len(RANKS)} values, got {len(self.ranks)}")
        for name, value in zip(CARD_VALUES, (self.jolly, *self.ranks), strict=True):
            check_points(name, value, least=STEP, most=MOST_WORTH)

    @cached_property
    def cards(self) -> int:
        """How many cards the deck has: 108 Italian, 106 Argentine."""
        return len(self.suits) * self.copies * len(self.ranks) + self.jollies

    @cached_property
    def worth(self) -> int:
        """What all its cards are worth together: 1080 Italian, 1060 Argentine."""
        return len(self.suits) * self.copies * sum(self.ranks) + self.jollies * self.jolly

    @cached_property
    def wilds(self) -> int:
        """How many of its cards can stand for another."""
        return self.jollies + len(self.suits) * self.copies

    def copies_of(self, card: Card) -> int:
        """How many of this card the deck has, of an unseen suit all of its rank; none of a tile in a deck of cards."""
        return self.copies * len(self.suits) if card.is_suit_unseen else self._copies.get(card, 0)

    @cached_property
    def _copies(self) -> dict[Card, int]:
        """How many it has of each of its cards."""
        return {Card(rank, suit): self.copies for suit in self.suits for rank in RANKS} | {JOLLY: self.jollies}

    def surely_has(self, cards: Collection[Card]) -> bool:
        """Whether it is plain at once that it has these cards; otherwise look closer: it may have them all the same.

        What a card has too many of carries into the highest bit of its byte.
        """
        return len(cards) <= _MOST_AT_ONCE and not (self._room + count_cards(cards)) & ~_FULL

    @cached_property
    def _room(self) -> int:
        """What of `_FULL` the cards of the deck leave; all of it of a card that it does not have."""
        return _FULL - sum(copies * card.one for card, copies in self._copies.items())

    @property
    def values(self) -> dict[int, int]:
        """What its cards are worth, from the least points, each with how many cards of the deck are worth that."""
        alike = len(self.suits) * self.copies
        found = Counter({self.jolly: self.jollies})
        for value in self.ranks:
            found[value] += alike
        return {value: found[value] for value in sorted(found) if found[value]}

    def worth_of(self, cards: Iterable[Card]) -> int:
        """What these cards are worth together, in points."""
        values = self._values
        return sum([values[card.number] for card in cards])

    @cached_property
    def _values(self) -> tuple[int, ...]:
        """By rank, the jolly's first."""
        return self.jolly, *self.ranks
