"""`docs/worked-examples.md`, generated from the example files: `python -m tests.scoring.worked_examples` writes it.

The cards, readings, scores and sentences on the page come from the program. The tests compare the examples with the
sources, and the page with the examples.
"""

import json
import os
from pathlib import Path
from typing import Any

import django
from django.utils import translation

from scoring.engine.free_game import GameHand
from scoring.engine.notation import parse_cards
from scoring.messages import (
    alone_sentence,
    doubt_sentence,
    game_sentence,
    meld_sentence,
    show_cards,
    show_points,
    violation_sentence,
)
from scoring.services import all_alone, game_state, judge, judge_meld, read_hand, ruleset_for
from tests.scoring.test_examples import examples

PAGE = Path(__file__).parents[2] / "docs" / "worked-examples.md"

HEAD = """# Worked examples

Every rule of melds and scoring that the sources state, in a hand or a meld that shows it. 000 to 003 are the four
texts that [rules.md](rules.md#8-sources) names; the sentence each example is about stands in its own language. Made by
`python -m tests.scoring.worked_examples` from `tests/scoring/data/`, where the tests read the same examples."""


def page() -> str:
    with translation.override("en"):
        parts = [HEAD, "## Melds", *map(_meld, examples("melds")), "## Hands", *map(_hand, examples("hands"))]
        parts += ["## Slips", _slips(), "## Free games", *map(_game, examples("games"))]
        parts += ["## The draw for the dealer", *map(_draw, examples("draws"))]
    return "\n\n".join(parts) + "\n"


def _head(example: dict[str, Any]) -> str:
    says = f"\n> {example['says']}\n" if "says" in example else ""
    under = f", under {_ruleset(example)}" if "ruleset" in example else ""
    return f"**{example['name'][:1].upper()}{example['name'][1:]}** ({example['source']}{under})\n{says}"


def _ruleset(example: dict[str, Any]) -> str:
    options = [f"`{name}: {json.dumps(value)}`" for name, value in example.get("options", {}).items()]
    return f"`{example['ruleset']}`" + (f" with {', '.join(options)}" if options else "")


def _meld(example: dict[str, Any]) -> str:
    rules = ruleset_for(example["ruleset"], example.get("options", {}))
    judgement = judge_meld(rules, parse_cards(example["cards"]))
    lines = [f"* {example['cards']}"]
    if judgement.meld is not None and judgement.legal:
        bonus = f", bonus {judgement.meld.bonus}" if judgement.meld.bonus else ""
        lines += [f"* {meld_sentence(judgement.meld)}: {show_cards(judgement.meld.cards)}"]
        lines += [f"* cards worth {judgement.meld.value}{bonus}"]
    lines += [f"* {violation_sentence(fault)}" for fault in judgement.violations]
    return "\n".join([_head(example), *lines])


def _hand(example: dict[str, Any]) -> str:
    given = example["hand"]
    judgement = judge(*read_hand(given))
    names = [f"side {number}" for number in range(1, 4)]
    lines = [f"* {name}: {_side(side)}" for name, side in zip(names, given["sides"], strict=False)]
    lines += [f"* ended: {given['end']}" + (f"; players: {given['players']}" if "players" in given else "")]
    for name, score in zip(names, judgement.scores or (), strict=False):
        sums = " ".join(f"{line.points:+d} {line.item}" for line in score.lines)
        lines.append(f"* {name} scores {score.total}: {sums or 'nothing'}")
    lines += [f"* {violation_sentence(fault, side_names=names)}" for fault in judgement.violations]
    lines += [f"* {doubt_sentence(doubt, side_names=names)}" for doubt in judgement.doubts]
    return "\n".join([_head(example | {"ruleset": given["ruleset"], "options": given.get("options", {})}), *lines])


def _side(side: dict[str, Any]) -> str:
    melds = [" · ".join(side["melds"]) or "no meld"] if "melds" in side else []
    rest = [f"{name} {_value(value)}" for name, value in side.items() if name != "melds" and value not in ("", False)]
    return "; ".join([*melds, *rest])


def _value(value: object) -> str:
    return "yes" if value is True else str(value)


def _slips() -> str:
    rows = ["| example | source | ruleset | ended | NS | EW | totals, or faults |", "|---|---|---|---|---|---|---|"]
    for example in examples("slips"):
        verdict = example.get("totals") or [code for code, _side in example["violations"]]
        cells = [example["name"], example["source"], _ruleset(example), example["end"]]
        cells += [_side(example["ns"]), _side(example["ew"]), ", ".join(map(str, verdict))]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _game(example: dict[str, Any]) -> str:
    hands = [
        GameHand(sides=tuple(map(tuple, hand["sides"])), totals=tuple(hand["totals"])) for hand in example["hands"]
    ]
    rules = ruleset_for(example["ruleset"], example.get("options", {}))
    state = game_state(rules, hands, starter=example.get("starter", 0))
    lines = [
        f"* hand {number}: " + " · ".join(f"{show_points(total)}" for total in totals)
        for number, totals in enumerate(state.running, start=1)
    ]
    if len(state.totals) == 3 and all_alone(rules, state.totals):
        lines.append(f"* {alone_sentence(rules)}")
    return "\n".join([_head(example), *lines, f"* {game_sentence(state, ['A', 'B', 'C'])}"])


def _draw(example: dict[str, Any]) -> str:
    drawn = ", ".join(f"{name} {cards}" for name, cards in zip("ABCDEF", example["drawn"], strict=False))
    if "again" in example:
        result = "draw again: " + ", ".join("ABCDEF"[player] for player in example["again"])
    else:
        result = f"deals: {'ABCDEF'[example['dealer']]}; seats from the dealer, clockwise: "
        result += ", ".join("ABCDEF"[player] for player in example["seats"])
    return "\n".join([_head(example), f"* {drawn}", f"* {result}"])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "burraco_club.settings")
    django.setup()
    PAGE.write_text(page(), encoding="utf-8")
