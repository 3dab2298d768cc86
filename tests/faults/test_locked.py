"""Another program holds the club's database: readers do not notice, and writers wait and succeed."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

from tests.faults.club import ClubProcess, Referee
from tests.faults.conftest import on_postgresql

WRITING_AT_ONCE = 12
"""More than the club has threads."""


@contextmanager
def held(club: ClubProcess) -> Iterator[None]:
    """Hold the database like a program that has begun to write and does not finish."""
    if on_postgresql():
        import psycopg

        with psycopg.connect(club.database or os.environ["DATABASE_URL"]) as other:
            other.execute("LOCK TABLE tournaments_tournament IN EXCLUSIVE MODE")
            yield
            other.rollback()
        return
    with closing(sqlite3.connect(club.data / "club.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def test_phones_read_past_referees_who_wait(club: ClubProcess, referee: Referee) -> None:
    tables = club.evening["tables"][:WRITING_AT_ONCE]
    # A thread's first request opens a connection, which must happen before the database is held.
    assert {referee.save(table) for table in tables} == {302}
    public = f"/t/{club.evening['slug']}/rounds/1/"
    answered: dict[int, int] = {}

    def save(table: int) -> None:
        answered[table] = referee.save(table)

    with held(club):
        waiting = [threading.Thread(target=save, args=(table,)) for table in tables]
        for thread in waiting:
            thread.start()
        for _phone in range(20):
            status, page = referee.ask("GET", public)
            assert status == 200 and page
        assert answered == {}
    for thread in waiting:
        thread.join()
    assert set(answered.values()) == {302}
    club.kill()
