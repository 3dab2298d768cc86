"""The start of every server process: check the data, hold the lock, and begin automatic backups."""

import atexit
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from .age import Age
from .automatic import AutomaticBackups
from .data_lock import open_lock
from .errors import BackupFailed
from .fitness import age_here, refuse_unfit, where
from .folder import look_at_data
from .generation import settle_generation

ROLLING = "rolling-update"
"""A file in the data folder that marks an update in progress.

It may have left a service with the previous version, which continues on the newer tables (deploy/rolling_update.py).
"""


def open_for_good() -> None:
    """Open the data until the process ends. Raise BackupFailed if they cannot be served."""
    look_at_data(say=print, ask=lambda _question: False)
    folder = Path(settings.DATA_DIR)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    atexit.register(open_lock(folder).close)
    _look_at_schema()
    settle_generation()
    backups = AutomaticBackups()
    backups.begin()
    atexit.register(backups.end)


def _look_at_schema() -> None:
    """Raise BackupFailed if the tables are not this program's. Server processes do not migrate them."""
    age = age_here()
    if age is Age.NEWER and Path(settings.DATA_DIR, ROLLING).exists():
        return
    refuse_unfit(age)
    if age is not Age.SAME:
        sentence = _(
            "The database %(where)s is older than the program: bring it up to date with manage.py prepare_database."
        )
        raise BackupFailed(sentence % {"where": where()})
