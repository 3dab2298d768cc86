"""The example of docs/api.md, run as a federation would run it: by another process, over the network."""

import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.factories import make_tournament, play_round, start_round
from tournaments.selectors.evening import evening_of

CLIENT = Path(__file__).parents[3] / "docs" / "examples" / "federation_client.py"


@pytest.mark.django_db(transaction=True)
def test_the_example_prints_the_whole_ranking(live_server: LiveServer) -> None:
    tournament = make_tournament(pairs=104)
    play_round(start_round(tournament))
    command = [sys.executable, str(CLIENT), f"{live_server.url}/en/api/v1/", tournament.slug]
    printed = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True, timeout=60)
    standings = evening_of(tournament).standings()
    assert [line.split("\t") for line in printed.stdout.splitlines()] == [
        [str(row.place), str(row.entrant.id), row.entrant.label, str(row.vp), str(row.mp_difference)]
        for row in standings
    ]
