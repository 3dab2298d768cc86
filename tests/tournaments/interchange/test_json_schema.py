"""The published JSON Schemas say what the reader reads: what the program writes is valid, and what a schema refuses, so
does the reader."""

import gzip
import json
import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from scoring.engine.rulebooks import FIBUR_2026
from scoring.services import read_entry
from tests.factories import make_team_matches, play_round, start_session
from tests.fuzz.imports import SPOILT
from tests.outsider.evenings import KINDS as WHOLE_EVENINGS
from tests.outsider.evenings import played
from tests.test_interchange_documented import OPTIONAL, at, brought_back, evening, examples
from tests.tournaments.interchange.test_every_kind import EVENINGS
from tournaments.interchange import InterchangeError, export_tournament, to_json, tournament_import
from tournaments.interchange.season import export_season, season_import
from tournaments.interchange.season_schema import season_schema
from tournaments.interchange.side_schema import SIDE
from tournaments.interchange.tournament_schema import tournament_schema
from tournaments.models import Tournament
from tournaments.records import System
from tournaments.services import match_day_draw
from tournaments.views.club.schemas import SCHEMAS

pytestmark = pytest.mark.django_db

SCHEMA = tournament_schema()
TOURNAMENT = jsonschema_rs.validator_for(SCHEMA)
SEASON = jsonschema_rs.validator_for(season_schema())
KINDS = [{}, *examples("teams"), *examples("matches"), *examples("individual")]
DATA = Path(__file__).parents[2] / "data"
SAMPLES = [json.loads((DATA / "club-evening.json").read_text(encoding="utf-8")), *map(evening, KINDS)]
SAMPLES[0]["tournament"] |= {"minutes": 40, "absence": {"vp": 5, "mp": -105}}
ODD = [value for value in SPOILT if value != "\ud800"]
"""Half of a surrogate pair cannot be sent to a validator; `test_spoilt_files.py` has it."""


def faults(validator: Any, data: Any) -> list[str]:
    return [f"{'.'.join(map(str, fault.instance_path))}: {fault.message}" for fault in validator.iter_errors(data)]


class _Undone(Exception):
    """What was imported is thrown away again."""


def sentence(read: Callable[..., object], data: Any) -> str:
    """Return what the reader refuses the data with; empty where it takes them. Nothing stays in the database."""
    try:
        with transaction.atomic():
            read(text=json.dumps(data))
            raise _Undone
    except _Undone:
        return ""
    except InterchangeError as refusal:
        return str(refusal)


def matches() -> Tournament:
    tournament = make_team_matches(4)
    play_round(start_session(match_day_draw(tournament=tournament, system=System.SWISS)))
    tournament.refresh_from_db()
    return tournament


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_at_its_address_and_is_one(client: Client, name: str) -> None:
    answer = client.get(f"/schema/{name}.json")
    assert answer["Content-Type"] == "application/schema+json"
    jsonschema_rs.meta.validate(answer.json())
    assert answer.json()["$id"].endswith(f":{name}")
    assert client.get(f"/schema/{name}.json", headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_another_version_has_no_schema(client: Client) -> None:
    assert client.get("/schema/tournament-2.json").status_code == 404


def test_the_document_names_the_addresses() -> None:
    text = (Path(__file__).parents[3] / "docs/interchange.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`/schema/([^`]*)\.json`", text)) == set(SCHEMAS)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["tournament"]["kind"])
def test_every_example_is_valid(sample: Any) -> None:
    assert faults(TOURNAMENT, sample) == []


def test_the_example_of_a_season_is_valid() -> None:
    assert [faults(SEASON, season) for season in examples("season")] == [[]]


@pytest.mark.parametrize(
    "side",
    [*examples("sides")[0], *({"base": 300, "points": 120, "closed": closed} for closed in (True, False, None))],
    ids=str,
)
def test_every_depth_of_a_side_is_valid(side: Any) -> None:
    assert faults(jsonschema_rs.validator_for(SIDE), side) == []
    assert read_entry(side, "side", FIBUR_2026)


@pytest.mark.parametrize("world", [*EVENINGS, matches], ids=lambda world: world.__name__)
def test_every_export_is_valid(world: Callable[[], Tournament]) -> None:
    assert faults(TOURNAMENT, export_tournament(world())) == []


@pytest.mark.parametrize("kind", WHOLE_EVENINGS)
def test_what_a_whole_evening_leaves_is_valid(kind: str) -> None:
    _tournament, data = played(kind, seed=3)
    assert faults(TOURNAMENT, data) == []


