"""A lock for one program at a time. Standard library only: `club.py` uses it before anything is installed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

LONGEST_SET_UP = 900
"""Seconds that a second program waits: a first installation on a slow connection."""


@contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Hold the file `path` alone. The operating system releases it however its holder ends.

    The file is an empty SQLite database, because its locks work alike on Linux, macOS and Windows.
    """
    path.touch(mode=0o600)
    with closing(sqlite3.connect(path, timeout=LONGEST_SET_UP, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield
