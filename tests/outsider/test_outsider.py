"""An outsider computes evenings of every kind again and agrees; it reports what was falsified.

`BURRACO_EVENINGS=20 python -m pytest tests/outsider` plays twenty of each kind; `BURRACO_EVENINGS=500 python -m pytest
tests/outsider -k staged` plays 500 that are cut into gironi, `-k sections` 500 of a Mitchell in sections.
"""

import ast
import copy
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.outsider.checks import faults, ranking_of
from tests.outsider.evenings import KINDS, played

pytestmark = pytest.mark.django_db

EVENINGS = int(os.environ.get("BURRACO_EVENINGS", "2"))
STAGED = int(os.environ.get("BURRACO_EVENINGS", "12"))
HALVED = 34
"""The seed of a staged evening that goes on with half of the points, and whose last round is Danish."""
OF_THE_PROGRAM = {"evenings.py", "test_outsider.py", "test_large_weekend.py"}
"""The files that use the program to make the evenings; the others may not import it."""


def standings(slug: str, after: int) -> list[tuple[int, int, int, int, int]]:
    out = io.StringIO()
    call_command("standings", slug, after_round=after, format="json", stdout=out)
    rows = json.loads(out.getvalue())
    return [(row["place"], row["pair"], row["vp"], row["mp_difference"], row["mp"]) for row in rows]


@pytest.mark.parametrize("seed", range(EVENINGS))
@pytest.mark.parametrize("kind", KINDS)
def test_an_outsider_draws_and_ranks_every_evening_alike(kind: str, seed: int) -> None:
    tournament, data = played(kind, seed)
    assert faults(json.loads(json.dumps(data))) == []
    for after in range(1, len(data["rounds"]) + 1):
        assert sorted(standings(tournament.slug, after)) == sorted(ranking_of(data, after)), f"after round {after}"


@pytest.mark.parametrize("seed", range(STAGED))
def test_an_outsider_draws_and_ranks_every_staged_evening_alike(seed: int) -> None:
    tournament, data = played("gironi", seed)
    assert faults(json.loads(json.dumps(data))) == []
    for after in range(1, len(data["rounds"]) + 1):
        assert standings(tournament.slug, after) == ranking_of(data, after), f"after round {after}"


@pytest.mark.parametrize("seed", range(STAGED))
def test_an_outsider_draws_and_ranks_every_evening_in_sections_alike(seed: int) -> None:
    tournament, data = played("sections", seed)
    assert len({tuple(round_["sections"]) for round_ in data["rounds"]}) == 1
    assert faults(json.loads(json.dumps(data))) == []
    last = len(data["rounds"])
    assert standings(tournament.slug, last) == ranking_of(data, last)


def test_a_pair_of_another_section_is_found_out() -> None:
    _tournament, data = played("sections", 0)
    elsewhere = copy.deepcopy(data)
    tables = elsewhere["rounds"][-1]["tables"]
    first, last = tables[0], next(table for table in reversed(tables) if table["ew"] is not None)
    first["ew"], last["ew"] = last["ew"], first["ew"]
    assert faults(data) == []
    assert [fault.split(":")[0] for fault in faults(elsewhere)] == [f"round {len(data['rounds'])}, mitchell"]


def test_a_pair_of_another_girone_and_other_points_are_found_out() -> None:
    _tournament, data = next(
        evening
        for evening in (played("gironi", seed) for seed in range(HALVED, HALVED + 40))
        if evening[1]["rounds"][-1]["system"] == "danish"
        and evening[1]["tournament"].get("stages", [{}])[0].get("carry") == "half"
    )
    last = len(data["rounds"])
    assert faults(data) == []
    elsewhere, otherwise = copy.deepcopy(data), copy.deepcopy(data)
    first, *_between, final = (table for table in elsewhere["rounds"][-1]["tables"] if table["ew"] is not None)
    first["ns"], final["ns"] = final["ns"], first["ns"]
    elsewhere["rounds"][-1].pop("moved", None)
    assert [fault.split(":")[0] for fault in faults(elsewhere)] == [f"round {last}, danish"]
    otherwise["tournament"]["stages"][0]["carry"] = "nothing"
    assert ranking_of(otherwise) != ranking_of(data)


def exchanged(data: dict[str, Any], *, noted: bool) -> dict[str, Any]:
    """Return the file with the NS of its last round's first two tables exchanged; if `noted`, as a referee's swap."""
    data = copy.deepcopy(data)
    round_ = data["rounds"][-1]
    one, other = round_["tables"][:2]
    before = [[table["number"], table["ns"], table["ew"]] for table in (one, other)]
    one["ns"], other["ns"] = other["ns"], one["ns"]
    if noted:
        round_["moved"] = {
            "before": before,
            "after": [[table["number"], table["ns"], table["ew"]] for table in (one, other)],
        }
    return data


def test_a_swap_is_told_from_a_wrong_draw() -> None:
    _tournament, data = next(
        evening
        for evening in (played("min_square", seed) for seed in range(20))
        if "moved" not in evening[1]["rounds"][-1]
    )
    assert faults(data) == [] and faults(exchanged(data, noted=True)) == []
    assert [fault.split(":")[0] for fault in faults(exchanged(data, noted=False))] == [
        f"round {len(data['rounds'])}, danish_no_rematch"
    ]


def test_another_seed_is_found_out() -> None:
    _tournament, data = played("draw", 0)
    data["rounds"][0]["seed"] += 1
    assert [fault.split(":")[0] for fault in faults(data)][:1] == ["round 1, draw"]


def test_the_outsider_knows_the_standard_library_and_networkx_alone() -> None:
    allowed = {*sys.stdlib_module_names, "networkx"}
    for path in Path(__file__).parent.glob("*.py"):
        if path.name in OF_THE_PROGRAM:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert {name.name.partition(".")[0] for name in node.names} <= allowed, path
            elif isinstance(node, ast.ImportFrom) and not node.level:
                assert str(node.module).partition(".")[0] in allowed, path
