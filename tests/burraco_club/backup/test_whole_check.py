"""The check of a large database beside serving: nothing is written before it has ended, nor into a damaged one."""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import DatabaseError

from burraco_club.backup import fitness, whole_check
from burraco_club.backup.errors import BackupFailed
from burraco_club.backup.whole_check import WholeCheck
from burraco_club.database_faults import DatabaseFault, fault_of

SECONDS = 0.2
"""What somebody who does not wait would need many times over."""
ROW = "2" * 900


class Watched:
    """A connection as far as the check knows one."""

    def __init__(self, check: WholeCheck) -> None:
        self.execute_wrappers = [check.hold]

    def execute(self, check: WholeCheck, sql: str, done: list[str]) -> None:
        check.hold(lambda sql, *_facts: done.append(sql), sql, (), False, {"connection": self})


@pytest.fixture
def file(data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database that counts as large."""
    file = data / "club.sqlite3"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE slips (figures TEXT)")
        database.executemany("INSERT INTO slips VALUES (?)", [(ROW,)] * 40)
    database.close()
    monkeypatch.setattr(whole_check, "LARGE", 4096)
    monkeypatch.setattr(whole_check, "database_file", lambda: file)
    for module in (whole_check, fitness):
        monkeypatch.setattr(module, "database_kind", lambda: "sqlite")
    return file


@pytest.fixture
def at_work(file: Path) -> Iterator[Any]:
    """Another program's lock, which the check waits for."""
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    yield holder
    holder.close()


def damage(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.seek(4096)
        opened.write(Random(1).randbytes(4096))


def test_who_reads_goes_on_and_who_writes_waits_for_the_end_of_the_check(at_work: sqlite3.Connection) -> None:
    done: list[str] = []
    with WholeCheck() as check:
        connection = Watched(check)
        writer = threading.Thread(target=connection.execute, args=[check, "BEGIN IMMEDIATE", done])
        writer.start()
        connection.execute(check, "SELECT 1", done)
        writer.join(SECONDS)
        assert done == ["SELECT 1"]
        at_work.execute("COMMIT")
        writer.join()
        check.refuse()
    assert done == ["SELECT 1", "BEGIN IMMEDIATE"]
    # Later queries are not looked at.
    assert connection.execute_wrappers == []


@pytest.mark.parametrize("is_late", [False, True])
def test_nothing_is_written_into_a_damaged_database_and_the_server_is_stopped(file: Path, *, is_late: bool) -> None:
    damage(file)
    done: list[str] = []
    stopped = threading.Event()
    with pytest.raises(BackupFailed, match=r"malformed.*restore"), WholeCheck() as check:
        if is_late:
            with pytest.raises(BackupFailed):
                check.refuse()
        check.when_damaged(stopped.set)
        with pytest.raises(DatabaseError) as found:
            Watched(check).execute(check, "UPDATE slips SET figures = 1", done)
        assert fault_of(found.value) is DatabaseFault.DAMAGED and done == []
        stopped.wait()
        check.refuse()


def test_what_a_query_ran_into_is_told_as_the_damage(file: Path) -> None:
    damage(file)
    with pytest.raises(BackupFailed, match="malformed"), WholeCheck():
        raise DatabaseError("no such table")
    with pytest.raises(ValueError, match="something else"), WholeCheck():
        raise ValueError("something else")


def test_a_small_database_is_checked_before_and_holds_nobody(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_check, "LARGE", 1_000_000)
    damage(file)
    with WholeCheck() as check:
        assert not check.is_needed
        check.refuse()
    file.unlink()
    assert not WholeCheck().is_needed
