"""The faults of cards that one deck cannot provide, compared with counting card by card."""

from collections import Counter
from dataclasses import replace
from operator import attrgetter
from random import Random

import pytest

from scoring.engine.cards import JOLLY, RANKS, Card, Rank, Suit
from scoring.engine.deck import Deck
from scoring.engine.deck_faults import deck_faults, worth_faults
from scoring.engine.rulebooks import ARGENTINE, ITALIAN
from scoring.engine.violations import ViolationCode
from tests.scoring.deals import deck_cards

FOUR_PACKS = replace(ITALIAN.deck, copies=4, jollies=16)
ONE_PACK = replace(ITALIAN.deck, copies=1, jollies=1)
DECKS = {"italian": ITALIAN.deck, "argentine": ARGENTINE.deck, "one_pack": ONE_PACK, "four_packs": FOUR_PACKS}
EVERY_CARD = [JOLLY, *(Card(rank, suit) for suit in Suit for rank in RANKS)]

decks = pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)


def expected(deck: Deck, cards: list[Card]) -> dict[ViolationCode, set[Card]]:
    """Return what `deck_faults` should find: the cards of each fault."""
    there, found = deck_cards(deck), dict[ViolationCode, set[Card]]()
    for card in cards:
        if card not in there:
            found.setdefault(ViolationCode.NOT_IN_DECK, set()).add(card)
        elif cards.count(card) > there.count(card):
            found.setdefault(ViolationCode.TOO_MANY_COPIES, set()).add(card)
    return found


def found(deck: Deck, cards: list[Card]) -> dict[ViolationCode, set[Card]]:
    faults = dict[ViolationCode, set[Card]]()
    in_order = [*deck_faults(deck, cards)]
    for fault in in_order:
        faults.setdefault(fault.code, set()).update(fault.cards)
    for code in faults:
        named = [card for fault in in_order if fault.code is code for card in fault.cards]
        assert named == sorted(named, key=attrgetter("table_order"))
    return faults


@decks
def test_a_deck_knows_how_many_cards_it_has_and_what_they_are_worth(deck: Deck) -> None:
    whole = deck_cards(deck)
    values = [deck.jolly if card is JOLLY else deck.ranks[card.rank - 1] for card in whole]
    assert deck.cards == len(whole)
    assert deck.worth == deck.worth_of(whole) == sum(values)
    assert deck.wilds == len([card for card in whole if card.is_wild])
    assert deck.values == dict(sorted(Counter(values).items()))
    assert [deck.worth_of([card]) for card in whole] == values


def test_cards_told_by_value_are_faulted_from_the_least_value() -> None:
    strange = worth_faults(ITALIAN.deck, [], [{64: 1, 2: 1}])
    assert [fault.facts["value"] for fault in strange] == [2, 64]
    many = worth_faults(ITALIAN.deck, [], [{10: 60}, {5: 60}])
    assert [fault.facts["value"] for fault in many] == [5, 10]


@decks
def test_a_deck_has_all_its_cards_and_no_card_more(deck: Deck) -> None:
    whole = deck_cards(deck)
    assert found(deck, whole) == {}
    for card, copies in Counter(whole).items():
        assert found(deck, [card] * copies) == {}
        assert found(deck, [card] * (copies + 1)) == {ViolationCode.TOO_MANY_COPIES: {card}}
        assert found(deck, [*whole, card]) == {ViolationCode.TOO_MANY_COPIES: {card}}


@decks
def test_random_cards_are_faulted_as_counting_them_one_by_one_does(deck: Deck) -> None:
    rng, seen = Random("deck"), Counter[bool]()
    for _try in range(150):
        cards = rng.sample(deck_cards(deck), rng.randint(0, deck.cards))
        cards += rng.choices(cards or EVERY_CARD, k=rng.choice([0, 0, 1, 3, 130]))
        cards += rng.choices(EVERY_CARD, k=rng.choice([0, 0, 0, 1]))
        assert found(deck, cards) == expected(deck, cards)
        seen[not expected(deck, cards)] += 1
    assert seen[True] > 10 and seen[False] > 10


@pytest.mark.parametrize("number", [126, 127, 128, 129, 255, 256, 257, 512])
def test_hundreds_of_one_card_are_too_many(number: int) -> None:
    for card in (JOLLY, *deck_cards(ITALIAN.deck)[:14]):
        assert found(ITALIAN.deck, [card] * number) == {ViolationCode.TOO_MANY_COPIES: {card}}


def test_cards_of_another_deck_are_not_counted_with_those_of_an_unseen_suit() -> None:
    fives = [Card(Rank.FIVE, None)] * ITALIAN.deck.copies * len(ITALIAN.deck.suits)
    assert found(ITALIAN.deck, fives) == {}
    tile = Card(Rank.FIVE, ARGENTINE.deck.suits[0])
    assert found(ITALIAN.deck, [*fives, tile]) == {ViolationCode.NOT_IN_DECK: {tile}}
