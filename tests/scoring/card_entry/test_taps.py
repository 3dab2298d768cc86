"""The cards written by the keys for sequences, sets and values are read as exactly these cards."""

from collections import Counter

import pytest
from django.http import QueryDict
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from scoring.card_entry import JudgedHand, State, judge_typed, keypad_for
from scoring.engine.cards import JOLLY, PLACES, Card, Rank, card_at
from scoring.engine.melds import read_meld
from scoring.engine.notation import NOTATIONS, parse_cards
from scoring.engine.options import with_options
from scoring.engine.rulebooks import ARGENTINE, CANASTA, ITALIAN
from scoring.engine.ruleset import RuleSet
from scoring.engine.value_notation import take_values, write_values
from scoring.engine.violations import IllegalMeld, ViolationCode
from scoring.forms.cards import read_typed, type_hand

languages = st.sampled_from(sorted(NOTATIONS))
rulesets = st.sampled_from([ITALIAN, ARGENTINE])
wilds = st.sampled_from([None, JOLLY, Card(Rank.TWO, None)])


@given(languages, rulesets, st.data())
def test_a_sequence_is_its_suit_its_ends_and_its_wild(language: str, rules: RuleSet, data: st.DataObject) -> None:
    with override(language):
        keypad = keypad_for(rules)
    at = data.draw(st.integers(0, 3))
    low, high = sorted(data.draw(st.sets(st.sampled_from(PLACES), min_size=2, max_size=2)))
    wild, place = data.draw(wilds), data.draw(st.integers(low, high))
    key = keypad.jolly if wild == JOLLY else keypad.pinella
    written = [
        key.writes if wild and here == place else keypad.places[here - 1].writes + keypad.suits[at].writes
        for here in range(low, high + 1)
    ]
    cards = parse_cards(" ".join(written), NOTATIONS[language])
    suit = rules.deck.suits[at]
    assert cards == tuple(wild if wild and here == place else card_at(here, suit) for here in range(low, high + 1))
    if len(cards) < 3 or (low, high) == (PLACES[0], PLACES[-1]):
        return
    try:
        meld = read_meld(rules, cards)
    except IllegalMeld as illegal:
        # Only the suit of a two in this place tells whether it is a natural or a wild.
        assert {fault.code for fault in illegal.violations} == {ViolationCode.SUIT_UNSEEN}
        assert wild == Card(Rank.TWO, None)
        return
    assert Counter(meld.cards) == Counter(cards)
    if wild and low < place < high:
        # From the three to the queen, a sequence with an ace and a wild is read with the king and the ace on top.
        other = {(1, 2, 12): 13}.get((low, place, high), place)
        assert meld.wilds == (wild,) and meld.stands_for in (card_at(place, suit), card_at(other, suit))


@given(languages, rulesets, wilds, st.data())
def test_a_set_is_its_rank_how_many_and_its_wild(
    language: str, rules: RuleSet, wild: Card | None, data: st.DataObject
) -> None:
    with override(language):
        keypad = keypad_for(rules)
    rank, number = data.draw(st.sampled_from(keypad.set_ranks)), data.draw(st.sampled_from(keypad.numbers))
    added = {None: [], JOLLY: [keypad.jolly.writes], Card(Rank.TWO, None): [keypad.pinella.writes]}[wild]
    cards = parse_cards(" ".join([rank.writes] * number + added), NOTATIONS[language])
    assert len({card.rank for card in cards[:number]}) == 1
    assert cards[number:] == ((wild,) if wild else ())
    if len(cards) >= 3:
        meld = read_meld(rules, cards)
        assert (Counter(meld.cards), meld.wilds) == (Counter(cards), (wild,) if wild else ())


@given(
    st.dictionaries(st.integers(1, 9999), st.integers(1, 999), max_size=6),
    st.lists(st.sampled_from(["4D", "JK", "K?", "3", "x5", "3x"])),
    st.randoms(use_true_random=False),
)
def test_values_are_taken_out_of_the_cards_among_which_they_were_typed(by_value, cards, random) -> None:  # type: ignore[no-untyped-def]
    pieces = [*write_values(by_value).split(), *cards]
    random.shuffle(pieces)
    text = " ".join(pieces)
    rest, found = take_values(text)
    assert found == by_value
    assert Counter(rest.split()) == Counter(cards)
    assert len(rest) == len(text)


ENDED = "&end=time&a_pozzetto=taken&b_pozzetto=taken"


def judged(query: str) -> JudgedHand:
    names = {"a": "We", "b": "They"}
    with override("en"):
        return judge_typed(ITALIAN, read_typed(QueryDict(query), tuple(names), "en", ITALIAN), names)


