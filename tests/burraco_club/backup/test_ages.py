"""Data of older, newer and other programs with every command of `manage.py`: opened unchanged, or refused.

The tests use any of the databases, in processes of their own.
"""

import gzip
import json
import os
import re
import sqlite3
import subprocess
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.utils.translation import override

from burraco_club.backup.archive import write_archive
from burraco_club.backup.upgrade import how_long, pending_migrations
from burraco_club.management.guard import WITHOUT_DATA
from pages.release import VERSION
from tests.burraco_club.stored_clubs import KEPT, KeptClub, KeptPlace
from tests.factories import AT
from tests.faults.conftest import HAS_FORK, on_postgresql
from tests.ports import free_port

pytestmark = pytest.mark.database

OLD = "452c5e8"
BEFORE = sorted((KEPT / "before").glob("*.sql.gz"))
"""Databases from before the first migration stopped being rewritten in place: one of a new club for each commit."""
OF_A_CHECKED_CLUB = frozenset({"run_format_trial"})
"""The commands that a club that is open starts for itself."""
COMMANDS = (("serve", "--port", free_port()), ("standings", "coppie"), ("migrate",))
UNKNOWN = "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '0999_later', '2031-01-01 00:00')"


@pytest.fixture
def club(kept_place: KeptPlace) -> KeptClub:
    return kept_place.club(OLD)


@pytest.fixture
def nearly_current(kept_place: KeptPlace) -> KeptClub:
    return kept_place.nearly_current(OLD)


@pytest.fixture
def current(kept_place: KeptPlace) -> KeptClub:
    return kept_place.current(OLD)


def test_any_command_brings_an_older_club_up_to_date_as_a_restore_does(
    club: KeptClub,
) -> None:
    before = club.migrations()
    ranking, said = club.process("manage.py", "standings", "coppie").communicate()
    # So many steps may take a while, which is said where nothing but the command's output is read.
    assert re.search("minut", said)
    assert len(ranking.strip().splitlines()) == 11 and "Gallo Ada" in ranking
    assert club.migrations() > before
    [backup] = club.backups()
    club.run("standings", "coppie")
    assert club.backups() == [backup]
    club.execute("DELETE FROM tournaments_club")
    club.run("restore", backup if on_postgresql() else KEPT / OLD / "club.zip")
    assert club.run("standings", "coppie") == ranking


@pytest.mark.parametrize(
    ("backup_seconds", "migrations", "said"),
    [
        (0.2, 1, ""),
        (4, 0, ""),
        (4, 1, "This may take 1 minute: leave it alone."),
        (0.2, 36, "This may take 1 minute: leave it alone."),
        (26, 36, "This may take 5 minutes: leave it alone."),
    ],
)
def test_how_long_an_upgrade_may_take_is_told_from_a_few_seconds_on(
    backup_seconds: float, migrations: int, said: str
) -> None:
    with override("en"):
        assert how_long(backup_seconds, migrations) == said


@pytest.mark.django_db
def test_nothing_is_pending_in_a_club_of_this_version() -> None:
    assert pending_migrations() == 0


def test_a_newer_database_is_refused_with_both_versions_and_the_backup(current: KeptClub) -> None:
    current.run("backup")
    current.execute(UNKNOWN)
    current.execute("UPDATE tournaments_generation SET program = '9.9 (fedcba987654)'")
    before = current.content()
    for command in COMMANDS:
        text = current.refusal(*command)
        assert "9.9 (fedcba987654)" in text and VERSION in text
        assert f"club.py restore {current.backups()[-1]}" in text
    assert current.content() == before
    current.run("restore", current.backups()[-1])
    current.run("check_club")


def test_every_command_refuses_a_newer_database_before_it_reads_its_arguments(kept_place: KeptPlace) -> None:
    club = kept_place.new()
    club.run("prepare_database")
    club.execute(UNKNOWN)
    club.execute("UPDATE tournaments_generation SET program = '9.9 (fedcba987654)'")
    before = club.content()
    commands = get_commands().keys() - WITHOUT_DATA - OF_A_CHECKED_CLUB - {"restore"}
    assert commands > {"backup", "check_club", "export_tournament", "shell"}
    # A club that is open here has the usual port.
    ports = {"serve": ("--port", free_port())}
    for command in sorted(commands):
        text = club.refusal(command, *ports.get(command, ()))
        assert "9.9 (fedcba987654)" in text and VERSION in text, f"{command}: {text}"
    assert club.content() == before


def test_tables_changed_by_hand_are_refused(current: KeptClub) -> None:
    current.execute("ALTER TABLE tournaments_club RENAME COLUMN till TO cashbox")
    before = current.content()
    for command in COMMANDS:
        text = current.refusal(*command)
        assert VERSION in text and "JSON" in text and f"club.py restore {current.backups()[-1]}" in text
    assert current.content() == before


def test_what_is_no_clubs_is_refused(club: KeptClub) -> None:
    club.execute("DELETE FROM django_migrations")
    before = club.content()
    for command in COMMANDS:
        assert VERSION in club.refusal(*command)
    assert club.content() == before


