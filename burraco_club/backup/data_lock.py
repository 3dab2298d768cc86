"""The lock on the data: one program holds it alone, or the processes of a server share it. A restore needs it alone."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from django.utils.translation import gettext as _

from burraco_club.private_files import write_whole

from .errors import BackupFailed

LOCK = "open.lock"
ADDRESS = "open.txt"
"""The file with the address of the program that holds the lock; empty while that program serves nothing."""


def open_lock(folder: Path) -> sqlite3.Connection:
    """Share the lock on the folder until the connection is closed or the process ends."""
    connection = _connect(folder)
    try:
        # A transaction that has read something holds a shared lock.
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        raise BackupFailed(_held(folder)) from error
    return connection


@contextmanager
def alone(folder: Path, *, address: str) -> Iterator[None]:
    """Keep every other program away from the folder within the block. Raise BackupFailed if one is running.

    `address` is the club's address meanwhile, or empty if it is not being served.
    """
    with closing(_connect(folder)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise BackupFailed(_held(folder)) from error
        write_whole(folder / ADDRESS, address)
        try:
            yield
        finally:
            with suppress(OSError):
                write_whole(folder / ADDRESS, "")


def _held(folder: Path) -> str:
    """Return who holds the lock, and what to do."""
    try:
        address = (folder / ADDRESS).read_text(encoding="utf-8")
    except OSError:
        address = ""
    if address:
        sentence = _(
            "The program is already running on these data, in another window (%(address)s): use that one, or stop it "
            "first (Ctrl-C in its window). Another club needs another folder (--data)."
        )
        return sentence % {"address": address}
    return _(
        "Another program is working on the data in %(folder)s: the club is being opened, restored or brought up to "
        "date, or a server is running on them. Wait until it has finished, or stop it."
    ) % {"folder": folder}


def _connect(folder: Path) -> sqlite3.Connection:
    lock = folder / LOCK
    lock.touch(mode=0o600)
    return sqlite3.connect(lock, timeout=0, isolation_level=None, check_same_thread=False)
