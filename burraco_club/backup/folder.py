"""The data folder before anything is done with it: a new club, the club's own data, or something that needs a word.

Never is a new club begun quietly where one has been, and never is a damaged database opened. Only where the database
is SQLite's file: PostgreSQL looks after its own.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext as _

from burraco_club.secret_key import NEW_CLUB, draw_key

from . import sqlite
from .archive import KEY
from .errors import BackupFailed
from .kept import latest_backup
from .making import database_file, database_kind

Say = Callable[[str], None]
Ask = Callable[[str], bool]
"""Asks a question of yes and no; no, where nobody is there to answer."""


def look_at_data(say: Say, ask: Ask) -> None:
    """Refuse data that cannot be served with a sentence that says the way out, as BackupFailed; ask where one may."""
    begins = database_kind() == "sqlite" and _look_at_database(say, ask)
    if not _has_key():
        _look_at_key(ask, begins=begins)


def begun() -> None:
    """The club has its database and an account: from now on, an empty folder is no new club."""
    Path(settings.DATA_DIR, NEW_CLUB).unlink(missing_ok=True)


def ask_on_terminal(question: str) -> bool:
    """Yes only from somebody who typed it."""
    if sys.stdin is None or not sys.stdin.isatty():
        return False
    yes, no = _("yes"), _("no")
    return input(f"{question} [{yes}/{no}] ").strip().casefold() in {yes, yes[0], "yes", "si"}


def _look_at_database(say: Say, ask: Ask) -> bool:
    """Whether a new club begins."""
    file = database_file()
    if file.exists() and file.stat().st_size and (found := sqlite.fault(file)):
        raise BackupFailed(
            _("The database %(file)s is damaged (%(fault)s), and nothing has been done to it. %(way_out)s")
            % {"file": file, "fault": found, "way_out": _way_out()}
        )
    if sqlite.has_tables(file):
        begun()
        return False
    if not Path(settings.DATA_DIR, NEW_CLUB).exists():
        if file.exists():
            told = _("%(folder)s belongs to a club, but its database %(file)s is empty. %(way_out)s")
        else:
            told = _("%(folder)s belongs to a club, but its database %(file)s is missing. %(way_out)s")
        told %= {"folder": settings.DATA_DIR, "file": file.name, "way_out": _way_out()}
        question = _("Begin a new, empty club here?")
        if not ask(f"{told}\n{question}"):
            raise BackupFailed(told)
        say(_("A new club begins here."))
    return True


def _has_key() -> bool:
    try:
        return bool(settings.SECRET_KEY)
    except ImproperlyConfigured:
        return False


def _look_at_key(ask: Ask, *, begins: bool) -> None:
    """Draw a key for a club that begins, or where somebody wants one."""
    key = Path(settings.DATA_DIR, KEY)
    if not begins:
        if key.exists():
            told = _("The file %(file)s, by which the program knows who is logged in, holds no key. %(way_out)s")
        else:
            told = _("The file %(file)s, by which the program knows who is logged in, is missing. %(way_out)s")
        told %= {"file": key, "way_out": _way_out()}
        question = _("Draw a new key? Everybody logs in anew then, and phones give their code again.")
        if not ask(f"{told}\n{question}"):
            raise BackupFailed(told)
    settings.SECRET_KEY = draw_key(key)


def _way_out() -> str:
    """What to type, with the last backup's name in it where there is one."""
    if latest := latest_backup():
        return _("The last backup is put back by: python3 club.py restore %(file)s") % {"file": _quoted(latest)}
    return _("Put a backup back by: python3 club.py restore FILE — or choose another folder with --data.")


def _quoted(path: Path) -> str:
    return f'"{path}"' if " " in str(path) else str(path)
