"""`score_hand`, called as from a shell (docs/interchange.md §4)."""

import io
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from scoring.engine.rulebooks import RULEBOOKS
from scoring.services import write_hand
from tests.scoring.deals import dealt_hand, scrambled_hand
from tests.scoring.test_examples import examples

SAMPLE = examples("hands")[0]["hand"]
ILLEGAL = examples("hands")[13]["hand"]


def run(tmp_path: Path, text: str, *, language: str = "en") -> tuple[int, list[Any], str]:
    """Return the exit status, the answers, and the error output."""
    file = tmp_path / "hands.json"
    file.write_text(text, encoding="utf-8")
    out, err, status = io.StringIO(), io.StringIO(), 0
    try:
        with translation.override(language):
            call_command("score_hand", str(file), stdout=out, stderr=err)
    except SystemExit as stop:
        status = int(str(stop.code))
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def test_the_sample_is_answered_as_the_format_says(tmp_path: Path) -> None:
    status, [answer], _err = run(tmp_path, json.dumps(SAMPLE, indent=2))
    assert status == 0
    assert (answer["legal"], answer["violations"]) == (True, [])
    first = answer["sides"][0]
    assert (first["total"], first["base"], first["points"]) == (455, 300, 155)
    assert first["melds"][:2] == [
        {"cards": "3H 4H 5H 6H 7H 8H 9H", "kind": "sequence", "grade": "clean", "value": 45, "bonus": 200},
        {"cards": "KS KD KC JK", "kind": "set", "grade": "plain", "value": 60, "bonus": 0, "wild": True},
    ]
    assert first["lines"][:2] == [
        {"item": "melded", "count": 27, "points": 210},
        {"item": "clean", "count": 1, "points": 200},
    ]


def test_an_improbable_hand_is_answered_with_its_doubts_and_is_legal(tmp_path: Path) -> None:
    doubtful = json.loads(json.dumps(SAMPLE))
    doubtful["sides"][0]["left"] = ""
    status, [answer], _err = run(tmp_path, json.dumps(doubtful))
    assert (status, answer["legal"]) == (0, True)
    message = "side 1: the closer’s partner has no card left either. Was a hand of cards forgotten?"
    assert answer["doubts"] == [{"code": "empty_partner", "side": 0, "message": message}]
    _status, [usual], _err = run(tmp_path, json.dumps(SAMPLE))
    assert "doubts" not in usual


def test_a_violation_has_its_place_its_cards_and_a_sentence(tmp_path: Path) -> None:
    wrong = json.loads(json.dumps(SAMPLE))
    wrong["sides"][1]["melds"][3] = "3S 4S 6S"
    status, [answer], _err = run(tmp_path, json.dumps(wrong))
    assert (status, answer["legal"], answer["sides"]) == (1, False, [])
    gap, *copies = answer["violations"]
    message = "side 2, meld 4: the sequence has a gap. Missing: 5♠."
    assert gap == {"code": "gap", "side": 1, "meld": 3, "cards": "5S", "message": message}
    assert [(fault["code"], fault["side"], fault["meld"]) for fault in copies] == []


def test_lines_are_answered_by_lines_with_the_worst_status(tmp_path: Path) -> None:
    lines = [json.dumps(SAMPLE), "", json.dumps(ILLEGAL), json.dumps(SAMPLE)]
    status, answers, _err = run(tmp_path, "\n".join(lines))
    assert (status, [answer["legal"] for answer in answers]) == (1, [True, False, True])
    status, answers, err = run(tmp_path, "\r\n".join([*lines, "{}", '{"end": "closed"']))
    assert (status, len(answers)) == (2, 5)
    assert answers[3] == {"error": "line 5: ruleset: missing"}
    assert "line 6: not JSON" in err


def test_a_broken_hand_over_several_lines_is_one_error(tmp_path: Path) -> None:
    broken = json.dumps(SAMPLE, indent=2).replace('"end"', "end")
    status, answers, _err = run(tmp_path, broken)
    assert (status, len(answers)) == (2, 1)


