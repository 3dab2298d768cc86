"""What of the deck has not been entered yet: the arithmetic that helps whoever counts a table (docs/rules.md §2)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.engine.cards import JOLLY, RANKS, Card, Rank, Suit
from scoring.engine.deck import Deck


@dataclass(frozen=True, slots=True, kw_only=True)
class Unplaced:
    """How many cards are in nobody's melds, hand or pozzetto as far as that was entered; never fewer than none."""

    suits: Mapping[Suit, int]
    """Of each suit, the twos left out."""
    twos: int
    jollies: int
    unseen: int
    """So many of the cards of the suits, twos and jollies are on the table, and nobody can tell which."""

    @property
    def cards(self) -> int:
        return max(sum(self.suits.values()) + self.twos + self.jollies - self.unseen, 0)


def unplaced(deck: Deck, cards: Iterable[Card], by_value: Mapping[int, int], hidden: int = 0) -> Unplaced:
    """What is left of the deck beside these cards, those told `by_value` and the `hidden` ones.

    Told by value are so many cards of so many points each; of those that are hidden only the number is known.
    """
    copies = Counter(cards)
    ranks = [rank for rank in Rank if deck.copies_of(Card(rank, None))]

    def only(rank: Rank) -> int:
        """How many of the cards told by value can be of this rank alone."""
        worth = deck.worth_of([Card(rank, None)])
        alone = all(deck.worth_of([Card(other, None)]) != worth for other in ranks if other is not rank)
        return by_value.get(worth, 0) if alone else 0

    def rest(rank: Rank, suit: Suit) -> int:
        card = Card(rank, suit)
        return max(deck.copies_of(card) - copies[card], 0)

    twos = sum(rest(Rank.TWO, suit) for suit in deck.suits) - copies[Card(Rank.TWO, None)] - only(Rank.TWO)
    unseen = sum(number for card, number in copies.items() if card.is_suit_unseen and card.rank is not Rank.TWO)
    unseen += sum(by_value.values()) - only(Rank.TWO) - only(Rank.JOLLY)
    return Unplaced(
        suits={suit: sum(rest(rank, suit) for rank in RANKS if rank is not Rank.TWO) for suit in deck.suits},
        twos=max(twos, 0),
        jollies=max(deck.jollies - copies[JOLLY] - only(Rank.JOLLY), 0),
        unseen=unseen + hidden,
    )
