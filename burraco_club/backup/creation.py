"""Making and checking a backup of the database that the settings name, with the key that signs the sessions."""

import sqlite3
import tempfile
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from burraco_club.backup import postgresql, sqlite
from burraco_club.code_version import program_version

from .age import GENERATIONS
from .archive import DATABASES, KEY, read_contents, write_archive
from .errors import BackupFailed


def database_kind() -> str:
    """Return `sqlite` or `postgresql`."""
    return connection.vendor


def database_file() -> Path:
    """Return SQLite's file, as the settings name it."""
    return Path(connection.settings_dict["NAME"])


def key_file() -> Path | None:
    """Return the file of the key that belongs to the data, or None if the environment holds the key."""
    path = Path(settings.DATA_DIR, KEY)
    return path if path.exists() and path.stat().st_size else None


def make_backup(path: Path, *, at: datetime) -> Path:
    """Write a backup to `path`, check both the database and the file, and return `path`.

    Raise BackupFailed if that fails; nothing is left behind then.
    """
    if path.exists():
        raise BackupFailed(_("%(file)s already exists: choose another name.") % {"file": path})
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
                version=program_version(settings.CODE_VERSION),
                made_at=at,
            )
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise BackupFailed(
            _("The backup %(file)s could not be written: %(reason)s") % {"file": path, "reason": reason}
        ) from error
    return path


def database_digest(path: Path) -> str:
    """Return the digest of the database in a backup. Two backups with no write between them have the same digest."""
    contents = read_contents(path)
    return contents.digests[contents.database]


def database_fault(kind: str, path: Path) -> str:
    """Return the fault that a thorough check finds in a copy of a database, or an empty string."""
    return sqlite.fault(path, thorough=True) if kind == "sqlite" else postgresql.fault(path)


def _copy_database(to: Path) -> None:
    kind = database_kind()
    if kind == "sqlite":
        if not database_file().exists():
            raise BackupFailed(_("There is no database %(file)s to back up.") % {"file": database_file()})
        sqlite.copy(database_file(), to)
        # A backup restored by hand is a new generation as well.
        sqlite.take_out_generation(to)
    else:
        postgresql.dump(to, without_rows_of=GENERATIONS)
    if found := database_fault(kind, to):
        raise BackupFailed(_("The database is damaged, and a backup of it would be, too: %(fault)s") % {"fault": found})
