"""The worked examples of `data/slips.json`, each named by the source and paragraph it comes from."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.hand import Hand, HandEnd
from scoring.engine.violations import DoubtCode, ViolationCode
from scoring.services import judge, read_side, ruleset_for

EXAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "slips.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{each['source']}: {each['name']}" for each in EXAMPLES])
def test_example(example: dict[str, Any]) -> None:
    rules = ruleset_for(example["ruleset"], example.get("options", {}))
    sides = (read_side(example["ns"], "ns"), read_side(example["ew"], "ew"))
    judgement = judge(rules, Hand(end=HandEnd(example["end"]), sides=sides))
    assert [[fault.code, fault.side] for fault in judgement.violations] == example.get("violations", [])
    assert [[doubt.code, doubt.side] for doubt in judgement.doubts] == example.get("doubts", [])
    totals = None if judgement.scores is None else [score.total for score in judgement.scores]
    assert totals == example.get("totals")


def test_the_examples_show_every_fault_and_every_doubt() -> None:
    assert {code for example in EXAMPLES for code, _ in example.get("violations", [])} == set(ViolationCode)
    assert {code for example in EXAMPLES for code, _ in example.get("doubts", [])} == set(DoubtCode)
