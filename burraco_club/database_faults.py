"""What a database answers when it cannot: which fault it is, told from the driver's own codes. No request, no page."""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

from django.conf import settings


class Fault(Enum):
    """Why the database did not do what it was asked to."""

    BUSY = "busy"
    """Somebody else holds it, for longer than anybody should wait."""
    FULL = "full"
    """The disk is full."""
    DISK = "disk"
    """The disk cannot be read or written, or the file is read-only."""
    DAMAGED = "damaged"
    LOST = "lost"
    """The connection to its server broke."""


NO_SPACE = {errno.ENOSPC, errno.EDQUOT}
FULL_BELOW = 2**20
"""Bytes free, with which SQLite's “disk I/O error” is a full disk."""

OF_SQLITE = {
    sqlite3.SQLITE_BUSY: Fault.BUSY,
    sqlite3.SQLITE_LOCKED: Fault.BUSY,
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_IOERR: Fault.DISK,
    sqlite3.SQLITE_READONLY: Fault.DISK,
    sqlite3.SQLITE_CANTOPEN: Fault.DISK,
    sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
    sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
}
OF_POSTGRESQL = {
    "53100": Fault.FULL,
    "58030": Fault.DISK,
    "25006": Fault.DISK,
    "55P03": Fault.BUSY,
    "40P01": Fault.BUSY,
    "40001": Fault.BUSY,
    "57014": Fault.BUSY,
    "53300": Fault.BUSY,
    "XX001": Fault.DAMAGED,
    "XX002": Fault.DAMAGED,
}
"""By SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html"""
LOST_CLASSES = ("08", "57P")
"""How the codes begin of a connection that is gone: exceptions of connections, and a server that shuts down."""


def fault_of(error: BaseException | None) -> Fault | None:
    """The fault that an exception comes from; None where it is none of the database's, nor of the disk's."""
    return next(filter(None, map(_fault, _chain(error))), None)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _fault(error: BaseException) -> Fault | None:
    if isinstance(error, sqlite3.Error):
        # The low byte says what it is, the rest where.
        found = OF_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        return Fault.FULL if found is Fault.DISK and _disk_is_full() else found
    if isinstance(error, OSError):
        return Fault.FULL if error.errno in NO_SPACE else None
    # By its name, so that a club on SQLite never loads PostgreSQL's driver.
    if type(error).__module__.startswith("psycopg"):
        return _fault_of_postgresql(error)
    return None


def _fault_of_postgresql(error: BaseException) -> Fault | None:
    state = getattr(error, "sqlstate", None)
    if state is None:
        return (
            Fault.LOST if {"OperationalError", "InterfaceError"} & {c.__name__ for c in type(error).__mro__} else None
        )
    return Fault.LOST if state.startswith(LOST_CLASSES) else OF_POSTGRESQL.get(state)


def _disk_is_full() -> bool:
    try:
        return shutil.disk_usage(Path(settings.DATA_DIR)).free < FULL_BELOW
    except OSError:
        return False
