"""A typed hand is unchanged after being written into an address and read from it."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from scoring.card_entry import judge_typed
from scoring.engine.hand import (
    TAKEN,
    AnyHand,
    CardsEntry,
    CountsEntry,
    HandEnd,
    Pozzetto,
    PozzettoState,
    SlipEntry,
)
from scoring.engine.notation import NOTATIONS, parse_cards
from scoring.engine.rulebooks import ITALIAN, RULEBOOKS
from scoring.forms.cards import (
    VALUES,
    EntryDepth,
    TypedHand,
    TypedSide,
    counted_grades,
    read_typed,
    type_hand,
    write_typed,
)
from scoring.services import judge
from tests.scoring.deals import dealt_hand

KEYS = ("a", "b")
NAMES = {"a": "We", "b": "They"}

words = st.text(st.characters(codec="utf-8"), max_size=12)
cards = st.one_of(words, st.sampled_from(["3C 4C 5C", "JK", "3♥ ", "QC,KC", "10", "1", "45"]))
sides = st.builds(
    TypedSide,
    melds=st.lists(cards.filter(str.strip), max_size=4).map(tuple),
    left=cards,
    pozzetto=st.sampled_from(["taken", "not_taken", "unlooked", "", "lost"]),
    unlooked=cards,
    counts=st.dictionaries(st.sampled_from([*counted_grades(ITALIAN), *VALUES]), words.filter(bool), max_size=3),
)
hands = st.builds(
    TypedHand,
    sides=st.fixed_dictionaries(dict.fromkeys(KEYS, sides)),
    letters=st.just("it"),
    end=st.sampled_from(["", "closed_a", "stock", "never"]),
    depth=st.sampled_from(EntryDepth),
)


def through_an_address(typed: TypedHand, language: str = "it") -> TypedHand:
    return read_typed(QueryDict(urlencode(write_typed(typed))), KEYS, language, ITALIAN)


@given(hands)
def test_whatever_was_typed_comes_back_as_it_was(typed: TypedHand) -> None:
    assert through_an_address(typed) == typed


@given(hands, st.sampled_from(sorted(RULEBOOKS)))
def test_whatever_was_typed_can_be_judged(typed: TypedHand, key: str) -> None:
    judged = judge_typed(RULEBOOKS[key], typed, NAMES)
    assert judged.is_legal == (not judged.wrong and not judged.missing)
    assert judged.is_legal == all(side.score is not None for side in judged.sides)
    typed_melds = [tuple(field.text for field in side.typed_melds) for side in judged.sides]
    assert typed_melds == [side.melds for side in typed.sides.values()]


@pytest.mark.parametrize("language", NOTATIONS)
@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_hand_is_typed_so_that_it_is_read_and_scored_as_it_was(language: str, key: str) -> None:
    rules = RULEBOOKS[key]
    for seed in range(5):
        hand = dealt_hand(Random(seed), rules)
        typed = through_an_address(type_hand(hand, KEYS, language), language)
        judged = judge_typed(rules, typed, NAMES, players=hand.players)
        assert judged.hand is not None
        for side, expected in zip(judged.hand.sides, hand.sides, strict=True):
            assert isinstance(side, CardsEntry) and isinstance(expected, CardsEntry)
            assert (side.melds, side.pozzetto.state, side.closed) == (
                expected.melds,
                expected.pozzetto.state,
                expected.closed,
            )
            assert Counter(side.left) == Counter(expected.left)
        scores = judge(rules, hand).scores
        assert scores is not None
        assert [side.score for side in judged.sides] == list(scores)


def test_counts_are_typed_as_they_were_read() -> None:
    counts = "a_clean=1&a_dirty=2&a_melded=345&a_pozzetto=taken&b_melded=120&b_left_value=85&b_pozzetto=not_taken"
    typed = read_typed(QueryDict(f"letters=it&depth=counts&end=closed_a&{counts}"), KEYS, "it", ITALIAN)
    hand = judge_typed(ITALIAN, typed, NAMES, players=4).hand
    assert hand is not None
    assert write_typed(type_hand(hand, KEYS, "it")) == write_typed(typed)


def test_cards_keep_their_faces_when_the_page_is_read_in_another_language() -> None:
    italian = QueryDict("letters=it&a=3C 4C 5C&a_left=QC, zz KF&a_unlooked=45")
    side = read_typed(italian, KEYS, "en", ITALIAN).sides["a"]
    assert (side.melds, side.left, side.unlooked) == (("3H 4H 5H",), "QH, zz KC", "45")


def test_letters_that_nobody_has_are_those_of_the_page() -> None:
    typed = read_typed(QueryDict("letters=xx&a=3C"), KEYS, "it", ITALIAN)
    assert (typed.letters, typed.sides["a"].melds) == ("it", ("3C",))


def test_a_hand_whose_end_alone_was_chosen_is_not_blank() -> None:
    blank = TypedHand(sides=dict.fromkeys(KEYS, TypedSide()), letters="it")
    assert blank.is_blank and not replace(blank, end="time").is_blank


@pytest.mark.parametrize(
    ("shown", "typed"),
    [({"value": 60}, "60"), ({"by_value": {10: 2, 5: 1}}, "1x5 2x10"), ({"cards": parse_cards("3H JK")}, "3C JK")],
)
def test_an_unlooked_pozzetto_is_typed_by_its_cards_or_their_value(shown: dict[str, Any], typed: str) -> None:
    pozzetto = Pozzetto(state=PozzettoState.UNLOOKED, **shown)
    side = CardsEntry(melds=(), left=(), pozzetto=pozzetto, closed=False)
    assert type_hand(AnyHand(end=HandEnd.TIME, sides=(side, side)), KEYS, "it").sides["b"].unlooked == typed


def test_beside_a_slip_the_counts_of_the_other_side_are_typed() -> None:
    counts = CountsEntry(burracos={}, melded=100, left_value=0, pozzetto=TAKEN, closed=False)
    typed = type_hand(AnyHand(end=HandEnd.TIME, sides=(counts, SlipEntry(base=0, points=5))), KEYS, "it")
    assert typed.depth is EntryDepth.COUNTS
    assert (typed.sides["a"].counts, typed.sides["b"]) == ({"melded": "100"}, TypedSide())
