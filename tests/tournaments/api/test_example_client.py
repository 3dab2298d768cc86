"""The examples of docs/api.md, executed as their readers would: by another process, over the network."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from accounts.models import Program
from tests.factories import make_tournament, play_round, start_round
from tests.tournaments.api.tokens import token_for
from tournaments.selectors.evening import evening_of
from tournaments.services import round_close

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


def run(example: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / example), *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60)


@pytest.mark.django_db(transaction=True)
def test_the_example_prints_the_whole_ranking(live_server: LiveServer) -> None:
    tournament = make_tournament(pairs=104)
    play_round(start_round(tournament))
    printed = run("federation_client.py", f"{live_server.url}/en/api/v1/", tournament.slug)
    standings = evening_of(tournament).standings()
    assert [line.split("\t") for line in printed.stdout.splitlines()] == [
        [str(row.place), str(row.entrant.id), row.entrant.label, str(row.vp), str(row.mp_difference)]
        for row in standings
    ]


@pytest.mark.django_db(transaction=True)
def test_the_device_writes_a_table_once_and_is_told_why_not(live_server: LiveServer, tmp_path: Path) -> None:
    round_ = start_round(make_tournament(pairs=4, hands_per_round=2))
    hands = [{"end": "closed", "ns": {"base": 300, "points": 120}, "ew": {"base": 0, "points": 85}}] * 2
    slip = tmp_path / "hands.json"
    slip.write_text(json.dumps(hands), encoding="utf-8")
    token = token_for(Program.RESULTS)["Authorization"].removeprefix("Bearer ")
    arguments = (f"{live_server.url}/en/api/v1/", token, round_.tournament.slug, "1", "1", str(slip))
    written = run("table_device.py", *arguments)
    assert (json.loads(written.stdout)["hands"], written.stderr) == (hands, "")
    round_close(round=play_round(round_, close=False))
    refused = run("table_device.py", *arguments)
    assert (refused.returncode, refused.stderr) == (1, "409: Round 1 is closed: only a referee corrects it.\n")
