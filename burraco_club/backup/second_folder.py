"""The second backup folder, chosen by an administrator if neither command line nor environment names one.

It belongs to this computer and not to the club's data, which may be restored on another one. It is therefore stored in
a file of the data folder.
"""

import os
import tempfile
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from .errors import BackupFailed

CHOSEN = "second-folder.txt"


def chosen_folder() -> str:
    """Return the chosen folder, or an empty string."""
    try:
        return _file().read_text(encoding="utf-8")
    except OSError:
        return ""


def choose_second_folder(folder: str, *, first: Path) -> None:
    """Copy every backup to `folder` as well, or stop doing so if it is empty.

    Raise BackupFailed if the folder cannot be used.
    """
    if folder:
        _refuse_unusable(Path(folder), first)
    try:
        unfinished = _file().with_suffix(".part")
        unfinished.touch(mode=0o600)
        unfinished.write_text(folder, encoding="utf-8")
        unfinished.replace(_file())
    except OSError as error:
        raise _unwritable(settings.DATA_DIR, error) from error


def _file() -> Path:
    return Path(settings.DATA_DIR, CHOSEN)


def _refuse_unusable(folder: Path, first: Path) -> None:
    if not folder.is_absolute():
        raise BackupFailed(_("Write the whole path of the folder: /media/stick, or D:\\backups on Windows."))
    if not os.path.isdir(folder):
        sentence = _("There is no folder %(folder)s: plug the stick in, or make the folder.")
        raise BackupFailed(sentence % {"folder": folder})
    if folder.resolve() == first.resolve():
        raise BackupFailed(_("The backups are there already: choose a folder on another disk, or on a USB stick."))
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _unwritable(folder, error) from error


def _unwritable(folder: Path | str, error: OSError) -> BackupFailed:
    facts = {"folder": folder, "reason": error.strerror or error}
    return BackupFailed(_("Nothing can be written to %(folder)s: %(reason)s") % facts)
