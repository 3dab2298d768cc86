"""The second folder for backups that an administrator chose, where neither command line nor environment names one.

It belongs to this computer and not to the club's data, which a restore may take to another one: so it stands in a file
of the data folder.
"""

import os
import tempfile
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from .errors import BackupFailed

CHOSEN = "second-folder.txt"


def chosen_folder() -> str:
    """Empty where nobody chose one."""
    try:
        return _file().read_text(encoding="utf-8")
    except OSError:
        return ""


def choose_second_folder(folder: str, *, first: Path) -> None:
    """Keep every backup there, too, from now on; empty: in the `first` folder alone.

    Raises BackupFailed where none can be kept.
    """
    if folder:
        _refuse_unusable(Path(folder), first)
    try:
        unfinished = _file().with_suffix(".part")
        unfinished.touch(mode=0o600)
        unfinished.write_text(folder, encoding="utf-8")
        unfinished.replace(_file())
    except OSError as error:
        told = _("Nothing can be written to %(folder)s: %(reason)s")
        raise BackupFailed(told % {"folder": settings.DATA_DIR, "reason": error.strerror or error}) from error


def _file() -> Path:
    return Path(settings.DATA_DIR, CHOSEN)


def _refuse_unusable(folder: Path, first: Path) -> None:
    if not folder.is_absolute():
        raise BackupFailed(_("Write the whole path of the folder: /media/stick, or D:\\backups on Windows."))
    if not os.path.isdir(folder):
        told = _("There is no folder %(folder)s: plug the stick in, or make the folder.")
        raise BackupFailed(told % {"folder": folder})
    if folder.resolve() == first.resolve():
        raise BackupFailed(_("The backups are there already: choose a folder on another disk, or on a USB stick."))
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        told = _("Nothing can be written to %(folder)s: %(reason)s")
        raise BackupFailed(told % {"folder": folder, "reason": error.strerror or error}) from error
