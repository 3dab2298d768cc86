"""An evening over the web with the line cut again and again, by `python -m benchmarks.line`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import club

ROOT = Path(__file__).parents[2]
NOT_THE_CLUBS = ("DATABASE_URL", "BURRACO_DATA", "BURRACO_HTTPS", "DJANGO_SETTINGS_MODULE", "PYTHONWARNINGS")


@pytest.mark.skipif("BURRACO_RELEASE" not in os.environ, reason=club.tell("no_release"))
def test_nothing_is_lost_or_doubled_while_the_line_is_cut(sshd_and_nginx: None) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in NOT_THE_CLUBS}
    command = [sys.executable, "-m", "benchmarks.line", "10", "3", "0.1"]
    evening = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert evening.returncode == 0, evening.stdout + evening.stderr
    assert "none twice; every kept page was served" in evening.stdout
    assert "The line was cut 3 times" in evening.stdout and " kept" in evening.stdout
