"""The check of the data folder before it is used: it holds a new club, the club's own data, or something wrong.

Do not silently start a new club where one existed, and do not open a damaged database. The database is checked only if
it is SQLite; PostgreSQL looks after its own.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext as _

from burraco_club.secret_key import NEW_CLUB, draw_key

from . import sqlite
from .archive import KEY
from .creation import database_file, database_kind
from .errors import BackupFailed
from .fitness import way_out

Say = Callable[[str], None]
Ask = Callable[[str], bool]
"""Ask a yes-or-no question. Return false if nobody is there to answer."""


def look_at_data(say: Say, ask: Ask, *, whole: bool = True) -> None:
    """Raise BackupFailed, with what to do, if the data cannot be used. Ask first if somebody is there to answer.

    Unless `whole`, the pages of the database are left to a `WholeCheck`.
    """
    begins = database_kind() == "sqlite" and _look_at_database(say, ask, whole=whole)
    if not _has_key():
        _look_at_key(ask, begins=begins)


def begun() -> None:
    """Mark the club as begun: from now on, an empty folder is an error and not a new club."""
    Path(settings.DATA_DIR, NEW_CLUB).unlink(missing_ok=True)


def ask_on_terminal(question: str) -> bool:
    """Return true only if somebody typed yes."""
    if sys.stdin is None or not sys.stdin.isatty():
        return False
    yes, no = _("yes"), _("no")
    return input(f"{question} [{yes}/{no}] ").strip().casefold() in {yes, yes[0], "yes", "si"}


def refuse_damaged(file: Path, fault: str) -> NoReturn:
    """Raise BackupFailed for a damaged database, with what to do."""
    raise BackupFailed(
        _("The database %(file)s is damaged (%(fault)s), and nothing has been done to it. %(way_out)s")
        % {"file": file, "fault": fault, "way_out": way_out()}
    )


def _look_at_database(say: Say, ask: Ask, *, whole: bool) -> bool:
    """Return whether a new club begins."""
    file = database_file()
    if whole and file.exists() and file.stat().st_size and (found := sqlite.fault(file)):
        refuse_damaged(file, found)
    if sqlite.has_tables(file):
        begun()
        return False
    if not Path(settings.DATA_DIR, NEW_CLUB).exists():
        if file.exists():
            sentence = _("%(folder)s belongs to a club, but its database %(file)s is empty. %(way_out)s")
        else:
            sentence = _("%(folder)s belongs to a club, but its database %(file)s is missing. %(way_out)s")
        sentence %= {"folder": settings.DATA_DIR, "file": file.name, "way_out": way_out()}
        question = _("Start a new, empty club here?")
        if not ask(f"{sentence}\n{question}"):
            raise BackupFailed(sentence)
        say(_("Starting a new club here."))
    return True


def _has_key() -> bool:
    try:
        return bool(settings.SECRET_KEY)
    except ImproperlyConfigured:
        return False


def _look_at_key(ask: Ask, *, begins: bool) -> None:
    """Create a key for a new club, or if the user wants one."""
    key = Path(settings.DATA_DIR, KEY)
    if not begins:
        if key.exists():
            sentence = _("The file %(file)s, which tells the program who is logged in, contains no key. %(way_out)s")
        else:
            sentence = _("The file %(file)s, which tells the program who is logged in, is missing. %(way_out)s")
        sentence %= {"file": key, "way_out": way_out()}
        question = _(
            "Create a new key? Everybody will have to log in again, and phones will have to enter their code again."
        )
        if not ask(f"{sentence}\n{question}"):
            raise BackupFailed(sentence)
    settings.SECRET_KEY = draw_key(key)
