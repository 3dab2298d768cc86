"""The units of a house, held by systemd where it is, and against those of the single club's server."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import club

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = DEPLOY / "house/systemd"
NO_SYSTEMD = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason=club.tell("no_systemd"))
MOST_EXPOSED = 2.0
"""Of 10, by systemd's own reckoning; the single club's service has 1.7."""


def settings(path: Path) -> dict[str, str]:
    return dict(re.findall(r"^(\w+)=(.*)$", path.read_text(encoding="utf-8"), re.M))


def test_a_club_of_a_house_is_confined_as_the_single_club_is_and_limited_besides() -> None:
    alone, many = (
        settings(path) for path in (DEPLOY / "systemd/burraco-club@.service", UNITS / "burraco-house-club@.service")
    )
    sandbox = re.compile(
        r"Protect\w+|Private\w+|Restrict\w+|NoNew\w+|Capability\w+|Lock\w+|Memory\w+|SystemCall\w+|UMask"
    )
    confined = {key: value for key, value in alone.items() if sandbox.fullmatch(key) and key != "RestartSec"}
    assert len(confined) > 15
    assert {key: many.get(key) for key in confined} == confined
    assert {"MemoryMax", "TasksMax", "CPUWeight"} <= set(many)
    assert (many["User"], many["BindPaths"]) == ("burraco-%i", "/var/lib/burraco-house/clubs/%i")


@NO_SYSTEMD
def test_systemd_finds_nothing_to_complain_about_and_a_club_well_confined(tmp_path: Path) -> None:
    for unit in UNITS.iterdir():
        # The program is not at its final place.
        text = re.sub(r"^(ExecStart=)\S+", r"\1/bin/true", unit.read_text(encoding="utf-8"), flags=re.M)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    command = ["systemd-analyze", "verify", *map(str, tmp_path.iterdir())]
    found = subprocess.run(command, capture_output=True, text=True)
    assert (found.returncode, found.stdout + found.stderr) == (0, "")
    command = [
        "systemd-analyze",
        "security",
        "--offline=true",
        "--no-pager",
        str(tmp_path / "burraco-house-club@.service"),
    ]
    judged = subprocess.run(command, capture_output=True, text=True)
    (exposed,) = re.findall(r"exposure level for \S+: ([\d.]+)", judged.stdout)
    assert float(exposed) <= MOST_EXPOSED
