"""Invalid files are each refused with a readable sentence, and nothing is written."""

import json
from collections.abc import Callable
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.test_interchange_documented import brought_back, evening, examples
from tournaments.interchange import InterchangeError, tournament_import
from tournaments.interchange.json_node import LONGEST_TEXT
from tournaments.management import arguments
from tournaments.models import Player, Tournament

pytestmark = pytest.mark.django_db

SAMPLE = (Path(__file__).parents[2] / "data" / "club-evening.json").read_text(encoding="utf-8")


def replaced(old: str, new: str) -> str:
    assert old in SAMPLE
    return SAMPLE.replace(old, new, 1)


def changed(change: Callable[[Any], object]) -> str:
    given = json.loads(SAMPLE)
    change(given)
    return json.dumps(given)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (changed(lambda given: given["tournament"].update(options=[1])), "tournament.options: "),
        (changed(lambda given: given["tournament"].update(options=7)), "tournament.options: "),
        (changed(lambda given: given["tournament"].update(options=None)), "tournament.options: "),
        (changed(lambda given: given["players"][0].update(last_name="\ud800")), "players[0].last_name: "),
        (changed(lambda given: given["players"][0].update(last_name="a\0b")), "players[0].last_name: "),
        (changed(lambda given: given["players"][0].update(last_name="a" * 81)), "players[0].last_name: "),
        (changed(lambda given: given["tournament"].update({"\ud800": 1})), r"tournament.\ud800: "),
        (
            changed(lambda given: given["tournament"].update(hands_per_round="x" * 10**6)),
            "tournament.hands_per_round: ",
        ),
        (replaced('"version": 1', '"version": ' + "9" * 10_000), "JSON"),
        (replaced('"version": 1', '"version": NaN'), "JSON"),
        (replaced('"version": 1', '"version": ' + "[" * 100_000), "JSON"),
        (replaced('"version": 1', '"version": 1, "version": 1'), "version: "),
    ],
    ids=lambda value: value if len(value) < 100 else "file",
)
def test_a_spoilt_file_is_refused_in_one_readable_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InterchangeError) as refusal:
        tournament_import(text=text)
    assert sentence in str(refusal.value)
    assert len(str(refusal.value).encode()) < 2 * LONGEST_TEXT + 10
    assert not Tournament.objects.exists() and not Player.objects.exists()


def test_a_file_larger_than_any_tournament_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arguments, "MOST_BYTES", len(SAMPLE.encode()) - 1)
    file = tmp_path / "large.json"
    file.write_text(SAMPLE, encoding="utf-8")
    with pytest.raises(CommandError, match="large.json"):
        call_command("import_tournament", str(file))
    assert not Tournament.objects.exists()


def test_a_slug_that_no_slug_can_be_is_not_found() -> None:
    with pytest.raises(CommandError):
        call_command("standings", "\udcff")


MOST = {"legs": 2, "groups": 10_000, "memory": 10_000, "qualifiers": 10_000, "step": 10_000}
LEAST = {"legs": 1, "groups": 1, "memory": 1, "qualifiers": 2, "step": 0}


@pytest.mark.parametrize("name", MOST)
def test_a_setting_of_a_round_beyond_its_bounds_is_refused(name: str) -> None:
    for beyond in (LEAST[name] - 1, MOST[name] + 1):
        with pytest.raises(InterchangeError) as refusal:
            tournament_import(text=changed(lambda given, value=beyond: given["rounds"][0].update({name: value})))
        assert f"rounds[0].{name}: " in str(refusal.value)


def test_a_setting_of_a_round_may_be_at_its_bounds() -> None:
    def set_both(given: Any) -> None:
        given["rounds"][0].update(MOST)
        given["rounds"][1].update(LEAST)

    assert tournament_import(text=changed(set_both)).rounds.count() > 1


HIGHEST = 2_147_483_647
"""The highest whole number of a column in PostgreSQL; SQLite would store any."""


@pytest.mark.parametrize("spoil", [("tournament",), ("rounds", 0)])
def test_a_seed_may_be_as_high_as_its_column_holds_and_no_higher(spoil: tuple[Any, ...]) -> None:
    def with_seed(given: Any, seed: int) -> None:
        reduce(getitem, spoil, given)["seed"] = seed

    assert tournament_import(text=changed(lambda given: with_seed(given, HIGHEST)))
    with pytest.raises(InterchangeError, match="seed: "):
        tournament_import(text=changed(lambda given: with_seed(given, HIGHEST + 1)), slug="higher")


def with_plan(*steps: Any) -> Any:
    return evening({"tournament": {"plan": list(steps)}})


def with_adjustment(**members: Any) -> Any:
    data = evening()
    data["adjustments"][0].update(members)
    return data


def with_round(*, state: str = "closed", of_tournament: str = "running", **table: Any) -> Any:
    """Return a file with these states, and a change to the first table; `hands` is their number."""
    data = evening({"tournament": {"state": of_tournament}})
    (round_,) = data["rounds"]
    round_["state"] = state
    hands = table.pop("hands", None)
    round_["tables"][0].update(table)
    if hands is not None:
        round_["tables"][0]["hands"] = (round_["tables"][0]["hands"] * 2)[:hands]
    return data


def with_order(state: str, *order: int) -> Any:
    """Return a file with a fourth pair that sits nowhere; the round says by its order alone who was in the draw."""
    data = evening()
    data["players"] += [data["players"][0] | {"id": 10 + n, "last_name": f"Galli {n}", "card": ""} for n in (1, 2)]
    data["pairs"].append({"number": 4, "players": [11, 12], "status": "active"})
    (round_,) = data["rounds"]
    del round_["present"]
    round_.update(state=state, order=[[number, 0] for number in order])
    if state == "draft":
        round_["tables"][0].update(outcome="open", hands=[])
        data["adjustments"] = []
    return data


NOT_IN_THE_ORDER = "rounds[0].tables: pair 3 is seated, but is not listed in the order of the round"
ONE_OF = (
    "draw, registration, manual, mitchell, danish, danish_modified, danish_no_rematch, swiss, round_robin, knockout, "
    "individual"
)


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (with_plan("mitchell", {"gironi": 2, "carry": "half"}, "danish"), ""),
        (with_plan("mitchell", {"gironi": 26, "carry": "nothing"}, "danish"), ""),
        (
            with_plan("mitchell", {"gironi": 1, "carry": "half"}, "danish"),
            ".gironi: expected a number from 2 to 26, got 1",
        ),
        (
            with_plan("mitchell", {"gironi": 27, "carry": "half"}, "danish"),
            ".gironi: expected a number from 2 to 26, got 27",
        ),
        (with_plan("mitchell", {"gironi": 2, "carry": "x"}), ".carry: expected one of whole, half, nothing, got 'x'"),
        (with_plan("mitchell", {"gironi": 2}), ".carry: this key is missing"),
        (with_plan("mitchell", {"carry": "half"}), ".gironi: this key is missing"),
        (with_plan("mitchell", {"gironi": 2, "carry": "half", "hat": 1}), ".hat: unknown key"),
        (with_plan("mitchell", "hat"), f"tournament.plan[1]: expected one of {ONE_OF}, got 'hat'"),
        (with_plan("mitchell", [2, "half"]), f"tournament.plan[1]: expected one of {ONE_OF}, got [2, 'half']"),
        (
            with_plan("mitchell", "danish", "swiss", "danish"),
            "tournament.plan: expected at most 3 rounds, got 4",
        ),
        (
            evening({"tournament": {"tie_breaks": []}}),
            "tournament.tie_breaks: name each criterion once, and at least one",
        ),
        (
            with_round(state="published", of_tournament="final"),
            "rounds: play is over, so every round must be closed",
        ),
        (with_round(outcome="absent_ns", hands=1), ""),
        (with_round(outcome="absent_ns", hands=2), "rounds[0].tables[0].hands: expected 1 hand, got 2"),
        (with_round(outcome="played", hands=3), "rounds[0].tables[0].hands: expected 2 hands, got 3"),
        (with_adjustment(player=3), ""),
        (with_adjustment(player=4), ""),
        (with_adjustment(player=2), "adjustments[0].player: Verdi Ugo is not of pair 2"),
        (with_adjustment(player=9), "adjustments[0].player: no player has the id 9"),
        (with_adjustment(player="3"), "adjustments[0].player: expected a whole number, got '3'"),
        (with_adjustment(round=2), "adjustments[0].round: there is no round 2"),
        (with_adjustment(pair=9), "adjustments[0].pair: no pair has the number 9"),
        (with_adjustment(mp=-101), "adjustments[0].mp: not a multiple of 5"),
        (with_adjustment(mp=0, felt=False), "adjustments[0].felt: only MP can be set to affect the opponents or not"),
        (with_order("closed", 1, 2, 3), ""),
        (with_order("closed", 1, 2, 4), ""),
        (with_order("closed"), ""),
        (with_order("closed", 1, 2), NOT_IN_THE_ORDER),
        (with_order("closed", 1, 4), "rounds[0].tables: pair 2 is seated, but is not listed in the order of the round"),
        (with_order("draft", 1, 2, 3, 4), ""),
        (with_order("draft", 1, 2, 4), NOT_IN_THE_ORDER),
        (
            evening({"pairs": [{"number": n, "players": [1, 2], "status": "active"} for n in (1, 2)]}),
            "pairs[1].players[0]: Rossi Ada is already playing in pair 1",
        ),
    ],
)
def test_what_contradicts_itself_is_named_by_its_path(data: Any, sentence: str) -> None:
    if not sentence:
        assert tournament_import(text=json.dumps(data))
        return
    with pytest.raises(InterchangeError) as refusal:
        tournament_import(text=json.dumps(data))
    assert str(refusal.value).removeprefix("tournament.plan[1]" if sentence.startswith(".") else "") == sentence


SUBSTITUTIONS = [
    {"player": 7, "for": 6, "to": 3},
    {"player": 7, "for": 6, "from": 2},
    {"player": 7, "for": 5, "from": 2, "to": 2},
]


@pytest.mark.parametrize("substitution", SUBSTITUTIONS)
def test_a_substitute_goes_in_and_out_with_the_rounds_that_are_known(substitution: dict[str, int]) -> None:
    data = evening(*examples("teams"))
    pair = data["pairs"][2]
    pair["substitutions"] = [substitution]
    pair["substitutes"] = [7, None] if substitution["for"] == 5 else [None, 7]
    assert brought_back(data)["pairs"][2] == pair
