"""A house with real clubs: two new ones, and a third made out of the backup of the first."""

import http.client
import os
import re
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import pytest
from django.test import override_settings

from burraco_club.catalogs import compile_catalogs
from burraco_club.preparation import collect_static_files
from deploy.house.house import main
from deploy.house.rehearsal import Holder
from tests.deploy.conftest import MANIFEST
from tests.deploy.house_machine import make_house
from tests.deploy.rehearsed_machine import RehearsedMachine
from tests.faults.club import PROJECT

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="Linux alone tells when another process ends"),
]


@pytest.fixture
def machine() -> Iterator[RehearsedMachine]:
    # What an administrator's `upgrade` does for a release.
    compile_catalogs([PROJECT / "locale"])
    with override_settings(STORAGES=MANIFEST):
        collect_static_files(lambda _sentence: None)
    with TemporaryDirectory(prefix="house-") as folder, Holder() as holder:
        root = Path(folder)
        root.chmod(0o755)
        make_house(root)
        release = root / "opt/burraco-house/releases/1.0.0"
        release.rmdir()
        release.symlink_to(PROJECT)
        machine = RehearsedMachine(root, holder)
        machine.add_user("probe", root)
        reads = f"import django, os; os.listdir({folder!r})"
        python = [*machine.as_user("probe"), str(PROJECT / ".venv/bin/python"), "-c", reads]
        if subprocess.run(python, cwd=PROJECT, capture_output=True).returncode:
            machine = RehearsedMachine(root, holder, has_users=False)
        yield machine


def test_clubs_wake_at_the_first_link_move_by_their_backup_and_read_nothing_of_each_other(
    machine: RehearsedMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    def house(*words: object) -> str:
        assert main(["--root", str(machine.root), *map(str, words)], machine=machine) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    (link,) = re.findall(r"https://aurora\.\S+/\S+/", house("add", "aurora"))
    house("add", "bella")
    assert machine.holder.process_of("aurora") is None
    status, page = ask(machine, "aurora", urlsplit(link).path)
    assert status == 200 and 'type="password"' in page
    assert machine.holder.process_of("aurora") and not machine.holder.process_of("bella")

    archive = machine.root / "aurora.zip"
    house("give", "aurora", archive)
    house("take", archive, "carla")
    assert accounts(machine, "carla") == accounts(machine, "aurora") != []
    assert ask(machine, "carla", "/health/ready/")[0] == 200
    assert 'type="password"' in ask(machine, "carla", urlsplit(link).path)[1]

    if not machine.has_users:
        return
    database = data(machine, "aurora")
    (database.parents[1] / "note").write_text("for everybody")
    note = subprocess.run([*machine.as_user("burraco-bella"), "cat", database.parents[1] / "note"], capture_output=True)
    assert b"Permission denied" in note.stderr
    owner, other = (
        subprocess.run([*machine.as_user(f"burraco-{name}"), "head", "-c", "15", database], capture_output=True)
        for name in ("aurora", "bella")
    )
    assert owner.stdout == b"SQLite format 3" and b"Permission denied" in other.stderr and not other.stdout
    shown = subprocess.run([*machine.as_user("burraco-bella"), "ls", database.parents[2]], capture_output=True)
    assert b"Permission denied" in shown.stderr
    assert {os.stat(f"/proc/{machine.holder.process_of(name)}").st_uid for name in ("aurora", "carla")} == {
        database.stat().st_uid,
        data(machine, "carla").stat().st_uid,
    }


def ask(machine: RehearsedMachine, name: str, path: str) -> tuple[int, str]:
    """Ask a club as nginx does."""
    with closing(http.client.HTTPConnection(f"{name}.burraco.example", timeout=60)) as connection:
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.settimeout(60)
        connection.sock.connect(str(machine.root / f"run/burraco-house/{name}.sock"))
        connection.request("GET", path, headers={"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7"})
        came = connection.getresponse()
        return came.status, came.read().decode()


def data(machine: RehearsedMachine, name: str) -> Path:
    return machine.root / f"var/lib/burraco-house/clubs/{name}/data/club.sqlite3"


def accounts(machine: RehearsedMachine, name: str) -> list[tuple[str]]:
    with closing(sqlite3.connect(f"file:{data(machine, name)}?mode=ro", uri=True)) as database:
        return database.execute("SELECT username, password FROM auth_user").fetchall()
