"""The worked examples in `data/`, each named after its source and paragraph."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.deck import CARD_VALUES
from scoring.engine.hand import EnteredHand, HandEnd
from scoring.engine.notation import format_card, format_cards, parse_cards
from scoring.engine.options import OPTIONS, option_values
from scoring.engine.rulebooks import ITALIAN
from scoring.engine.violations import DoubtCode, ViolationCode
from scoring.services import judge, judge_meld, read_hand, read_side, ruleset_for

DATA = Path(__file__).parent / "data"


def examples(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return found


def every_example(name: str) -> pytest.MarkDecorator:
    found = examples(name)
    return pytest.mark.parametrize("example", found, ids=[f"{one['source']}: {one['name']}" for one in found])


@every_example("melds")
def test_meld(example: dict[str, Any]) -> None:
    rules = ruleset_for(example["ruleset"], example.get("options", {}))
    judgement = judge_meld(rules, parse_cards(example["cards"]))
    faults = [[fault.code, format_cards(fault.cards)] for fault in judgement.violations]
    assert faults == example.get("violations", [])
    if judgement.legal:
        meld = judgement.meld
        assert meld is not None
        read = {"kind": meld.kind, "grade": meld.grade, "table": format_cards(meld.cards), "value": meld.value}
        read |= {"bonus": meld.bonus} if meld.bonus else {}
        read |= {"wild": format_cards(meld.wilds)} if meld.wilds else {}
        read |= {"stands_for": format_card(meld.stands_for)} if meld.stands_for else {}
        assert read == {
            key: example[key] for key in example if key not in ("name", "source", "says", "ruleset", "options", "cards")
        }


@every_example("hands")
def test_hand(example: dict[str, Any]) -> None:
    judgement = judge(*read_hand(example["hand"]))
    assert [[fault.code, fault.side] for fault in judgement.violations] == example.get("violations", [])
    # A hand presented as played must have been possible.
    assert [[doubt.code, doubt.side] for doubt in judgement.doubts] == example.get("doubts", [])
    scores = judgement.scores or ()
    assert [score.total for score in scores] == example.get("totals", [])
    if "bases" in example:
        assert [score.slip and score.slip.base for score in scores] == example["bases"]


@every_example("slips")
def test_slip(example: dict[str, Any]) -> None:
    rules = ruleset_for(example["ruleset"], example.get("options", {}))
    sides = (read_side(example["ns"], "ns"), read_side(example["ew"], "ew"))
    judgement = judge(rules, EnteredHand(end=HandEnd(example["end"]), sides=sides))
    assert [[fault.code, fault.side] for fault in judgement.violations] == example.get("violations", [])
    assert [[doubt.code, doubt.side] for doubt in judgement.doubts] == example.get("doubts", [])
    totals = None if judgement.scores is None else [score.total for score in judgement.scores]
    assert totals == example.get("totals")


def test_the_examples_show_every_fault_and_every_doubt() -> None:
    everything = [one for name in ("melds", "hands", "slips") for one in examples(name)]
    assert {code for one in everything for code, _ in one.get("violations", [])} == set(ViolationCode)
    assert {code for one in everything for code, _ in one.get("doubts", [])} == set(DoubtCode)


NEVER_A_TOTAL = {"stall", *CARD_VALUES}
"""The options of which no example has totals: hands that no stall ends, and what a club's cards are worth."""


def test_every_option_has_an_example_with_its_totals() -> None:
    usual = option_values(ITALIAN)
    scored = [one.get("hand", one) for name in ("hands", "slips", "games") for one in examples(name) if "totals" in one]
    rules = [ruleset_for(hand["ruleset"], hand.get("options", {})) for hand in scored]
    shown = {name for values in map(option_values, rules) for name in OPTIONS if values[name] != usual[name]}
    assert set(OPTIONS) - shown <= NEVER_A_TOTAL


def test_old_results_recompute_identically() -> None:
    """Hands stored before grades were data keep their scores, under every preset and option of that time.

    The exceptions are corrected rules: a federation's set of nine, and the waiver that it no longer has.
    """
    different = []
    for example in examples("stored"):
        scores = judge(*read_hand(example["hand"])).scores or ()
        if [[line.as_json() for line in score.lines] for score in scores] != example["lines"]:
            different.append(example["hand"])
    assert different == []