@pytest.mark.parametrize("file", BEFORE, ids=lambda file: file.name.partition(".")[0])
def test_clubs_of_the_days_before_are_refused_with_a_way_out(file: Path, club: KeptClub) -> None:
    if on_postgresql():
        pytest.skip("these are SQLite's")
    (club.data / "club.sqlite3").unlink()
    with closing(sqlite3.connect(club.data / "club.sqlite3")) as database:
        database.executescript(gzip.decompress(file.read_bytes()).decode())
    before = club.content()
    for command in COMMANDS:
        text = club.refusal(*command)
        assert VERSION in text and "JSON" in text and "--data" in text
    assert club.content() == before


def test_a_migration_that_fails_leaves_the_data_as_they_were(nearly_current: KeptClub) -> None:
    club = nearly_current
    # This table is in the way of a migration that is not the first.
    club.execute("CREATE TABLE tournaments_mail (id integer)")
    before, files = club.content(), {path.name for path in club.data.iterdir()}
    for command in (COMMANDS[0], ("prepare_database",)):
        text = club.refusal(*command)
        assert "tournaments_mail" in text and str(club.backups()[-1]) in text
    assert club.content() == before
    assert {path.name for path in club.data.iterdir()} <= files | {
        *("backups", "open.lock", "open.txt", "preparing.lock", "club.sqlite3-wal", "club.sqlite3-shm"),
        "secret.key",
    }
    club.execute("DROP TABLE tournaments_mail")
    club.run("check_club")


@pytest.mark.skipif(not HAS_FORK, reason="Windows kills at no step")
def test_whoever_is_killed_meanwhile_leaves_all_or_nothing(kept_place: KeptPlace) -> None:
    steps = kept_place.upgrade_steps(OLD)
    club = kept_place.nearly_current(OLD)
    before, old = club.content(), club.migrations()
    outcomes = []
    for step in moments(steps):
        if step in last_moments(steps):
            # Files of a killed upgrade would shift the steps.
            club = kept_place.nearly_current(OLD)
        assert not club.killed_at(step, "prepare_database")
        outcomes.append(club.migrations() == old)
        assert club.migrations() != old or club.content() == before
    assert outcomes == sorted(outcomes, reverse=True) and {*outcomes} == {True, False}
    club.run("prepare_database")
    assert club.migrations() > old
    club.run("check_club")
    assert club.facts()["check_club"] == "" and not list(club.data.glob(".upgrading-*"))


def moments(steps: list[str]) -> list[int]:
    """Return moments from the first step to the last: fifty with ASK_ORACLES=all, otherwise three."""
    most = len(steps) * 5 // 6
    early = range(0, most, most // 47) if os.environ.get("ASK_ORACLES") == "all" else [most // 3]
    return [*early, *last_moments(steps)]


def last_moments(steps: list[str]) -> list[int]:
    """Return the replacement of SQLite's file, and a moment after the upgrade is complete."""
    takes_place = [at for at, step in enumerate(steps) if step.startswith("os.rename") and step.endswith(".sqlite3")]
    return [*takes_place, len(steps) - 3]


@pytest.mark.parametrize("spoil", ["newer", "other", "foreign", "empty"])
def test_a_backup_that_this_program_does_not_open_is_refused_and_changes_nothing(current: KeptClub, spoil: str) -> None:
    """A newer backup names its own version."""
    current.run("backup", current.data / "sound.zip")
    statements = {
        "newer": (UNKNOWN,),
        "other": ("ALTER TABLE tournaments_club RENAME COLUMN till TO cashbox",),
        "foreign": ("DELETE FROM django_migrations",),
        "empty": (),
    }[spoil]
    for statement in statements:
        current.execute(statement)
    spoilt = current.data / "spoilt.zip"
    remade(current, spoilt, empty=spoil == "empty")
    current.run("restore", current.data / "sound.zip")
    before = current.content()
    text = current.refusal("restore", spoilt)
    assert str(spoilt) in text and (spoil == "empty" or VERSION in text) and ("9.9" in text) == (spoil in "newer other")
    assert current.content() == before


def remade(club: KeptClub, to: Path, *, empty: bool) -> None:
    """Make a backup of the current database that claims to be from version 9.9."""
    copy = club.data / "copy"
    if club.database is None:
        whose = ":memory:" if empty else club.data / "club.sqlite3"
        with closing(sqlite3.connect(whose)) as source, closing(sqlite3.connect(copy)) as twin:
            source.backup(twin)
            twin.execute("PRAGMA user_version = 1")
        write_archive(to, kind="sqlite", database=copy, key=None, version="9.9", made_at=AT)
    else:
        nothing = ["--exclude-schema=public"] if empty else []
        subprocess.run(["pg_dump", "--format=custom", *nothing, f"--file={copy}", club.database], check=True)
        write_archive(to, kind="postgresql", database=copy, key=None, version="9.9", made_at=AT)
    copy.unlink()


def test_a_backup_that_says_more_than_any_does_is_refused_unread(current: KeptClub) -> None:
    current.run("backup", current.data / "sound.zip")
    with zipfile.ZipFile(current.data / "sound.zip") as sound:
        data = json.loads(sound.read("backup.json"))
        [database] = [name for name in sound.namelist() if name.startswith("club.")]
        held = sound.read(database)
    with zipfile.ZipFile(current.data / "long.zip", "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr(database, held)
        with bomb.open("backup.json", "w", force_zip64=True) as file:
            for _megabyte in range(64):
                file.write(b" " * 2**20)
            file.write(json.dumps(data).encode())
    assert "long.zip" in current.refusal("restore", current.data / "long.zip")
