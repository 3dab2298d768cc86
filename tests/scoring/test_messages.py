"""Every code has a sentence that its facts fill, naming hand and side; every preset and option a name."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from scoring.engine.hand import Hand, HandEnd
from scoring.engine.rulebooks import RULEBOOKS
from scoring.engine.ruleset import OPTIONS, Pile, Rounding, SemiClean, Stall, Tie
from scoring.engine.violations import Violation, ViolationCode
from scoring.messages import CHOICES, OPTION_NAMES, doubt_sentence, ruleset_label, ruleset_title, violation_sentence
from scoring.services import Judgement, judge, read_side, ruleset_for

EXAMPLES = json.loads((Path(__file__).parent / "data" / "slips.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def judgements() -> list[Judgement]:
    return [
        judge(
            ruleset_for(each["ruleset"], each.get("options", {})),
            Hand(end=HandEnd(each["end"]), sides=(read_side(each["ns"], "ns"), read_side(each["ew"], "ew"))),
        )
        for each in EXAMPLES
    ]


def test_every_sentence_is_filled_and_says_where_and_what_to_do() -> None:
    sentences = [
        *((fault.side, violation_sentence(fault, hand_number=3)) for each in judgements() for fault in each.violations),
        *((doubt.side, doubt_sentence(doubt, hand_number=3)) for each in judgements() for doubt in each.doubts),
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
    assert set(CHOICES) == {choice.value for kind in (SemiClean, Pile, Stall, Tie, Rounding) for choice in kind}


def test_a_title_shows_only_the_differences_from_the_preset() -> None:
    assert ruleset_title("fibur_2026", {"semi_clean": 150, "target": 2005}) == "Italian federation 2026"
    changed = {"target": 1505, "semi_clean": None, "value_jolly": 50, "sets_allowed": False, "pile": "closed"}
    assert ruleset_title("fibur_2026", changed) == (
        "Italian federation 2026 "
        "(semi-clean burraco: none, sets allowed: no, discard pile: closed, target: 1505, jolly: 50)"
    )
