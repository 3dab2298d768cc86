"""Restoring a backup in place of the club's data. The previous data are kept."""

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from burraco_club.backup import postgresql, sqlite
from burraco_club.private_files import write_through

from .age import Age, age_of
from .archive import KEY, Contents, read_contents, take_out
from .creation import database_fault, database_file, database_kind, make_backup
from .data_lock import alone
from .errors import BackupFailed
from .fitness import refuse_unfit_copy
from .generation import note_opened, settle_generation
from .schema import schema_of_copy
from .upgrade import upgrade_copy, upgrade_server

UNFINISHED = ".restoring-"
"""The prefix of a restore's working folder. A killed restore leaves the folder behind."""


class RestoreResult(NamedTuple):
    """The result of a restore."""

    aside: Path | None
    """The folder with the previous data; None if there were none."""
    was_older: bool
    """Whether the backup came from an older version and was brought up to date."""


def restore_backup(path: Path, *, at: datetime) -> RestoreResult:
    """Replace the club's data with those of a backup, as a new generation.

    Everything is checked, and on a laptop brought up to date, before anything changes. Raise BackupFailed if that
    fails; nothing has changed then.
    """
    contents = read_contents(path)
    if contents.kind != database_kind():
        raise BackupFailed(
            _("This is a backup of %(kind)s, and the club’s database here is %(here)s.")
            % {"kind": contents.kind, "here": database_kind()}
        )
    folder = Path(settings.DATA_DIR)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with alone(folder, address=""), tempfile.TemporaryDirectory(dir=folder, prefix=UNFINISHED) as name:
            for left in folder.glob(f"{UNFINISHED}*"):
                if left != Path(name):
                    shutil.rmtree(left, ignore_errors=True)
            database = Path(name, contents.database)
            take_out(path, contents.database, database)
            if found := database_fault(contents.kind, database):
                raise BackupFailed(_("The database in %(file)s is damaged: %(fault)s") % {"file": path, "fault": found})
            age = age_of(schema_of_copy(contents.kind, database))
            refuse_unfit_copy(age, contents, path)
            if age is Age.OLDER and contents.kind == "sqlite":
                _bring_up_to_date(lambda: upgrade_copy(database), path)
            if contents.has_key:
                take_out(path, KEY, Path(name, KEY))
            put_back = _put_back_file if contents.kind == "sqlite" else _put_back_dump
            aside = put_back(contents, Path(name), at)
            if age is Age.OLDER and contents.kind != "sqlite":
                _bring_up_to_date(upgrade_server, path)
            settle_generation()
            note_opened()
            connection.close()
            return RestoreResult(aside, age is Age.OLDER)
    except (OSError, sqlite3.Error, DatabaseError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BackupFailed(_("The backup could not be restored: %(reason)s") % {"reason": reason}) from error


def _bring_up_to_date(upgrade: Callable[[], None], path: Path) -> None:
    try:
        upgrade()
    except Exception as error:
        # A migration may raise any exception.
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        sentence = _("The data in %(file)s could not be brought up to date with this program (%(reason)s).")
        raise BackupFailed(sentence % {"file": path, "reason": reason}) from error


def _put_back_file(contents: Contents, taken_out: Path, at: datetime) -> Path | None:
    # Close the connection, which would otherwise continue on the file that is moved aside.
    connection.close()
    target = database_file()
    key = Path(settings.DATA_DIR, KEY)
    beside = [target.with_name(target.name + suffix) for suffix in sqlite.COMPANIONS]
    there = [file for file in (target, *beside, *([key] if contents.has_key else [])) if file.exists()]
    aside = _aside(at)
    if there:
        aside.mkdir(mode=0o700)
    try:
        for file in there:
            shutil.move(file, aside / file.name)
        (taken_out / contents.database).replace(target)
        if contents.has_key:
            (taken_out / KEY).replace(key)
    except OSError:
        _move_back(there, aside)
        raise
    write_through(target.parent)
    return aside if there else None


def _move_back(files: Sequence[Path], aside: Path) -> None:
    """Put the previous data back where they were, so that a restore that fails has changed nothing."""
    for file in files:
        if (kept := aside / file.name).exists():
            kept.replace(file)
    if files:
        aside.rmdir()


def _put_back_dump(contents: Contents, taken_out: Path, at: datetime) -> Path | None:
    if connected := postgresql.others():
        raise BackupFailed(
            ngettext(
                "The database has %(count)s other connection: stop the program that uses it, then restore.",
                "The database has %(count)s other connections: stop every program that uses it, then restore.",
                connected,
            )
            % {"count": connected}
        )
    aside = _aside(at)
    aside.mkdir(mode=0o700)
    make_backup(aside / "club.zip", at=at)
    postgresql.load(taken_out / contents.database)
    key = Path(settings.DATA_DIR, KEY)
    if contents.has_key:
        if key.exists():
            shutil.move(key, aside / KEY)
        (taken_out / KEY).replace(key)
    return aside


def _aside(at: datetime) -> Path:
    """Return the name of a new folder for the previous data."""
    stem = f"before-restore-{at.astimezone(UTC):%Y-%m-%d-%H%M%S}"
    names = [stem, *(f"{stem}-{number}" for number in range(2, 100))]
    return next(path for name in names if not (path := Path(settings.DATA_DIR, name)).exists())
