"""The cards of the deck that have not been entered yet, as a help for counting a table (docs/rules.md §2)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.engine.cards import JOLLY, RANKS, Card, Rank, Suit
from scoring.engine.deck import Deck


@dataclass(frozen=True, slots=True, kw_only=True)
class RemainingCards:
    """The number of cards not yet entered in anybody's melds, hand or pozzetto; never negative."""

    suits: Mapping[Suit, int]
    """The cards of each suit, without the twos."""
    twos: int
    jollies: int
    unseen: int
    """This many of the cards in `suits`, `twos` and `jollies` are on the table without being identified."""

    @property
    def cards(self) -> int:
        return max(sum(self.suits.values()) + self.twos + self.jollies - self.unseen, 0)


def remaining_cards(deck: Deck, cards: Iterable[Card], by_value: Mapping[int, int], hidden: int) -> RemainingCards:
    """Return what is left of the deck besides these cards, those known by value and the `hidden` ones.

    `by_value` is the number of cards of each value; of hidden cards only the number is known.
    """
    copies = Counter(cards)
    ranks = [rank for rank in Rank if deck.copies_of(Card(rank, None))]

    def only(rank: Rank) -> int:
        """Return the number of cards known by value that can only have this rank."""
        worth = deck.worth_of([Card(rank, None)])
        alone = all(deck.worth_of([Card(other, None)]) != worth for other in ranks if other is not rank)
        return by_value.get(worth, 0) if alone else 0

    def rest(rank: Rank, suit: Suit) -> int:
        card = Card(rank, suit)
        return max(deck.copies_of(card) - copies[card], 0)

    twos = sum(rest(Rank.TWO, suit) for suit in deck.suits) - copies[Card(Rank.TWO, None)] - only(Rank.TWO)
    unseen = sum(number for card, number in copies.items() if card.is_suit_unseen and card.rank is not Rank.TWO)
    unseen += sum(by_value.values()) - only(Rank.TWO) - only(Rank.JOLLY)
    return RemainingCards(
        suits={suit: sum(rest(rank, suit) for rank in RANKS if rank is not Rank.TWO) for suit in deck.suits},
        twos=max(twos, 0),
        jollies=max(deck.jollies - copies[JOLLY] - only(Rank.JOLLY), 0),
        unseen=unseen + hidden,
    )
