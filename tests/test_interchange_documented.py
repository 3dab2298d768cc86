"""The examples of `docs/interchange.md` run through the program with the documented results."""

import io
import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from scoring.api.endpoint import EXAMPLE
from scoring.api.hand_json import answer_hand
from scoring.engine.hand import AnyHand, CardsEntry, CountsEntry, HandEnd
from scoring.engine.least_cards import table_doubts
from scoring.engine.rulebooks import FIBUR_2026
from scoring.services import read_entry, write_entry
from tournaments.interchange import export_tournament, tournament_import
from tournaments.interchange.season import export_season, season_import
from tournaments.records import RoundSettings

TEXT = (Path(__file__).parents[1] / "docs" / "interchange.md").read_text(encoding="utf-8")

OPTIONAL = re.findall(
    r"^\| `((?:tournament|players|pairs|rounds|adjustments|incidents)\b[^`]*)` \| `([^`]*)` \| ", TEXT, re.M
)
"""The optional keys, each with an example of its value."""


def examples(kind: str) -> list[Any]:
    """Return the examples of one kind, in their order."""
    return [json.loads(block) for block in re.findall(rf"^```json {kind}\n(.*?)^```$", TEXT, re.M | re.S)]


def answers() -> list[tuple[Any, Any]]:
    """Return each hand that is sent, with its documented answer."""
    blocks = re.findall(r"^```json (hand|illegal|doubtful|unreadable|answer)\n(.*?)^```$", TEXT, re.M | re.S)
    answered = [json.loads(block) for kind, block in blocks if kind == "answer"]
    sent = [examples("hand")[0], *examples("illegal"), *examples("doubtful"), *examples("unreadable")]
    return list(zip(sent, answered, strict=True))


@pytest.mark.parametrize(("hand", "answer"), answers(), ids=["legal", "illegal", "doubtful", "unreadable"])
def test_a_hand_is_answered_as_documented(client: Client, hand: Any, answer: Any) -> None:
    response = client.post("/en/api/score_hand", json.dumps(hand), content_type="application/json")
    assert response.json() == answer


@pytest.mark.parametrize("hand", [*examples("hand"), EXAMPLE], ids=lambda hand: hand["ruleset"])
def test_every_hand_shown_could_have_been_played(hand: Any) -> None:
    answer = answer_hand(hand)
    assert answer["legal"]
    assert "doubts" not in answer


def test_every_side_shown_could_have_been_played() -> None:
    entries = [read_entry(side, "side", FIBUR_2026) for side in examples("sides")[0]]
    tabled = [entry for entry in entries if isinstance(entry, CardsEntry | CountsEntry)]
    hands = [AnyHand(end=HandEnd.TIME, sides=(entry, entry)) for entry in tabled]
    assert len(hands) == 4
    assert [[*table_doubts(FIBUR_2026, hand, 0, hand.sides[0])] for hand in hands] == [[]] * 4  # type: ignore[arg-type]


@pytest.mark.parametrize("side", examples("sides")[0], ids=lambda side: next(iter(side)))
def test_a_side_is_read_and_written_at_every_depth(side: Any) -> None:
    assert write_entry(read_entry(side, "side", FIBUR_2026)) == side


def evening(changes: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the documented tournament with some members of its objects changed."""
    (data,) = examples("tournament")
    for name, value in (changes or {}).items():
        data[name] = {**data[name], **value} if isinstance(value, dict) else value
    return data  # type: ignore[no-any-return]


def brought_back(data: Any) -> dict[str, Any]:
    """Return the export of an imported tournament."""
    return export_tournament(tournament_import(text=json.dumps(data)))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "changes",
    [{}, *examples("teams"), *examples("matches"), *examples("individual")],
    ids=["pairs", "teams", "matches", "individual"],
)
def test_a_tournament_goes_in_and_out_as_documented(changes: dict[str, Any]) -> None:
    assert brought_back(evening(changes)) == evening(changes)


def at(data: Any, path: str) -> tuple[Any, str]:
    """Return the object at a path, through the first element of each list, and the name of its last member."""
    *steps, last = path.split(".")
    for step in steps:
        data = data[step.removesuffix("[]")]
        data = data[0] if step.endswith("[]") else data
    return data, last


def second_round(data: Any) -> dict[str, Any]:
    """Return a draft after the documented round, in which all pairs rest."""
    tables = [{"number": n, "ns": n, "ew": None, "outcome": "rest", "hands": []} for n in (1, 2, 3)]
    return {**data["rounds"][0], "number": 2, "state": "draft", "tables": tables}


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "value"), OPTIONAL, ids=[path for path, _value in OPTIONAL])
def test_a_key_that_may_be_left_out_goes_in_and_out(path: str, value: str) -> None:
    data = evening()
    if path.endswith("drawn"):
        data["rounds"][0]["memory"] = 1
    if path.endswith("seats_then"):
        data["rounds"].append(second_round(data))
    if path in ("rounds[].gironi", "rounds[].by_girone"):
        data["rounds"].append(second_round(data))
        data["tournament"]["stages"] = [{"after": 1, "carry": "whole", "gironi": [[1, 3], [2]]}]
    parent, name = at(data, path)
    if path.endswith(("seats_then", "rounds[].gironi", "rounds[].by_girone")):
        parent = data["rounds"][1]
    assert name not in parent
    parent[name] = json.loads(value)
    assert brought_back(data) == data


def test_every_setting_of_a_round_is_among_them() -> None:
    documented = {path.removeprefix("rounds[].") for path, _value in OPTIONAL}
    assert {field.name for field in fields(RoundSettings)} <= documented


def run(*args: str) -> Any:
    out = io.StringIO()
    with translation.override("en"):
        call_command(*args, stdout=out)
    return json.loads(out.getvalue())


@pytest.mark.django_db
def test_the_ranking_and_the_next_draw_are_the_documented_ones() -> None:
    tournament_import(text=json.dumps(evening()))
    assert [run("standings", "friday", "--format", "json")] == examples("standings")
    assert [run("pair_round", "friday", "--system", "danish_no_rematch")] == examples("draft")


@pytest.mark.django_db
def test_a_season_goes_in_and_out_as_documented() -> None:
    tournament_import(text=json.dumps(evening()))
    (data,) = examples("season")
    assert export_season(season_import(text=json.dumps(data))) == data


@pytest.mark.django_db
@pytest.mark.parametrize("address", sorted(set(re.findall(r"`(/api/(?!score_hand)[^`]*)`", TEXT))))
def test_the_addresses_are_there(client: Client, address: str) -> None:
    assert client.get(address).status_code == 200
