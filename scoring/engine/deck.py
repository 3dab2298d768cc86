"""The deck of a hand: its cards and their values (docs/rules.md §2)."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from scoring.engine.cards import CARD_SUITS, JOLLY, RANKS, RED_SUITS, Card, Rank, Suit, count_cards

STEP = 5
"""Every card value, bonus and penalty is a multiple of 5 points, and so is every score (docs/rules.md §2)."""

MOST_WORTH, MOST_POINTS = 1_000, 100_000
"""The highest value of a card, and the highest of any other amount. A higher one is an error or an attack."""

_MOST_AT_ONCE = 127
"""The most cards counted at once: even if all are alike, they leave the highest bit of their byte free."""

_FULL = int.from_bytes(bytes([_MOST_AT_ONCE]) * 256, "little")
"""This many of every card, whatever its code."""

MOST_COPIES, MOST_JOLLIES = 4, 16
"""Nobody plays with more packs, or with more jollies than four packs have."""

CARD_VALUES = tuple(f"value_{rank.name.lower()}" for rank in Rank)
"""The options with the values of the cards, the jolly first."""


def check_points(name: str, value: int, *, least: int = -MOST_POINTS, most: int = MOST_POINTS) -> None:
    """Raise ValueError if the points are not a whole multiple of STEP within their bounds. A bool is not a number."""
    if type(value) is not int or value % STEP:
        raise ValueError(f"{name}: expected a multiple of {STEP}, got {value!r}")
    if value < least:
        raise ValueError(f"{name}: expected {least} or more, got {value!r}")
    if value > most:
        raise ValueError(f"{name}: expected {most} or less, got {value!r}")


@dataclass(frozen=True, kw_only=True)
class Deck:
    """The cards of a hand and their values."""

    jollies: int
    jolly: int
    """The points of a jolly."""
    ranks: tuple[int, ...]
    """The points of each rank, ace to king."""
    suits: tuple[Suit, ...] = CARD_SUITS
    copies: int = 2
    """The number of copies of each card."""

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
        """The number of cards: 108 Italian, 106 Argentine."""
        return len(self.suits) * self.copies * len(self.ranks) + self.jollies

    @cached_property
    def worth(self) -> int:
        """The value of all cards together: 1080 Italian, 1060 Argentine."""
        return len(self.suits) * self.copies * sum(self.ranks) + self.jollies * self.jolly

    @cached_property
    def red_threes(self) -> int:
        """The number of threes of hearts and diamonds."""
        return len(RED_SUITS.intersection(self.suits)) * self.copies

    @cached_property
    def wilds(self) -> int:
        """The number of cards that can stand for another."""
        return self.jollies + len(self.suits) * self.copies

    def copies_of(self, card: Card) -> int:
        """Return the number of copies of a card: of an unseen suit all of its rank, of a foreign card none."""
        return self.copies * len(self.suits) if card.is_suit_unseen else self._copies.get(card, 0)

    @cached_property
    def _copies(self) -> dict[Card, int]:
        """The number of copies of each card."""
        return {Card(rank, suit): self.copies for suit in self.suits for rank in RANKS} | {JOLLY: self.jollies}

    def obviously_has(self, cards: Collection[Card]) -> bool:
        """Return whether the deck obviously has these cards. If false, it may still have them: check further.

        A card with too many copies carries into the highest bit of its byte.
        """
        return len(cards) <= _MOST_AT_ONCE and not (self._room + count_cards(cards)) & ~_FULL

    @cached_property
    def _room(self) -> int:
        """The part of `_FULL` that the deck's cards leave: all of it for a card that the deck does not have."""
        return _FULL - sum(copies * card.one for card, copies in self._copies.items())

    @property
    def values(self) -> dict[int, int]:
        """The number of cards for each value, the lowest value first."""
        alike = len(self.suits) * self.copies
        copies = Counter({self.jolly: self.jollies})
        for value in self.ranks:
            copies[value] += alike
        return {value: copies[value] for value in sorted(copies) if copies[value]}

    def least_worth(self, cards: int) -> int:
        """Return the least value of this many cards, or the value of the whole deck for more cards than it has."""
        return self._cheapest[min(cards, self.cards)]

    @cached_property
    def _cheapest(self) -> tuple[int, ...]:
        """The value of the cheapest cards, by their number."""
        values = (value for value, number in self.values.items() for _card in range(number))
        return tuple(accumulate(values, initial=0))

    def worth_of(self, cards: Iterable[Card]) -> int:
        """Return the value of these cards together."""
        values = self._values
        return sum([values[card.number] for card in cards])

    @cached_property
    def _values(self) -> tuple[int, ...]:
        """The points by rank, the jolly's first."""
        return self.jolly, *self.ranks
