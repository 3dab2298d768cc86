"""A client that a generator makes of the OpenAPI document reads a ranking and writes a table."""

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from accounts.models import Program
from tests.factories import make_tournament, play_round, start_round
from tests.tournaments.api.tokens import token_for
from tournaments.selectors.evening import evening_of

GENERATED = "generated_burraco_client"
NOTHING_TO_POLISH = "post_hooks: []\n"
"""The generator would format what it wrote."""


@pytest.fixture
def generated(db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return what imports a module of the client."""
    document, settings = tmp_path / "openapi.json", tmp_path / "settings.yaml"
    document.write_bytes(Client().get("/en/api/v1/openapi.json").content)
    settings.write_text(NOTHING_TO_POLISH, encoding="utf-8")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]
    paths = ["--path", str(document), "--output-path", str(tmp_path / GENERATED), "--config", str(settings)]
    made = subprocess.run([*command, *paths], capture_output=True, text=True, encoding="utf-8", timeout=120)
    assert made.returncode == 0, made.stdout + made.stderr
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield lambda name: importlib.import_module(f"{GENERATED}.{name}")
    for name in [name for name in sys.modules if name.partition(".")[0] == GENERATED]:
        del sys.modules[name]


@pytest.mark.django_db(transaction=True)
def test_a_generated_client_reads_the_ranking_and_saves_a_table(live_server: LiveServer, generated: Any) -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    play_round(start_round(tournament))
    start_round(tournament)
    with generated("client").Client(base_url=live_server.url) as client:
        ranking = generated("api.tournaments.read_ranking").sync(tournament.slug, client=client, limit=3)
        standings = evening_of(tournament).standings()
        assert [(row.place, row.names, row.vp) for row in ranking.items] == [
            (row.place, row.entrant.label, row.vp) for row in standings[:3]
        ]
        assert ranking.count == 8
        missing = generated("api.tournaments.read_tournament").sync("nobody", client=client)
        assert (missing.status, missing.title) == (404, "Not found")

    token = token_for(Program.RESULTS)["Authorization"].removeprefix("Bearer ")
    with generated("client").AuthenticatedClient(base_url=live_server.url, token=token) as device:
        table = {"slug": tournament.slug, "number": 2, "table": 1, "client": device}
        before = generated("api.results.read_result").sync_detailed(**table)
        assert before.parsed.outcome == "open"
        hands = [{"end": "closed", "ns": {"base": 300, "points": 120}, "ew": {"base": 0, "points": 85}}] * 2
        slip = generated("models.slip_body").SlipBody.from_dict({"hands": hands})
        save = generated("api.results.save_result").sync
        saved = save(**table, body=slip, if_match=before.headers["ETag"])
        assert (saved.outcome, [hand.to_dict() for hand in saved.hands]) == ("played", hands)
        again = save(**table, body=slip, if_match=before.headers["ETag"])
        assert (again.status, json.loads(json.dumps(again.to_dict()))["title"]) == (412, "Changed in the meantime")
