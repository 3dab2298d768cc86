"""Cards on the table that one deck cannot provide, known by face or by value (docs/rules.md §2)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from scoring.engine.cards import Card, Rank
from scoring.engine.deck import Deck
from scoring.engine.meld_layouts import table_order
from scoring.engine.violations import Violation, ViolationCode


def deck_faults(deck: Deck, cards: Collection[Card]) -> Iterator[Violation]:
    """Yield what the deck cannot provide of all cards that are known on the table."""
    if deck.obviously_has(cards):
        return
    copies = Counter(cards)
    # Every card belongs to the deck: there are no tiles among cards.
    if strangers := sorted((card for card in copies if not deck.copies_of(card)), key=table_order):
        yield Violation(code=ViolationCode.NOT_IN_DECK, cards=tuple(strangers))
    # No card is on the table more often than in the deck; cards of unseen suits count with the others of their rank.
    for card in sorted(copies, key=table_order):
        most = deck.copies_of(card)
        count = _of_rank(deck, copies, card.rank) if card.is_suit_unseen else copies[card]
        if count > most > 0:
            yield Violation(code=ViolationCode.TOO_MANY_COPIES, cards=(card,), facts={"cards": count, "copies": most})


def _of_rank(deck: Deck, copies: Mapping[Card, int], rank: Rank) -> int:
    """Return the number of cards of this rank, without those that do not belong to the deck."""
    return sum(count for card, count in copies.items() if card.rank is rank and deck.copies_of(card))


def worth_faults(deck: Deck, cards: Iterable[Card], by_value: Sequence[Mapping[int, int]]) -> Iterator[Violation]:
    """Yield what the deck cannot provide of the cards known by value, for each side, besides the known cards."""
    if not any(by_value):  # equivalent: speed alone
        return
    values = deck.values
    known_cards: Counter[int] = Counter()
    for side, numbers in enumerate(by_value):
        known_cards.update(numbers)
        # Some card has this value.
        for value in sorted(numbers.keys() - values.keys()):
            yield Violation(code=ViolationCode.NO_CARD_WORTH, side=side, facts={"value": value, "values": [*values]})
    known = Counter(deck.worth_of([card]) for card in cards)
    # No more cards on the table have this value than in the deck.
    for value in sorted(known_cards.keys() & values.keys()):
        if known_cards[value] + known[value] > values[value]:
            facts = {"value": value, "cards": known_cards[value] + known[value], "copies": values[value]}
            yield Violation(code=ViolationCode.TOO_MANY_WORTH, facts=facts)
