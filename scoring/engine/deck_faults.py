"""What one deck cannot give of the cards that a table shows, known or told by their values (docs/rules.md §2)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from scoring.engine.cards import Card, Rank
from scoring.engine.deck import Deck
from scoring.engine.rows import table_order
from scoring.engine.violations import Violation, ViolationCode


def deck_faults(deck: Deck, cards: Collection[Card]) -> Iterator[Violation]:
    """What the deck cannot give of these cards, all of them that are known at the table."""
    if deck.surely_has(cards):
        return
    copies = Counter(cards)
    # Every card is one of the deck: no tile among cards.
    if strangers := sorted((card for card in copies if not deck.copies_of(card)), key=table_order):
        yield Violation(code=ViolationCode.NOT_IN_DECK, cards=tuple(strangers))
    # No card is on the table more often than the deck has it; of unseen suits, not beside the others of its rank.
    for card in sorted(copies, key=table_order):
        most = deck.copies_of(card)
        count = _of_rank(deck, copies, card.rank) if card.is_suit_unseen else copies[card]
        if count > most > 0:
            yield Violation(code=ViolationCode.TOO_MANY_COPIES, cards=(card,), facts={"cards": count, "copies": most})


def _of_rank(deck: Deck, copies: Mapping[Card, int], rank: Rank) -> int:
    """How many cards of this rank there are, tiles among cards left out."""
    return sum(count for card, count in copies.items() if card.rank is rank and deck.copies_of(card))


def worth_faults(deck: Deck, cards: Iterable[Card], by_value: Sequence[Mapping[int, int]]) -> Iterator[Violation]:
    """What the deck cannot give of the cards told by their values, side by side, beside those that are known."""
    if not any(by_value):
        return
    values = deck.values
    told: Counter[int] = Counter()
    for side, numbers in enumerate(by_value):
        told.update(numbers)
        # Some card is worth this.
        for value in sorted(numbers.keys() - values.keys()):
            yield Violation(code=ViolationCode.NO_CARD_WORTH, side=side, facts={"value": value, "values": [*values]})
    known = Counter(deck.worth_of([card]) for card in cards)
    # No more cards on the table are worth this than cards of the deck are.
    for value in sorted(told.keys() & values.keys()):
        if told[value] + known[value] > values[value]:
            facts = {"value": value, "cards": told[value] + known[value], "copies": values[value]}
            yield Violation(code=ViolationCode.TOO_MANY_WORTH, facts=facts)
