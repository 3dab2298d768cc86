"""A house with real clubs: two new ones, and a third made out of the backup of the first; and those on PostgreSQL."""

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
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import override_settings

from burraco_club.catalogs import compile_catalogs
from burraco_club.preparation import collect_static_files
from deploy.house.house import main
from deploy.house.rehearsal import Holder
from tests.deploy.conftest import MANIFEST, address_of, connected_to, on_no_database
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

    # A release that is brought up to date, and then does not serve: it is not waited for.
    ill = machine.root / "opt/burraco-house/releases/1.1.0"
    (ill / ".venv/bin").mkdir(parents=True)
    (ill / ".venv/bin/python").symlink_to(PROJECT / ".venv/bin/python")
    (ill / "manage.py").write_text("import sys\nsys.exit('broken' if 'serve' in sys.argv else 0)\n")
    assert main(["--root", str(machine.root), "upgrade", "1.1.0", "carla"], machine=machine) == 1
    assert "is on 1.0.0 again with its data of before. It did not become ready." in capsys.readouterr().err
    assert ask(machine, "carla", "/health/ready/")[0] == 200

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


@pytest.fixture
def databases(django_db_blocker: Any) -> Iterator[dict[str, str]]:
    """Empty databases of two clubs, by the club's name."""
    found = {club: f"house_{os.getpid()}_{club}" for club in ("perla", "rubino")}
    with django_db_blocker.unblock():
        for name in found.values():
            on_no_database(f'DROP DATABASE IF EXISTS "{name}"')
            on_no_database(f'CREATE DATABASE "{name}"')
        yield found
        for name in found.values():
            on_no_database(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.mark.database
@pytest.mark.skipif(
    "postgresql" not in settings.DATABASES["default"]["ENGINE"], reason="a club of SQLite is tried above"
)
def test_a_club_on_postgresql_wakes_is_backed_up_comes_back_from_an_upgrade_and_moves(
    machine: RehearsedMachine, databases: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    def house(*words: object) -> int:
        return main(["--root", str(machine.root), *map(str, words)], machine=machine)

    def owners(club: str) -> list[str]:
        with connected_to(databases[club]):
            return [user.username for user in User.objects.order_by("pk")]

    for club, database in databases.items():
        environment = machine.root / f"etc/burraco-house/clubs.d/{club}.env"
        environment.parent.mkdir(parents=True, exist_ok=True)
        environment.write_text(f"DATABASE_URL={address_of(database)}\n")
    assert house("add", "perla") == 0
    (link,) = re.findall(r"https://perla\.\S+/\S+/", capsys.readouterr().out)
    assert 'type="password"' in ask(machine, "perla", urlsplit(link).path)[1]
    assert not data(machine, "perla").exists() and len(owners("perla")) == 1

    second_place = machine.root / "mnt/backups"
    second_place.mkdir(parents=True, exist_ok=True)
    house("backup")
    assert "Backed up: 1 of 1 clubs" in capsys.readouterr().out
    assert len(list(second_place.glob("perla/*.zip"))) == 1

    # A release that does not run, after which the club has its data of before.
    broken = machine.root / "opt/burraco-house/releases/1.1.0"
    (broken / ".venv/bin").mkdir(parents=True)
    (broken / ".venv/bin/python").symlink_to(PROJECT / ".venv/bin/python")
    (broken / "manage.py").write_text("raise SystemExit('broken')")
    assert house("upgrade", "1.1.0", "perla") == 1
    assert "is on 1.0.0 again with its data of before" in capsys.readouterr().err
    assert 'type="password"' in ask(machine, "perla", urlsplit(link).path)[1]

    archive = machine.root / "perla.zip"
    assert house("give", "perla", archive) == 0
    assert house("take", archive, "rubino") == 0
    assert owners("rubino") == owners("perla")
    # It is no file that a club on SQLite reads.
    assert house("take", archive, "copia") == 1
    assert "sqlite" in capsys.readouterr().err
    assert house("give", "copia", "--free") == 0


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
