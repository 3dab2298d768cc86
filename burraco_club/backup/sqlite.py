"""SQLite's own functions: copying a database in use, and checking a file. This module does not use Django."""

import sqlite3
from contextlib import closing
from pathlib import Path

COMPANIONS = ("-wal", "-shm", "-journal")
"""The files beside a database. They belong to it alone and would damage another one."""


def copy(source: Path, to: Path) -> None:
    """Copy with SQLite's backup API: the database as of one moment. No reader or writer waits."""
    with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(to)) as twin:
        original.backup(twin)
        # This makes it one file, without companions.
        twin.execute("PRAGMA journal_mode=DELETE")


def take_out_generation(path: Path) -> None:
    """Delete the generation's row from a copy."""
    with closing(sqlite3.connect(path)) as copy, copy:
        if copy.execute("SELECT count(*) FROM sqlite_master WHERE name = 'tournaments_generation'").fetchone()[0]:
            copy.execute("DELETE FROM tournaments_generation")


def fold(path: Path) -> None:
    """Merge a database into one file without companions. Raise `sqlite3.OperationalError` if it is in use."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=DELETE")


def dangling(path: Path) -> bool:
    """Return whether a foreign key refers to a missing row."""
    with closing(sqlite3.connect(path)) as database:
        return database.execute("PRAGMA foreign_key_check").fetchone() is not None


def fault(path: Path, *, thorough: bool = False) -> str:
    """Return what is wrong with a database in SQLite's words, or an empty string.

    A `thorough` check also compares every index with its table. Raise `sqlite3.OperationalError` if it is locked.
    """
    pragma = "integrity_check" if thorough else "quick_check"
    try:
        with closing(sqlite3.connect(path)) as connection:
            sentences = [str(row[0]) for row in connection.execute(f"PRAGMA {pragma}(20)")]
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if sentences == ["ok"] else "; ".join(sentences)


def has_tables(path: Path) -> bool:
    """Return whether the database has any table. An absent file has none and is not created."""
    if not path.exists() or path.stat().st_size == 0:
        return False
    with closing(sqlite3.connect(path)) as connection:
        return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


def rows_ever(path: Path) -> int:
    """Return how many rows were ever written to the tables that count them. In one database this never falls."""
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT coalesce(sum(seq), 0) FROM sqlite_sequence").fetchone()[0])
