"""The retention of backups: their folder, their number, and their second folder.

`BURRACO_BACKUPS_KEPT` is the number. The second folder is a USB stick or another disk, named by `BURRACO_BACKUP_COPY`
or else chosen by an administrator. It belongs to this computer and not to the club's data, which may be restored on
another one: the choice is stored in a file of the data folder.
"""

import os
import shutil
import tempfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from burraco_club.lock import one_at_a_time
from burraco_club.private_files import for_the_owner, write_whole

from .creation import database_digest, make_backup
from .errors import BackupFailed

NAME = "club-*.zip"
FAILED = "failed.txt"
"""The last failure, for the referee's desk. The file is absent while all is well."""
CHOSEN = "second-folder.txt"
"""The second folder that an administrator chose."""


def backup_folder() -> Path:
    return Path(settings.DATA_DIR, "backups")


def second_folder() -> Path | None:
    """Return the folder named by the command line or the environment, or else the chosen one."""
    named = settings.BACKUP_COPY or chosen_folder()
    return Path(named) if named else None


def chosen_folder() -> str:
    """Return the chosen folder, or an empty string."""
    try:
        return _choice().read_text(encoding="utf-8")
    except OSError:
        return ""


def choose_second_folder(folder: str, *, first: Path) -> None:
    """Copy every backup to `folder` as well, or stop doing so if it is empty.

    Raise BackupFailed if the folder cannot be used.
    """
    if folder:
        _refuse_unusable(Path(folder), first)
    try:
        write_whole(_choice(), folder)
    except OSError as error:
        raise _unwritable(settings.DATA_DIR, error) from error


def new_name(folder: Path, at: datetime) -> Path:
    """Return a name for a backup made at this moment. Names sort by time, even within one second."""
    stem = f"club-{at.astimezone(UTC):%Y-%m-%d-%H%M%S}"
    # A hyphen would sort before the dot of the first name.
    names = [stem, *(f"{stem}_{number:02}" for number in range(2, 100))]
    return next(path for name in names if not (path := folder / f"{name}.zip").exists())


def kept_backups() -> list[Path]:
    """Return the backups in the data folder, the oldest first."""
    return sorted(backup_folder().glob(NAME))


def all_backups() -> list[Path]:
    """Return the backups of the second folder, then those of the data folder, each with the oldest first."""
    second = second_folder()
    return [*(sorted(second.glob(NAME)) if second else []), *kept_backups()]


def keep_backup(*, at: datetime) -> Path:
    """Make a backup and copy it to the second folder. Note a failure and raise BackupFailed.

    If nothing has been written since the last backup, that one is kept instead.
    """
    folder = backup_folder()
    note = folder / FAILED
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    # Several processes of a server may start at the same moment.
    with one_at_a_time(folder / "making.lock"):
        _clear_away(folder)
        try:
            path = _keep(at)
            _copy_to_second(path)
        except BackupFailed as failure:
            with suppress(OSError):
                note.touch(mode=0o600)
                note.write_text(str(failure), encoding="utf-8")
            raise
        note.unlink(missing_ok=True)
    return path


def trouble() -> str:
    """Return what is wrong with the backups, or an empty string.

    It takes a few checks of the disk and no query.
    """
    failed, second = backup_folder() / FAILED, second_folder()
    if second is not None and not os.path.isdir(second):
        return _absent(second)
    try:
        return failed.read_text(encoding="utf-8")
    except OSError:
        return ""


def _keep(at: datetime) -> Path:
    folder = backup_folder()
    before = kept_backups()
    path = make_backup(new_name(folder, at), at=at)
    if before and database_digest(before[-1]) == database_digest(path):
        path.unlink()
        return before[-1]
    _forget_old(folder)
    return path


def _copy_to_second(path: Path) -> None:
    second = second_folder()
    if second is None:
        return
    # Do not create a missing folder: where a stick was pulled out, it would be a folder of this disk.
    if not os.path.isdir(second):
        raise BackupFailed(_absent(second))
    copied, unfinished = second / path.name, second / f"{path.name}.{os.getpid()}.part"
    if copied.exists():
        return
    try:
        with path.open("rb") as backup, open(unfinished, "wb", opener=for_the_owner) as file:
            shutil.copyfileobj(backup, file)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(copied)
        _forget_old(second)
    except OSError as error:
        raise BackupFailed(
            _("The backup could not be copied to %(folder)s: %(reason)s")
            % {"folder": second, "reason": error.strerror or error}
        ) from error
    finally:
        if os.path.isdir(second):
            unfinished.unlink(missing_ok=True)


def _clear_away(folder: Path) -> None:
    """Delete the unfinished files of a program that was killed during a backup."""
    for left in folder.glob(".making-*"):
        shutil.rmtree(left, ignore_errors=True)
    for left in folder.glob("*.part"):
        left.unlink(missing_ok=True)


def _forget_old(folder: Path) -> None:
    for old in sorted(folder.glob(NAME))[: -settings.BACKUPS_KEPT]:
        old.unlink(missing_ok=True)


def _absent(folder: Path) -> str:
    return _("The second folder for backups, %(folder)s, is not there: plug the stick in again.") % {"folder": folder}


def _choice() -> Path:
    return Path(settings.DATA_DIR, CHOSEN)


def _refuse_unusable(folder: Path, first: Path) -> None:
    if not folder.is_absolute():
        raise BackupFailed(_("Write the whole path of the folder: /media/stick, or D:\\backups on Windows."))
    if not os.path.isdir(folder):
        sentence = _("There is no folder %(folder)s: plug the stick in, or create the folder.")
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