def test_what_is_left_may_be_cards_and_values() -> None:
    hand = judged("a_left=4D+3X5,1×20" + ENDED)
    left = hand.sides[0].left
    assert (left.value, left.sentences, left.by_value) == (40, ("5 cards, worth 40",), {5: 3, 20: 1})
    assert left.meld_view is not None
    assert left.meld_view.spelled == "four of diamonds, 3 cards of 5 points, 1 card of 20 points"
    assert [(face.rank, face.sign) for face in left.meld_view.faces] == [("4", "♦︎"), ("5", "×3"), ("20", "×1")]
    assert [side.score.total for side in hand.sides if side.score] == [-40, 0]


@pytest.mark.parametrize(
    ("query", "about", "sentence"),
    [
        ("a_left=2x7", ["a-left"], "No card is worth 7, only 5, 10, 15, 20, 30. Check the cards left in hand, and"),
        ("a_unlooked=4x5+7x12", ["a-unlooked"], "No card is worth 12, only 5, 10, 15, 20, 30."),
        ("a_unlooked=4D+4x5+5x10", ["a-unlooked"], "The pozzetto has 11 cards, but 10 are entered."),
        (
            "a_unlooked=8x20+3x5&b_left=2C",
            ["a-unlooked"],
            "9 cards worth 20 are entered, but the deck has 8. Check melds, hands and pozzetti.",
        ),
        (
            "a_left=3x30&b_left=2x30",
            ["a-left", "b-left"],
            "5 cards worth 30 are entered, but the deck has 4. Check melds, hands and pozzetti.",
        ),
        ("a=K?+K?+K?&b=K?+K?+KS+KS+KH+KH", ["a-meld-1", "b-meld-1"], "K?: entered 9 times, but the deck has 8."),
        (
            "a=3H+4H+5H+2?",
            ["a-meld-1"],
            "Not a set, so the suits are needed. Write them instead of the ?: 2?.",
        ),
    ],
)
def test_what_the_deck_cannot_give_is_said_beside_its_fields(query: str, about: list[str], sentence: str) -> None:
    hand = judged(query + (ENDED.replace("a_pozzetto=taken", "a_pozzetto=unlooked") if "unlooked" in query else ENDED))
    [remark] = hand.wrong
    assert [*remark.beside] == about
    assert remark.sentence.startswith(sentence)
    fields = {field.id: field for side in hand.sides for field in (*side.melds, side.left, side.unlooked)}
    assert all(fields[id_].state is State.WRONG for id_ in about)


def test_a_pozzetto_that_nobody_looked_at_may_be_cards_and_values() -> None:
    hand = judged("a_unlooked=4D+6x5,4×20&end=time&a_pozzetto=unlooked&b_pozzetto=taken")
    unlooked = hand.sides[0].unlooked
    assert (unlooked.value, unlooked.sentences) == (115, ("11 cards, worth 115",))
    assert [side.score.total for side in hand.sides if side.score] == [-115, 0]
    assert hand.hand is not None and type_hand(hand.hand, ("a", "b"), "en").sides["a"].unlooked == "4D 6x5 4x20"
    assert (hand.deck.cards, hand.deck.unseen) == (97, 6)


def test_the_deck_says_what_is_not_entered_yet() -> None:
    blank, hand = judged("").deck, judged("a=3H+4H+2C&a_left=K?+2x5+1x20&b=3S&b_pozzetto=unlooked").deck
    assert (blank.cards, blank.unseen, [part.cards for part in blank.parts]) == (108, 0, [24, 24, 24, 24, 8, 4])
    assert (hand.cards, hand.unseen, [part.cards for part in hand.parts]) == (
        108 - 3 - 4 - 1 - 11,
        1 + 2 + 11,
        [23, 22, 24, 24, 6, 4],
    )
    assert [part.name for part in hand.parts] == ["spades", "hearts", "diamonds", "clubs", "twos", "joker"]


def test_the_keys_of_values_are_those_of_the_deck() -> None:
    assert keypad_for(ITALIAN).values == (5, 10, 15, 20, 30)
    assert keypad_for(ARGENTINE).values == (5, 10, 15, 20, 50)
    assert (keypad_for(ITALIAN).deck, keypad_for(ARGENTINE).deck) == ("cards", "tiles")
    assert keypad_for(ITALIAN).version != keypad_for(ARGENTINE).version


def test_the_keys_lay_as_many_wilds_as_the_ruleset_allows() -> None:
    any_share = with_options(ITALIAN, {"wilds": 2})
    keypads = [keypad_for(rules) for rules in (ITALIAN, CANASTA, any_share)]
    assert [(keypad.most_wilds, keypad.numbers[0]) for keypad in keypads] == [(1, 2), (3, 2), (2, 1)]
    assert len({keypad.version for keypad in keypads}) == 3
