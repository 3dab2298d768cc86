"""Hands in which some cards were not noted: sets without suits, cards left with their values alone."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import JOLLY, PLACES, Card, Rank, Suit, card_at
from scoring.engine.grades import MeldKind
from scoring.engine.hand import TAKEN, AnyHand, CardsEntry, HandEnd, Pozzetto, PozzettoState
from scoring.engine.melds import read_meld
from scoring.engine.notation import parse_cards
from scoring.engine.remaining_cards import remaining_cards
from scoring.engine.rulebooks import ITALIAN, RULEBOOKS
from scoring.engine.ruleset import RuleSet
from scoring.engine.score import score_hand, violations
from scoring.engine.violations import IllegalMeld, InvalidNotation, ViolationCode
from scoring.services import read_hand, write_hand
from tests.scoring.deals import dealt_hand, deck_cards

everywhere = pytest.mark.parametrize("key", RULEBOOKS)
seeds = st.integers(0, 2**48)
unhurried = settings(deadline=None, max_examples=40)


def unseen(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(Card(card.rank, None) for card in cards)


def partly_noted(rng: Random, rules: RuleSet, side: CardsEntry) -> CardsEntry:
    """Return the same side with fewer cards noted."""
    melds = tuple(
        unseen(meld) if read_meld(rules, meld).kind is MeldKind.SET and rng.random() < 0.8 else meld
        for meld in side.melds
    )
    left = list(side.left)
    rng.shuffle(left)
    cut = rng.randint(0, len(left))
    partial_hand = replace(side, melds=melds, left=tuple(left[:cut]), left_by_value=by_value(rules, left[cut:]))
    if side.pozzetto.cards is None:
        return partial_hand
    known = rng.randint(0, len(side.pozzetto.cards))
    cards = side.pozzetto.cards[:known] or None
    pozzetto = replace(side.pozzetto, cards=cards, by_value=by_value(rules, side.pozzetto.cards[known:]))
    return replace(partial_hand, pozzetto=pozzetto)


def by_value(rules: RuleSet, cards: Sequence[Card]) -> dict[int, int]:
    return dict(Counter(rules.deck.worth_of([card]) for card in cards))


@everywhere
@unhurried
@given(seed=seeds)
def test_looking_at_fewer_cards_finds_no_fault_and_changes_no_score(key: str, seed: int) -> None:
    rules, rng = RULEBOOKS[key], Random(seed)
    hand = dealt_hand(rng, rules)
    partial_hand = replace(
        hand, sides=tuple(partly_noted(rng, rules, side) for side in hand.sides if isinstance(side, CardsEntry))
    )
    assert violations(rules, partial_hand) == ()
    assert [score.lines for score in score_hand(rules, partial_hand)] == [
        score.lines for score in score_hand(rules, hand)
    ]
    assert read_hand(write_hand(key, {}, partial_hand)) == (rules, partial_hand)


def reading(cards: Sequence[Card]) -> tuple[object, ...] | None:
    try:
        meld = read_meld(ITALIAN, cards)
    except IllegalMeld:
        return None
    return meld.grade, meld.value, not meld.wilds_at


def test_a_two_in_a_sequence_is_asked_for_its_suit_exactly_where_that_matters() -> None:
    seen = set()
    two = Card(Rank.TWO, None)
    for low, high in combinations_with_replacement(PLACES, 2):
        places = range(low, high + 1)
        for hole in (None, *places):
            naturals = tuple(card_at(place, Suit.HEARTS) for place in places if place != hole)
            for more in ((), (JOLLY,), (Card(Rank.TWO, Suit.CLUBS),)):
                others = (*naturals, *more)
                if len(others) < 2 or len({card.rank for card in naturals}) < 2:
                    continue
                possible = {reading((*others, Card(Rank.TWO, suit))) for suit in (Suit.HEARTS, Suit.SPADES)}
                try:
                    partial_hand: object = reading((*others, two))
                    read_meld(ITALIAN, (*others, two))
                    asked = False
                except IllegalMeld as illegal:
                    asked = ViolationCode.SUIT_UNSEEN in {fault.code for fault in illegal.violations}
                assert asked == (len(possible) == 2)
                assert asked or possible == {partial_hand}
                seen.add(asked)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("cards", "faults"),
    [
        ("K? K? KH JK", []),
        ("K? K?", ["too_few_cards"]),
        ("3? 4?", ["too_few_cards", "suit_unseen"]),
        ("3? 4? 5?", ["suit_unseen"]),
        ("3H 4H 5?", ["suit_unseen"]),
        ("3H 4S 5?", ["suit_unseen"]),
        ("3H 2? JK", ["suit_unseen"]),
        ("K? K? 2? JK", ["too_many_wilds"]),
        ("2? 2? 2?", ["set_of_twos"]),
    ],
)
def test_suits_are_needed_for_anything_but_a_set(cards: str, faults: list[str]) -> None:
    try:
        read_meld(ITALIAN, parse_cards(cards))
        found = []
    except IllegalMeld as illegal:
        found = [fault.code.value for fault in illegal.violations]
    assert found == faults


SIDE = CardsEntry(melds=(), left=(), pozzetto=TAKEN, closed=False)


@pytest.mark.parametrize(
    ("left", "by_value", "other", "faults"),
    [
        ("", {5: 40}, "", []),
        ("", {5: 41}, "", [("too_many_worth", None, {"value": 5, "cards": 41, "copies": 40})]),
        ("3H", {5: 40}, "", [("too_many_worth", None, {"value": 5, "cards": 41, "copies": 40})]),
        ("", {30: 3}, "JK JK", [("too_many_worth", None, {"value": 30, "cards": 5, "copies": 4})]),
        ("", {25: 1}, "", [("no_card_worth", 0, {"value": 25, "values": [5, 10, 15, 20, 30]})]),
        ("KH KH", {}, "K? K? K? K? K? K?", []),
        ("KH KH", {}, "K? K? K? K? K? K? K?", [("too_many_copies", None, {"cards": 9, "copies": 8})]),
    ],
)
def test_one_deck_gives_what_both_sides_were_told_to_hold(
    left: str, by_value: dict[int, int], other: str, faults: list[object]
) -> None:
    one = replace(SIDE, left=parse_cards(left), left_by_value=by_value)
    hand = AnyHand(end=HandEnd.TIME, sides=(one, replace(SIDE, left=parse_cards(other))))
    assert [(fault.code, fault.side, fault.facts) for fault in violations(ITALIAN, hand)] == faults


def test_more_cards_than_the_deck_has_are_counted_whatever_is_known_of_them() -> None:
    melds = tuple(parse_cards(f"3{suit} 4{suit} 5{suit} 6{suit} 7{suit} 8{suit}") for suit in "SHDC" * 2)
    unlooked = Pozzetto(state=PozzettoState.UNLOOKED, value=65)
    one = replace(SIDE, melds=melds, left_by_value={10: 32, 15: 8})
    faults = violations(ITALIAN, AnyHand(end=HandEnd.TIME, sides=(one, replace(SIDE, pozzetto=unlooked))))
    assert {fault.code for fault in faults} == set()
    one = replace(one, left_by_value={10: 32, 15: 8, 20: 8, 30: 4})
    faults = violations(ITALIAN, AnyHand(end=HandEnd.TIME, sides=(one, replace(SIDE, pozzetto=unlooked))))
    assert ViolationCode.CARDS_BEYOND_DECK in {fault.code for fault in faults}


def test_who_closed_alone_has_no_cards_told_by_value_either() -> None:
    closer = CardsEntry(
        melds=(parse_cards("3H 4H 5H 6H 7H 8H 9H"),), left=(), left_by_value={5: 1}, pozzetto=TAKEN, closed=True
    )
    hand = AnyHand(end=HandEnd.CLOSED, sides=(closer, SIDE), players=2)
    rules = replace(ITALIAN, players=(2, 4))
    assert [fault.code for fault in violations(rules, hand)] == [ViolationCode.CLOSED_WITH_CARDS]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([5, 5], "sides[0].left_by_value: expected an object of numbers of cards by their points, got [5, 5]"),
        ({"five": 1}, "sides[0].left_by_value: expected points, got 'five'"),
        ({"05": 1}, "sides[0].left_by_value: expected points, got '05'"),
        ({"5": 0}, "sides[0].left_by_value.5: expected 1 or more, got 0"),
        ({"5": "2"}, "sides[0].left_by_value.5: expected a whole number, got '2'"),
    ],
)
def test_values_that_cannot_be_read_are_refused_with_their_place(value: object, message: str) -> None:
    raw = write_hand("italian", {}, AnyHand(end=HandEnd.TIME, sides=(SIDE, SIDE)))
    raw["sides"][0]["left_by_value"] = value
    with pytest.raises(InvalidNotation) as refused:
        read_hand(raw)
    assert str(refused.value) == message


@everywhere
@unhurried
@given(seed=seeds, blurred=st.integers(0, 12), hidden=st.integers(0, 11))
def test_what_is_not_entered_yet_is_what_the_deck_has_beside(key: str, seed: int, blurred: int, hidden: int) -> None:
    rng, deck = Random(seed), RULEBOOKS[key].deck
    cards = deck_cards(deck)
    rng.shuffle(cards)
    placed, rest = cards[:50], cards[50:]
    known, by_rank, by_value = placed[2 * blurred :], unseen(placed[:blurred]), placed[blurred : 2 * blurred]
    values = Counter(deck.worth_of([card]) for card in by_value)
    partial_hand = remaining_cards(deck, [*known, *by_rank], values, hidden)
    assert partial_hand.cards == len(rest) - hidden
    # What is known exactly is exact; the rest can only be among the unseen cards.
    assert 0 <= partial_hand.twos - sum(card.rank is Rank.TWO for card in rest) <= partial_hand.unseen
    assert 0 <= partial_hand.jollies - rest.count(JOLLY) <= partial_hand.unseen
    for suit, number in partial_hand.suits.items():
        assert (
            0 <= number - sum(card.suit is suit and card.rank is not Rank.TWO for card in rest) <= partial_hand.unseen
        )
    assert partial_hand.unseen <= 2 * blurred + hidden
