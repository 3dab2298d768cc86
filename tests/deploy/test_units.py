"""The units of systemd, if systemd is available."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import club

ROOT = Path(__file__).parents[2]
UNITS = ROOT / "deploy/systemd"


def test_every_night_a_server_does_what_the_page_of_commands_says_and_what_a_laptop_does_at_its_start() -> None:
    page = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    matches = re.findall(r"^\| `(\w+)` \|.*a server should every night", page, re.M)
    text = (UNITS / "burraco-club-nightly.service").read_text(encoding="utf-8")
    done = re.findall(r"^ExecStart=.* manage\.py (\w+)$", text, re.M)
    assert sorted(done[:-1]) == sorted(matches) and done[-1] == "backup"
    at_the_start = (ROOT / "burraco_club/backup/automatic.py").read_text(encoding="utf-8")
    deleted = {f"delete_old_{what}" for what in re.findall(r"^ +(?:services\.)?(\w+)_delete_old\(", at_the_start, re.M)}
    made = {f"make_{what}" for what in re.findall(r"^ +(?:services\.)?(\w+)_make_ahead\(", at_the_start, re.M)}
    assert deleted and made and deleted | made == set(matches)


def test_emails_are_sent_by_a_unit_of_their_own_that_the_pages_name() -> None:
    page, commands = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("server.md", "commands.md"))
    text = (UNITS / "burraco-club-mail.service").read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=.* manage\.py (\w+)$", text, re.M)
    assert f"| `{command}` |" in commands and "systemctl enable --now burraco-club-mail.timer" in page


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason=club.tell("no_systemd"))
def test_systemd_finds_nothing_to_complain_about(tmp_path: Path) -> None:
    for unit in (*UNITS.glob("*.service"), *UNITS.glob("*.timer")):
        # The program is not at its final place.
        text = re.sub(r"^(ExecStart=)\S+", r"\1/bin/true", unit.read_text(encoding="utf-8"), flags=re.M)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    command = ["systemd-analyze", "verify", *map(str, tmp_path.iterdir())]
    found = subprocess.run(command, capture_output=True, text=True)
    assert (found.returncode, found.stdout + found.stderr) == (0, "")
