"""Every code has a sentence that uses its facts and names hand and side; every preset and option has a name."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from django.utils import translation

from scoring.engine.conventions import Pile, PlayOnly, Rounding, Stall, Start, TargetIs, Tie, WildShare
from scoring.engine.free_game import GameHand, game_state
from scoring.engine.grades import SemiClean
from scoring.engine.hand import EnteredHand, HandEnd
from scoring.engine.melds import read_meld
from scoring.engine.notation import UnreadableCard, parse_cards
from scoring.engine.options import OPTIONS
from scoring.engine.rulebooks import ITALIAN, RULEBOOKS
from scoring.engine.score import ScoreLine
from scoring.engine.violations import Violation, ViolationCode
from scoring.messages import (
    CHOICES,
    OPTION_NAMES,
    doubt_sentence,
    game_sentence,
    meld_sentence,
    ruleset_label,
    ruleset_title,
    show_cards,
    show_numbers,
    show_option,
    show_points,
    spell_cards,
    type_cards,
    unreadable_sentence,
    violation_sentence,
)
from scoring.messages.melds import letters_for
from scoring.messages.scores import line_name
from scoring.services import Judgement, judge, judge_meld, read_hand, read_side, read_typed_cards, ruleset_for
from tests.scoring.test_examples import examples

EXAMPLES = json.loads((Path(__file__).parents[1] / "data" / "slips.json").read_text(encoding="utf-8"))


pytestmark = pytest.mark.usefixtures("in_english")


def judgements() -> list[Judgement]:
    return [
        judge(
            ruleset_for(example["ruleset"], example.get("options", {})),
            EnteredHand(
                end=HandEnd(example["end"]), sides=(read_side(example["ns"], "ns"), read_side(example["ew"], "ew"))
            ),
        )
        for example in EXAMPLES
    ]


def test_every_sentence_is_filled_and_says_where_and_what_to_do() -> None:
    sentences = [
        *(
            (fault.side, violation_sentence(fault, hand_number=3))
            for judgement in judgements()
            for fault in judgement.violations
        ),
        *(
            (doubt.side, doubt_sentence(doubt, hand_number=3))
            for judgement in judgements()
            for doubt in judgement.doubts
        ),
    ]
    assert len(sentences) > 30
    for side, sentence in sentences:
        place = "Hand 3: " if side is None else f"Hand 3, {('NS', 'EW')[side]}: "
        assert sentence.startswith(place)
        assert sentence.endswith((".", "?"))
        assert "%(" not in sentence


NOT_A_MULTIPLE = Violation(code=ViolationCode.NOT_A_MULTIPLE, side=0, facts={"column": "base", "value": 143, "unit": 5})


def test_a_sentence_names_hand_side_and_column() -> None:
    assert (
        violation_sentence(NOT_A_MULTIPLE, hand_number=2) == "Hand 2, NS: 143 is not a multiple of 5. Check the base."
    )
    assert violation_sentence(NOT_A_MULTIPLE, side_names=("Rossi", "Verdi")).startswith("Rossi: 143 is not")


def test_a_sentence_about_no_hand_or_side_begins_with_a_capital() -> None:
    assert violation_sentence(Violation(code=ViolationCode.BOTH_CLOSED)).startswith("Both sides have a closing")


def test_an_impossible_base_comes_with_the_nearest_and_with_the_suspicion() -> None:
    facts = {"base": 165, "nearest": [150, 200], "swapped": True}
    violation = Violation(code=ViolationCode.BASE_IMPOSSIBLE, side=1, facts=facts)
    assert violation_sentence(violation, hand_number=1) == (
        "Hand 1, EW: no combination of bonuses gives the base 165. The nearest possible: 150, 200. "
        "Are base and points swapped?"
    )


def test_every_preset_has_a_name_of_its_own() -> None:
    assert len({ruleset_label(key) for key in RULEBOOKS}) == len(RULEBOOKS)


def test_every_option_and_every_choice_has_a_name() -> None:
    assert set(OPTION_NAMES) == set(OPTIONS)
    assert set(CHOICES) == {
        choice.value
        for kind in (SemiClean, Pile, PlayOnly, Stall, Start, TargetIs, Tie, Rounding, WildShare)
        for choice in kind
    }


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("wilds", None, "any number"),
        ("wilds", 2, "2"),
        ("pozzetto_unlooked", None, "the value of its cards"),
        ("royal", None, "none"),
        ("set_ranks", [*"A3456789", "10", *"JQK"], "every rank except the two"),
        ("set_ranks", ["A", "K"], "A, K"),
        ("players", [2, 4], "2 or 4"),
    ],
)
def test_the_value_of_an_option_is_told_in_words(name: str, value: object, shown: str) -> None:
    assert show_option(name, value) == shown


def test_a_grade_of_its_own_is_called_as_the_club_calls_it() -> None:
    line = ScoreLine(item="over_the_top", count=1, points=300, label="Over the top")
    assert line_name(line) == "Over the top"


def test_without_a_language_the_letters_are_english() -> None:
    assert [letters_for(language) for language in (None, "", "it", "pt-br", "xx")] == ["en", "en", "it", "pt", "en"]


def test_a_title_shows_only_the_differences_from_the_preset() -> None:
    assert ruleset_title("fibur_2026", {"semi_clean": 150, "target": 2005}) == "Italian federation 2026"
    changed = {"target": 1505, "semi_clean": None, "value_jolly": 50, "sets_allowed": False, "pile": "closed"}
    assert ruleset_title("fibur_2026", changed) == (
        "Italian federation 2026 "
        "(semi-clean burraco: none, sets allowed: no, discard pile: closed, target: 1,505, joker: 50)"
    )


def test_every_violation_of_melds_and_hands_has_a_sentence_that_ends() -> None:
    faults = [
        *(
            fault
            for example in examples("melds")
            for fault in judge_meld(ruleset_for(example["ruleset"], {}), parse_cards(example["cards"])).violations
        ),
        *(fault for example in examples("hands") for fault in judge(*read_hand(example["hand"])).violations),
    ]
    for fault in faults:
        sentence = violation_sentence(fault, side_names=("A", "B", "C"))
        assert sentence.endswith(".")
        assert "%(" not in sentence
        assert (
            all(show_cards([card]).lower() in sentence.lower() for card in fault.cards) or fault.code in WITHOUT_CARDS
        )


WITHOUT_CARDS = {
    ViolationCode.SEQUENCES_NOT_ALLOWED,
    *(ViolationCode.TOO_FEW_CARDS, ViolationCode.TOO_LONG, ViolationCode.TWO_ACES, ViolationCode.SETS_NOT_ALLOWED),
    *(ViolationCode.POZZETTO_SIZE, ViolationCode.CLOSED_WITH_CARDS, ViolationCode.UNLOOKED_WITH_CARDS),
}
"""Their cards need no mention: they are all cards, or the aces, or only their number matters."""


def test_a_violation_names_the_meld() -> None:
    gap = Violation(code=ViolationCode.GAP, side=1, meld=2, cards=parse_cards("7C 8C"))
    assert violation_sentence(gap, hand_number=4) == ("Hand 4, EW, meld 3: the sequence has a gap. Missing: 7♣, 8♣.")


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("3H 4H 5H 6H 7H 2C 9H", "dirty: the 2♣ stands for the 8♥"),
        ("2H 3H 4H 5H 6H 7H 8H", "clean: no wild, the 2 is in its own place"),
        ("9S 9H 9D", "set: no wild"),
        ("9S 9H JK", "set: the joker is the wild"),
        (
            "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS JK",
            "dirty: the joker is the wild, beside all 13 cards of the suit",
        ),
    ],
)
def test_a_meld_explains_itself(cards: str, sentence: str) -> None:
    assert meld_sentence(read_meld(ITALIAN, parse_cards(cards))) == sentence


@pytest.mark.parametrize(
    ("language", "typed", "displayed", "spelt"),
    [
        ("it", "QC 10F JK", "Q♥, 10♣, jolly", "donna di cuori, dieci di fiori, jolly"),
        ("en-gb", "QH 10C JK", "Q♥, 10♣, joker", "queen of hearts, ten of clubs, joker"),
        ("es", "QC 10T JK", "Q♥, 10♣, joker", "reina de corazones, diez de tréboles, joker"),
        ("pt-br", "QC 10P JK", "Q♥, 10♣, joker", "dama de copas, dez de paus, joker"),
        ("de", "QH 10C JK", "Q♥, 10♣, joker", "queen of hearts, ten of clubs, joker"),
    ],
)
def test_cards_in_the_language_of_the_reader(language: str, typed: str, displayed: str, spelt: str) -> None:
    cards = parse_cards("QH 10C JK")
    with translation.override(language):
        assert (type_cards(cards), show_cards(cards), spell_cards(cards)) == (typed, displayed, spelt)


def test_what_is_no_card_is_told_with_its_place() -> None:
    with pytest.raises(UnreadableCard) as refused:
        read_typed_cards("3C 3X", "it")
    assert unreadable_sentence(refused.value) == "card 2, “3X”, is not a card."


def test_a_game_says_why_it_goes_on() -> None:
    hand = GameHand(sides=((2,), (0, 1)), totals=(520, 385))
    sentence = game_sentence(game_state(ITALIAN, [hand]), ("Anna", "Bruno", "Carla"))
    assert sentence == "The game continues: Carla leads with 520 and needs 1,485 more."


@pytest.mark.parametrize(
    ("half_points", "text"), [(0, "0"), (1, "½"), (385, "192½"), (-385, "−192½"), (-1, "−½"), (2010, "1,005")]
)
def test_halves_are_written_as_on_paper(half_points: int, text: str) -> None:
    assert show_points(Fraction(half_points, 2)) == text


@pytest.mark.parametrize(
    ("numbers", "spanish"),
    [
        ((2, 4), "2 o 4"),
        ((7, 8), "7 u 8"),
        ((10, 11), "10 u 11"),
        ((2, 3, 8), "2, 3 u 8"),
        ((8, 9), "8 o 9"),
        ((90, 80), "90 u 80"),
        (("9.000", "11.000"), "9.000 u 11.000"),
        ((100, 110), "100 o 110"),
        ((100, 1180), "100 o 1180"),
        (("pura", "ochenta"), "pura u ochenta"),
        ((8,), "8"),
    ],
)
def test_or_is_another_word_in_spanish_before_the_sound_of_o(numbers: tuple[object, ...], spanish: str) -> None:
    with translation.override("es"):
        assert show_numbers(numbers) == spanish
    with translation.override("pt"):
        assert show_numbers(numbers) == spanish.replace(" o ", " ou ").replace(" u ", " ou ")