def change(path: str, value: object) -> str:
    """Return the sample with one value changed, or removed by `...`."""
    hand = json.loads(json.dumps(SAMPLE))
    *way, last = path.split("/")
    at: Any = hand
    for step in way:
        at = at[int(step) if step.isdigit() else step]
    if value is ...:
        del at[last]
    else:
        at[int(last) if last.isdigit() else last] = value
    return json.dumps(hand)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (change("ruleset", "fibur_2031"), "ruleset: expected one of fibur_2026,"),
        (change("ruleset", 7), "ruleset: expected a text, got 7"),
        (change("options", {"jolly": 1}), "jolly: expected an option among"),
        (change("options", []), "options: expected an object of options, got []"),
        (change("end", "finished"), "end: expected one of closed, stock, stall, time, got 'finished'"),
        (change("end", ["closed"]), "end: expected one of"),
        (change("winner", "ns"), "winner: unknown here"),
        (change("sides", {}), "sides: expected a list"),
        (change("sides", [SAMPLE["sides"][0]]), "sides: expected 2, got 1"),
        (change("players", True), "players: expected 2, 3, 4 or 6, got True"),
        (change("players", 3), "solo: expected 0 or 1, got None"),
        (change("sides/1/solo", True), "sides[1].solo: unknown here"),
        (change("sides/0/melds", "3H 4H 5H"), "sides[0].melds: expected a list"),
        (change("sides/0/melds/1", "KS KX JK"), "sides[0].melds[1]: card 2, character 4: expected a card, got 'KX'"),
        (change("sides/0/melds/1", 5), "sides[0].melds[1]: expected cards in a text, got 5"),
        (change("sides/0/left", ...), "sides[0].left: missing"),
        (change("sides/0/closed", 1), "sides[0].closed: expected true or false, got 1"),
        (change("sides/0/base", 300), "sides[0].base: unknown here"),
        (change("sides/0/pozzetto", "lost"), "sides[0].pozzetto: expected one of taken, not_taken, unlooked"),
        (change("sides/0/pozzetto_value", 60), "sides[0].pozzetto_value: expected only with an unlooked pozzetto"),
        (change("sides/0/pozzetto_cards", "3H"), "sides[0].pozzetto_cards: expected only with an unlooked pozzetto"),
        (change("sides/0/pozzetto_by_value", {"5": 1}), "sides[0].pozzetto_by_value: expected only with an unlooked"),
        (change("sides/1/pozzetto_by_value", {"a": 1}), "sides[1].pozzetto_by_value: expected points, got 'a'"),
        (change("sides/1/pozzetto_value", "9"), "sides[1].pozzetto_value: expected a whole number, got '9'"),
        (change("sides/1/pozzetto_cards", ...), "sides[1].pozzetto_cards: missing, expected them or pozzetto_value"),
        (change("sides/0", {"clean": 1, "melded": 5.0}), "sides[0].melded: expected a whole number, got 5.0"),
        (change("sides/0", {"dirty": 1}), "sides[0].melded: missing"),
        (change("sides/0", {"base": 300, "points": "120"}), "sides[0].points: expected a whole number, got '120'"),
        (change("sides/0", [1]), "sides[0]: expected an object with melds, counts, base and points, or total"),
        (json.dumps([SAMPLE]), "hand: expected an object"),
        ('{"end": "closed", "end": "time"}', "end: twice in one object"),
        ("[" * 100_000, "not JSON"),
        ('{"ruleset": ' + "9" * 5000 + "}", "not JSON"),
        ("null", "hand: expected an object"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(tmp_path: Path, text: str, error: str) -> None:
    status, [answer], err = run(tmp_path, text)
    assert status == 2
    assert answer["error"].startswith(error)
    assert err.strip() == answer["error"]


def test_a_file_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    for name, data in (("empty.json", b" \n"), ("latin.json", b'{"\xe8": 1}'), ("nothing.json", None)):
        file = tmp_path / name
        if data is not None:
            file.write_bytes(data)
        with pytest.raises(CommandError, match=name) as refused:
            call_command("score_hand", str(file))
        assert refused.value.returncode == 2


def test_hands_come_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf" + json.dumps(SAMPLE).encode())))
    out = io.StringIO()
    call_command("score_hand", "-", stdout=out)
    assert json.loads(out.getvalue())["legal"] is True


def test_random_hands_are_scored_or_faulted_and_nothing_else(tmp_path: Path) -> None:
    rng = Random(31)
    keys = [rng.choice([*RULEBOOKS]) for _hand in range(400)]
    hands = [(dealt_hand, scrambled_hand)[at % 2](rng, RULEBOOKS[key]) for at, key in enumerate(keys)]
    lines = [json.dumps(write_hand(key, {}, hand)) for key, hand in zip(keys, hands, strict=True)]
    status, answers, err = run(tmp_path, "\n".join(lines))
    assert (status, len(answers), err) == (1, len(hands), "")
    for answer in answers:
        assert answer["legal"] is not bool(answer["violations"])
        assert len(answer["sides"]) == (2 if answer["legal"] else 0)
        for side in answer["sides"]:
            assert side["total"] == sum(line["points"] for line in side["lines"]) == side["base"] + side["points"]
            assert sum(meld["value"] for meld in side["melds"]) == abs(
                sum(line["points"] for line in side["lines"] if line["item"] == "melded")
            )


def test_a_key_of_half_a_sign_is_named_and_the_other_hands_are_answered(tmp_path: Path) -> None:
    """JSON can contain such a key; neither a terminal nor a page can show it."""
    status, answers, _err = run(tmp_path, '{"\\ud800": 1}\n' + json.dumps(SAMPLE))
    assert status == 2
    assert [answers[0]["error"].startswith("line 1: \\ud800: unknown"), answers[1]["legal"]] == [True, True]
