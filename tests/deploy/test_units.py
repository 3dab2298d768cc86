"""The units of systemd, where there is a systemd to ask."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import club

UNITS = Path(__file__).parents[2] / "deploy/systemd"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason=club.tell("no_systemd"))
def test_systemd_finds_nothing_to_complain_about(tmp_path: Path) -> None:
    for unit in (*UNITS.glob("*.service"), *UNITS.glob("*.timer")):
        # The program is not where it will be.
        text = re.sub(r"^(ExecStart=)\S+", r"\1/bin/true", unit.read_text(encoding="utf-8"), flags=re.M)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    command = ["systemd-analyze", "verify", *map(str, tmp_path.iterdir())]
    found = subprocess.run(command, capture_output=True, text=True)
    assert (found.returncode, found.stdout + found.stderr) == (0, "")
