"""The check of a large database beside serving: its first page need not wait for it, but whatever writes does.

SQLite reads 200 MB a second, and other threads go on meanwhile. What the club shows in that second it reads as any
program does; nothing is written into a database that may be damaged.
"""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from . import sqlite
from .creation import database_file, database_kind
from .folder import refuse_damaged

LARGE = 50_000_000
"""The bytes from which a database is checked beside serving: a smaller one takes less than a quarter of a second."""
READS = ("SELECT", "PRAGMA")


class WholeCheck:
    """The check of the club's database in a thread of its own, if it is large.

    As a context it tells what is damaged instead of what a query then ran into.
    """

    def __init__(self) -> None:
        self.is_needed = database_kind() == "sqlite" and _size(database_file()) >= LARGE
        self._done, self._lock = threading.Event(), threading.Lock()
        self._fault = ""
        self._unread: sqlite3.OperationalError | None = None
        """The reason why the database could not be checked, as another program's lock."""
        self._stop: Callable[[], object] | None = None

    def __enter__(self) -> "WholeCheck":
        if self.is_needed:
            connection_created.connect(self._watch)
            for connection in connections.all(initialized_only=True):
                self._watch(connection=connection)
            threading.Thread(target=self._look, name="whole check", daemon=True).start()
        else:
            self._done.set()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        connection_created.disconnect(self._watch)
        if isinstance(error, (DatabaseError, sqlite3.Error)):
            self.refuse()

    def refuse(self) -> None:
        """Wait for the end of the check. Raise BackupFailed, with what to do, if the database is damaged.

        Raise DatabaseError if it could not be checked.
        """
        self._done.wait()
        if self._fault:
            refuse_damaged(database_file(), self._fault)
        if self._unread is not None:
            raise DatabaseError(str(self._unread)) from self._unread

    def when_damaged(self, stop: Callable[[], object]) -> None:
        """Call `stop` as soon as the database is found damaged, or unreadable, which may have happened already."""
        with self._lock:
            self._stop = stop
            is_unfit = self._is_unfit
        if is_unfit:
            stop()

    def hold(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        """Execute what reads at once, and what writes after the check. Raise DatabaseError in a damaged database."""
        if not sql.lstrip().upper().startswith(READS):
            self._done.wait()
            if self._is_unfit:
                raise DatabaseError(self._fault) from (self._unread or _damage(self._fault))
        if self._done.is_set() and not self._is_unfit:
            context["connection"].execute_wrappers.remove(self.hold)
        return execute(sql, params, many, context)

    @property
    def _is_unfit(self) -> bool:
        return bool(self._fault) or self._unread is not None

    def _watch(self, *, connection: BaseDatabaseWrapper, **_facts: object) -> None:
        connection.execute_wrappers.append(self.hold)

    def _look(self) -> None:
        found, unread = "", None
        try:
            found = sqlite.fault(database_file())
        except sqlite3.OperationalError as error:
            unread = error
        with self._lock:
            self._fault, self._unread = found, unread
            stop = self._stop if self._is_unfit else None
        connection_created.disconnect(self._watch)
        self._done.set()
        if stop is not None:
            stop()


def _damage(fault: str) -> sqlite3.DatabaseError:
    """Return what SQLite raises when it meets the damage."""
    error = sqlite3.DatabaseError(fault)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0
