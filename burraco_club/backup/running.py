"""Whether the club is open on these data: any number of servers may be, a restore only while none is."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.utils.translation import gettext as _

from .errors import BackupFailed

LOCK = "open.lock"


def open_lock(folder: Path) -> sqlite3.Connection:
    """Say that a server runs on this folder, until the connection is closed or the process ends, however it ends."""
    connection = _connect(folder)
    try:
        # A transaction that has read holds its lock together with others like it.
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        raise BackupFailed(_("A backup is being restored here: wait until it is done.")) from error
    return connection


@contextmanager
def nobody_serves(folder: Path) -> Iterator[None]:
    """Keep servers away as long as the block lasts; refused where one runs."""
    with closing(_connect(folder)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise BackupFailed(
                _("The club is open on these data: close it first (Ctrl-C in its window), then restore.")
            ) from error
        yield


def _connect(folder: Path) -> sqlite3.Connection:
    lock = folder / LOCK
    lock.touch(mode=0o600)
    return sqlite3.connect(lock, timeout=0, isolation_level=None, check_same_thread=False)
