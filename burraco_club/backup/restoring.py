"""A backup put in the place of the club's data. What was there is kept."""

import shutil
import sqlite3
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from burraco_club.secret_key import write_through
from tournaments.views.hall.on_disk import forget_pages

from . import postgresql, sqlite
from .archive import KEY, Contents, read_contents, take_out
from .errors import BackupFailed
from .making import database_fault, database_file, database_kind, make_backup
from .running import nobody_serves

UNFINISHED = ".restoring-"
"""How the folder's name begins that a restore works in; one that was killed leaves it behind."""


def restore_backup(path: Path, *, at: datetime) -> Path | None:
    """Put the data of a backup in the place of those there are, and say where these are now; None: there were none.

    It is checked whole before anything is touched. Raises BackupFailed: nothing has changed then.
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
        with nobody_serves(folder), tempfile.TemporaryDirectory(dir=folder, prefix=UNFINISHED) as name:
            for left in folder.glob(f"{UNFINISHED}*"):
                if left != Path(name):
                    shutil.rmtree(left, ignore_errors=True)
            database = Path(name, contents.database)
            take_out(path, contents.database, database)
            if found := database_fault(contents.kind, database):
                raise BackupFailed(_("The database in %(file)s is damaged: %(fault)s") % {"file": path, "fault": found})
            if contents.has_key:
                take_out(path, KEY, Path(name, KEY))
            # Before: whatever happens, no page outlives the data that it shows.
            if settings.PUBLIC_PAGES is not None:
                forget_pages(settings.PUBLIC_PAGES)
            put_back = _put_back_file if contents.kind == "sqlite" else _put_back_dump
            return put_back(contents, Path(name), at)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise BackupFailed(_("The backup could not be restored: %(reason)s") % {"reason": reason}) from error


def _put_back_file(contents: Contents, taken_out: Path, at: datetime) -> Path | None:
    # This program's own would go on with the file that is put aside.
    connection.close()
    target = database_file()
    key = Path(settings.DATA_DIR, KEY)
    beside = [target.with_name(target.name + suffix) for suffix in sqlite.COMPANIONS]
    there = [file for file in (target, *beside, *([key] if contents.has_key else [])) if file.exists()]
    aside = _aside(at)
    if there:
        aside.mkdir(mode=0o700)
    for file in there:
        shutil.move(file, aside / file.name)
    (taken_out / contents.database).replace(target)
    if contents.has_key:
        (taken_out / KEY).replace(key)
    write_through(target.parent)
    return aside if there else None


def _put_back_dump(contents: Contents, taken_out: Path, at: datetime) -> Path | None:
    if connected := postgresql.others():
        raise BackupFailed(
            _("The database has %(count)s other connections: stop every program that uses it, then restore.")
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
    """A new folder's name for what was there."""
    stem = f"before-restore-{at.astimezone(UTC):%Y-%m-%d-%H%M%S}"
    names = [stem, *(f"{stem}-{number}" for number in range(2, 100))]
    return next(path for name in names if not (path := Path(settings.DATA_DIR, name)).exists())
