"""The faults of a database, recognised by the drivers' own codes, without requests or pages."""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

from django.conf import settings


class DatabaseFault(Enum):
    """The reason why the database did not answer."""

    BUSY = "busy"
    """Another connection has held a lock for longer than anybody should wait."""
    FULL = "full"
    DISK = "disk"
    """The disk cannot be read or written, or the file is read-only."""
    DAMAGED = "damaged"
    LOST = "lost"
    """The connection to its server broke."""


NO_SPACE = {errno.ENOSPC, errno.EDQUOT}
FULL_BELOW = 2**20
"""Free bytes below which SQLite's “disk I/O error” means a full disk."""

OF_SQLITE = {
    sqlite3.SQLITE_BUSY: DatabaseFault.BUSY,
    sqlite3.SQLITE_LOCKED: DatabaseFault.BUSY,
    sqlite3.SQLITE_FULL: DatabaseFault.FULL,
    sqlite3.SQLITE_IOERR: DatabaseFault.DISK,
    sqlite3.SQLITE_READONLY: DatabaseFault.DISK,
    sqlite3.SQLITE_CANTOPEN: DatabaseFault.DISK,
    sqlite3.SQLITE_CORRUPT: DatabaseFault.DAMAGED,
    sqlite3.SQLITE_NOTADB: DatabaseFault.DAMAGED,
}
OF_POSTGRESQL = {
    "53100": DatabaseFault.FULL,
    "58030": DatabaseFault.DISK,
    "25006": DatabaseFault.DISK,
    "55P03": DatabaseFault.BUSY,
    "40P01": DatabaseFault.BUSY,
    "40001": DatabaseFault.BUSY,
    "57014": DatabaseFault.BUSY,
    "53300": DatabaseFault.BUSY,
    "XX001": DatabaseFault.DAMAGED,
    "XX002": DatabaseFault.DAMAGED,
}
"""The faults by SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html"""
LOST_CLASSES = ("08", "57P")
"""Prefixes of the codes for a lost connection: connection exceptions, and a server that shuts down."""


def fault_of(error: BaseException | None) -> DatabaseFault | None:
    """Return the fault behind an exception, or None if neither the database nor the disk caused it."""
    return next(filter(None, map(_fault, _chain(error))), None)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _fault(error: BaseException) -> DatabaseFault | None:
    if isinstance(error, sqlite3.Error):
        # The low byte is the error, the rest its place.
        fault = OF_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        return DatabaseFault.FULL if fault is DatabaseFault.DISK and _disk_is_full() else fault
    if isinstance(error, OSError):
        return DatabaseFault.FULL if error.errno in NO_SPACE else None
    # The module is compared by name, so that a club on SQLite never loads PostgreSQL's driver.
    if type(error).__module__.startswith("psycopg"):
        return _fault_of_postgresql(error)
    return None


def _fault_of_postgresql(error: BaseException) -> DatabaseFault | None:
    state = getattr(error, "sqlstate", None)
    if state is None:
        return (
            DatabaseFault.LOST
            if {"OperationalError", "InterfaceError"} & {c.__name__ for c in type(error).__mro__}
            else None
        )
    return DatabaseFault.LOST if state.startswith(LOST_CLASSES) else OF_POSTGRESQL.get(state)


def _disk_is_full() -> bool:
    try:
        return shutil.disk_usage(Path(settings.DATA_DIR)).free < FULL_BELOW
    except OSError:
        return False
