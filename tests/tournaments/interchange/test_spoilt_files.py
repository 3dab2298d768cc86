"""Invalid files are each refused with a readable sentence, and nothing is written."""

import json
from collections.abc import Callable
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

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
