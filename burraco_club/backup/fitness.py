"""Whether this program may open a database, and the message if it may not: versions, backup, and remedy."""

import tempfile
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from burraco_club.code_version import program_version

from . import sqlite
from .age import Age, age_of
from .archive import Contents, read_contents, take_out
from .creation import database_file, database_kind
from .errors import BackupFailed
from .retention import all_backups
from .schema import schema_here, schema_of_copy


def age_here() -> Age:
    """Return the age of the club's database. No file is created if there is none."""
    if database_kind() == "sqlite" and not sqlite.has_tables(database_file()):
        return Age.EMPTY
    return age_of(schema_here())


def refuse_unfit(age: Age) -> None:
    """Raise BackupFailed if this program does not open the database. An older one is accepted."""
    if age in WORDS:
        sentence = WORDS[age]() % {"where": where(), "theirs": _opened_by(), "ours": ours()}
        raise BackupFailed(f"{sentence} {way_out()}")


def refuse_unfit_copy(age: Age, contents: Contents, file: Path) -> None:
    """Raise BackupFailed if this program does not open the database of a backup, before anything is changed."""
    if age is Age.EMPTY:
        raise BackupFailed(_("The database in %(file)s is empty: choose another backup.") % {"file": file})
    if age in WORDS:
        sentence = WORDS[age]() % {"where": file, "theirs": contents.version, "ours": ours()}
        raise BackupFailed(sentence)


def where() -> str:
    """Return the place of the club's data."""
    if database_kind() == "sqlite":
        return str(database_file())
    return str(connection.settings_dict["NAME"])


def ours() -> str:
    return program_version(settings.CODE_VERSION)


def way_out() -> str:
    """Return the command to type, with the name of the last usable backup if there is one."""
    command = settings.COMMAND
    if latest := _latest_fit():
        sentence = _("To restore the last backup: %(command)s restore %(file)s")
        return sentence % {"command": command, "file": _quoted(latest)}
    sentence = _("Restore a backup with: %(command)s restore FILE — or choose another folder with --data.")
    return sentence % {"command": command}


def _newer() -> str:
    return _(
        "The data in %(where)s belong to version %(theirs)s of the program, which is newer than this one, %(ours)s. "
        "Nothing has been done to them. Open them with that version, which you can get where you got this one."
    )


def _other() -> str:
    return _(
        "The data in %(where)s were made by a program from before 23 November 2026 (version %(theirs)s), or were "
        "changed by hand: their tables are not those that this version, %(ours)s, knows. Nothing has been done to "
        "them. With the program that made them, export every tournament as JSON and the members as a file, then "
        "import these here, into a new folder (--data)."
    )


def _foreign() -> str:
    return _(
        "The database in %(where)s does not belong to a club: none of its tables was made by this program, version "
        "%(ours)s. Nothing has been done to it."
    )


WORDS = {Age.NEWER: _newer, Age.OTHER: _other, Age.FOREIGN: _foreign}


def _opened_by() -> str:
    """Return the version that last opened the data or, if they do not record it, the one that made the last backup."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT program FROM tournaments_generation")
            if row := cursor.fetchone():
                return str(row[0])
    except DatabaseError:
        pass
    for path in reversed(all_backups()):
        try:
            return read_contents(path).version
        except BackupFailed:
            continue
    return _("unknown")


def _latest_fit() -> Path | None:
    """Return the newest backup that can be restored here."""
    return next(filter(_is_fit, reversed(all_backups())), None)


def _is_fit(path: Path) -> bool:
    try:
        contents = read_contents(path)
        with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".looking-") as folder:
            copy = Path(folder, contents.database)
            take_out(path, contents.database, copy)
            age = age_of(schema_of_copy(contents.kind, copy))
    except (BackupFailed, OSError):
        return False
    return contents.kind == database_kind() and age in (Age.OLDER, Age.SAME)


def _quoted(path: Path) -> str:
    return f'"{path}"' if " " in str(path) else str(path)