@pytest.mark.parametrize(("path", "value"), OPTIONAL, ids=[path for path, _value in OPTIONAL])
def test_every_documented_key_is_known(path: str, value: str) -> None:
    data = evening()
    parent, name = at(data, path)
    parent[name] = json.loads(value)
    assert [fault for fault in faults(TOURNAMENT, data) if name in fault] == []


def test_what_earlier_releases_wrote_is_valid() -> None:
    for file in sorted(DATA.glob("kept/*/said-sqlite.json.gz")):
        said = json.loads(gzip.decompress(file.read_bytes()))
        assert said["tournaments"] and said["seasons"]
        for validator, of in ((TOURNAMENT, "tournaments"), (SEASON, "seasons")):
            for name, about in said[of].items():
                assert faults(validator, about["export"]) == [], name


def places(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Return the path of every value, that of the whole first."""
    yield at
    members = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in members:
        yield from places(value, (*at, key))


def limits(schema: Any) -> Iterator[Any]:
    """Return the values on and beyond every limit of a schema, and all its words."""
    if isinstance(schema, list):
        for part in schema:
            yield from limits(part)
    if isinstance(schema, dict):
        for name, step in (("minimum", -1), ("maximum", 1)):
            if isinstance(limit := schema.get(name), int):
                yield from (limit, limit + step)
        if isinstance(longest := schema.get("maxLength"), int):
            yield from ("x" * longest, "x" * (longest + 1))
        yield from schema.get("enum", ())
        for part in schema.values():
            yield from limits(part)


def keys(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for part in schema.values():
            yield from keys(part)
    if isinstance(schema, list):
        for part in schema:
            yield from keys(part)


def distinct(values: Iterator[Any]) -> list[Any]:
    return list({repr(value): value for value in values}.values())


def spoilt(data: Any, rng: Random, values: list[Any], names: list[str]) -> Any:
    """Return the data with one value set, taken out, taken twice, or added."""
    changed = deepcopy(data)
    path = rng.choice(list(places(changed))[1:])
    parent = changed
    for key in path[:-1]:
        parent = parent[key]
    value = rng.choice([*values, *ODD])
    match rng.randrange(4):
        case 0 if isinstance(parent, dict):
            parent[rng.choice(names)] = value
        case 0:
            parent.append(deepcopy(parent[path[-1]]))
        case 1:
            del parent[path[-1]]
        case _:
            parent[path[-1]] = value
    return changed


def held_to(
    read: Callable[..., object], schema: Mapping[str, Any], samples: list[Any], *, cases: int
) -> tuple[int, int, list[str]]:
    """Spoil the samples at random; return how many files the schema and the reader refused, and where they differ."""
    validator = jsonschema_rs.validator_for(dict(schema))
    values, names = distinct(limits(schema)), distinct(keys(schema))
    refused = read_refused = 0
    differ: list[str] = []

    @given(st.integers(0, 2**32))
    @settings(max_examples=cases, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @example(0)
    def spoil(seed: int) -> None:
        nonlocal refused, read_refused
        rng = Random(seed)
        data = spoilt(rng.choice(samples), rng, values, names)
        wrong, said = faults(validator, data), sentence(read, data)
        refused += bool(wrong)
        read_refused += bool(said)
        if wrong and not said:
            differ.append(f"{seed}: {wrong[:2]}")

    spoil()
    return refused, read_refused, differ


def test_what_the_schema_refuses_the_reader_refuses_and_never_fails_otherwise() -> None:
    refused, read_refused, differ = held_to(tournament_import, SCHEMA, SAMPLES, cases=200)
    assert differ == []
    assert 0.8 * read_refused < refused <= read_refused < 200


def whole_numbers(data: Any) -> Iterator[tuple[Any, Any]]:
    """Return the object and the key of every whole number; of several with the same keys above them the first."""
    seen = set[tuple[Any, ...]]()
    for path in places(data):
        parent = data
        for key in path[:-1]:
            parent = parent[key]
        named = tuple(key for key in path if isinstance(key, str))
        if path and isinstance(path[-1], str) and type(parent[path[-1]]) is int and named not in seen:
            seen.add(named)
            yield parent, path[-1]


def test_where_the_schema_ends_the_reader_ends() -> None:
    """Of every whole number, the first value below and the first above those that the schema takes."""
    figures = sorted(value for value in distinct(limits(SCHEMA)) if type(value) is int)
    refused = 0
    for sample in SAMPLES:
        data = deepcopy(sample)
        for parent, key in whole_numbers(data):
            kept, taken = parent[key], dict[int, bool]()
            for parent[key] in figures:
                taken[parent[key]] = not faults(TOURNAMENT, data)
            for one, other in pairwise(figures):
                if taken[one] is not taken[other]:
                    parent[key] = other if taken[one] else one
                    refused += 1
                    assert sentence(tournament_import, data), f"{key}: {parent[key]}"
            parent[key] = kept
        assert data == sample
    assert refused > 100


def test_so_it_is_with_a_season() -> None:
    tournament_import(text=json.dumps(evening()))
    refused, read_refused, differ = held_to(season_import, season_schema(), examples("season"), cases=100)
    assert differ == []
    assert 0.8 * read_refused < refused <= read_refused < 100


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("version", True),
        ("version", 1.5),
        ("tournament.date", "20261120"),
        ("tournament.date", "2026-W47-5"),
        ("tournament.slug", "a--b"),
        ("tournament.slug", "Friday"),
        ("tournament.name", " \t"),
        ("tournament.venue", "a\0b"),
        ("tournament.scale", {"name": "Own", "rows": [[7, 10]], "total": 20}),
        ("tournament.scale", {"name": "Own", "rows": [[200, 10], [800, 15]], "total": 21}),
        ("tournament.rest", {"vp": 14}),
        ("tournament.kind", "individual"),
        ("tournament.state", "registration"),
        ("tournament.matches", {"tables": 2, "sessions": 1}),
        ("teams", []),
        ("match_days", []),
        ("rounds.0.moved", {"before": [], "after": [[1, 1]]}),
        ("rounds.0.tables.0.outcome", "rest"),
        ("rounds.0.tables.0.outcome", "open"),
        ("rounds.0.tables.0.hands.0.ns", {"base": 300}),
        ("rounds.0.tables.0.hands.0.ns", {"total": 300, "closed": True}),
        ("rounds.0.tables.0.hands.0.ns", {"clean": 1, "closed": True}),
        ("adjustments.0.mp", -101),
        ("unknown", 1),
    ],
)
def test_a_fault_is_found_by_both(path: str, value: Any) -> None:
    data = evening()
    *steps, last = path.split(".")
    parent: Any = data
    for step in steps:
        parent = parent[int(step)] if step.isdigit() else parent[step]
    parent[last] = value
    assert faults(TOURNAMENT, data) and sentence(tournament_import, data)


def test_a_season_of_a_newer_program_is_refused_by_its_version() -> None:
    (data,) = examples("season")
    newer = data | {"version": 2, "anthem": "sung"}
    assert "version: " in sentence(season_import, newer) and "anthem" not in sentence(season_import, newer)
    assert sentence(season_import, data | {"version": True}).startswith("version: ")


def test_what_is_found_when_a_season_is_saved_is_told_by_its_place() -> None:
    tournament_import(text=json.dumps(evening()))
    (data,) = examples("season")
    nameless = data | {"season": data["season"] | {"name": "\u200b"}}
    assert sentence(season_import, nameless).startswith("season: ")


@pytest.mark.usefixtures("in_english")
def test_a_season_beyond_its_bounds_is_told_by_its_place() -> None:
    tournament_import(text=json.dumps(evening()))
    (data,) = examples("season")
    given = data["season"]

    def ruled(**rule: Any) -> dict[str, Any]:
        return {"season": given | {"rule": given["rule"] | rule}}

    twice, another = "this tournament is listed twice", "this tournament is of another kind"
    for change, told in (
        (ruled(table=[5] * 201), "season.rule.table: At most 200 places; you gave 201."),
        (ruled(table=[5] * 200), ""),
        ({"tournaments": data["tournaments"] * 101}, "tournaments: A season has at most 100 tournaments."),
        ({"tournaments": data["tournaments"] * 100}, f"tournaments[1].slug: {twice}"),
        (ruled(ranked="teams", club_members=0), f"tournaments[0].slug: {another}: it has nobody whom the season ranks"),
        ({"season": given | {"slug": "new"}}, "season.slug: the slug new is taken: choose another with --slug"),
    ):
        assert sentence(season_import, data | change) == told


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.get("tournament", {}).get("kind", "pairs"))
def test_what_comes_back_is_valid_again(kind: Any) -> None:
    assert faults(TOURNAMENT, brought_back(evening(kind))) == []


def test_a_season_comes_back_valid() -> None:
    tournament_import(text=json.dumps(evening()))
    (data,) = examples("season")
    assert faults(SEASON, json.loads(to_json(export_season(season_import(text=json.dumps(data)))))) == []
