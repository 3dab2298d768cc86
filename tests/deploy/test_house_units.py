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


ONE_OF_TWO = {
    "proxy_set_header Host $host;",
    "proxy_set_header X-Forwarded-Proto $scheme;",
    "proxy_next_upstream error timeout;",
    "proxy_next_upstream_tries 2;",
    "proxy_cache_key $host$request_uri;",
}
"""What nginx does otherwise for the single club's two services, beside names and places."""
NAMED = re.compile(
    r"(listen|server_name|ssl_cert\w+|ssl_session_cache|root|limit_\w+|try_files|proxy_pass|proxy_cache) "
)


def test_nginx_does_for_a_club_of_a_house_what_it_does_for_the_single_club() -> None:
    alone = directives((DEPLOY / "nginx/burraco-club.conf").read_text(encoding="utf-8").split("server {")[-1])
    many = {
        line
        for name in ("every-club.conf", "home.conf")
        for line in directives((DEPLOY / "house/nginx" / name).read_text(encoding="utf-8"))
    }
    assert len(alone) > 20 and {line for line in alone if not NAMED.match(line)} - many == ONE_OF_TWO


def directives(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines() if line.strip().endswith(";") and "#" not in line}


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
