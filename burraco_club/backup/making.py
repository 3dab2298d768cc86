"""A backup made and checked: of whichever database the settings name, with the key that signs the logins."""

import sqlite3
import tempfile
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from . import postgresql, sqlite
from .archive import DATABASES, KEY, read_contents, write_archive
from .errors import BackupFailed


def database_kind() -> str:
    """`sqlite` or `postgresql`."""
    return connection.vendor


def database_file() -> Path:
    """SQLite's file, as the settings name it."""
    return Path(connection.settings_dict["NAME"])


def key_file() -> Path | None:
    """The key that goes with the data, unless the environment holds it."""
    path = Path(settings.DATA_DIR, KEY)
    return path if path.exists() and path.stat().st_size else None


def make_backup(path: Path, *, at: datetime) -> Path:
    """Write a new backup into `path` and check it, the database in it as well as the file. Returns `path`.

    Raises BackupFailed; nothing is left behind then.
    """
    if path.exists():
        raise BackupFailed(_("%(file)s is there already: choose another name.") % {"file": path})
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".making-") as folder:
            database = Path(folder, DATABASES[database_kind()])
            _copy_database(database)
            write_archive(
                path,
                kind=database_kind(),
                database=database,
                key=key_file(),
                version=settings.CODE_VERSION,
                made_at=at,
            )
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise BackupFailed(
            _("The backup %(file)s could not be written: %(reason)s") % {"file": path, "reason": reason}
        ) from error
    return path


def database_digest(path: Path) -> str:
    """Of the database in a backup: the same where nothing was written between two of them."""
    contents = read_contents(path)
    return contents.digests[contents.database]


def database_fault(kind: str, path: Path) -> str:
    """What is wrong with a copy of a database, thoroughly looked at; empty where nothing is."""
    return sqlite.fault(path, thorough=True) if kind == "sqlite" else postgresql.fault(path)


def _copy_database(to: Path) -> None:
    kind = database_kind()
    if kind == "sqlite":
        if not database_file().exists():
            raise BackupFailed(_("There is no database %(file)s to back up.") % {"file": database_file()})
        sqlite.copy(database_file(), to)
    else:
        postgresql.dump(to)
    if found := database_fault(kind, to):
        raise BackupFailed(_("The database is damaged, and a backup of it would be, too: %(fault)s") % {"fault": found})
