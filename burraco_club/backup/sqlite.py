"""SQLite's own means: copies of a database that others write to meanwhile, and whether a file is one. No Django."""

import sqlite3
from contextlib import closing
from pathlib import Path

COMPANIONS = ("-wal", "-shm", "-journal")
"""The files beside a database; they belong to it alone, and beside another one they damage it."""


def copy(source: Path, to: Path) -> None:
    """Copy by SQLite's backup API: the database as of one moment. Nobody waits for it, neither readers nor writers."""
    with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(to)) as twin:
        original.backup(twin)
        # One file, which needs no companion.
        twin.execute("PRAGMA journal_mode=DELETE")


def fault(path: Path, *, thorough: bool = False) -> str:
    """What is wrong with a database in SQLite's words; empty where nothing is.

    The thorough one compares every index with its table, too. Raises `sqlite3.OperationalError` where it is locked.
    """
    pragma = "integrity_check" if thorough else "quick_check"
    try:
        with closing(sqlite3.connect(path)) as connection:
            said = [str(row[0]) for row in connection.execute(f"PRAGMA {pragma}(20)")]
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if said == ["ok"] else "; ".join(said)


def has_tables(path: Path) -> bool:
    """Whether anything was ever made in it. An absent file has none, and stays absent."""
    if not path.exists() or path.stat().st_size == 0:
        return False
    with closing(sqlite3.connect(path)) as connection:
        return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
