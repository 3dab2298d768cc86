"""The backups that the program keeps by itself: where, how many, and a second time in another folder.

`BURRACO_BACKUPS_KEPT` says how many. The other folder is a USB stick or another disk: `BURRACO_BACKUP_COPY` names it,
or else an administrator (`chosen.py`).
"""

import os
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from burraco_club.lock import one_at_a_time
from burraco_club.private_files import for_the_owner

from .chosen import chosen_folder
from .errors import BackupFailed
from .making import database_digest, make_backup

NAME = "club-*.zip"
FAILED = "failed.txt"
"""What went wrong the last time, for the referee's desk; there is none while all is well."""


def backup_folder() -> Path:
    return Path(settings.DATA_DIR, "backups")


def second_folder() -> Path | None:
    """The one that the command line or the environment names, or else the one that was chosen."""
    named = settings.BACKUP_COPY or chosen_folder()
    return Path(named) if named else None


def new_name(folder: Path, at: datetime) -> Path:
    """A name for a backup made at that moment, by which they stand in the order of time, those of one second too."""
    stem = f"club-{at.astimezone(UTC):%Y-%m-%d-%H%M%S}"
    # A dash would stand before the dot of the first one's name.
    names = [stem, *(f"{stem}_{number:02}" for number in range(2, 100))]
    return next(path for name in names if not (path := folder / f"{name}.zip").exists())


def kept_backups() -> list[Path]:
    """Those of the data folder, the oldest first."""
    return sorted(backup_folder().glob(NAME))


def latest_backup() -> Path | None:
    """The one to be restored: here, or else in the second folder."""
    second = second_folder()
    return next(reversed([*(sorted(second.glob(NAME)) if second else []), *kept_backups()]), None)


def keep_backup(*, at: datetime) -> Path:
    """Make a backup, keep it with the last ones and in the second folder. Raises BackupFailed, and notes it.

    Where nothing was written since the last one, there is no second one like it.
    """
    folder = backup_folder()
    note = folder / FAILED
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    # Several processes of a server are asked at the same moment.
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
    """What whoever looks after the evening should know of the backups; empty where all is well.

    A few looks at the disk, no query.
    """
    second = second_folder()
    if second is not None and not os.path.isdir(second):
        return _absent(second)
    try:
        return (backup_folder() / FAILED).read_text(encoding="utf-8")
    except OSError:
        return ""


def _keep(at: datetime) -> Path:
    folder = backup_folder()
    before = kept_backups()
    made = make_backup(new_name(folder, at), at=at)
    if before and database_digest(before[-1]) == database_digest(made):
        made.unlink()
        return before[-1]
    _forget_old(folder)
    return made


def _copy_to_second(path: Path) -> None:
    second = second_folder()
    if second is None:
        return
    # Not made where it is missing: on the place of a stick that was pulled out it would be a folder of this disk.
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
    """What a program left unfinished that was killed while it made one."""
    for left in folder.glob(".making-*"):
        shutil.rmtree(left, ignore_errors=True)
    for left in folder.glob("*.part"):
        left.unlink(missing_ok=True)


def _forget_old(folder: Path) -> None:
    for old in sorted(folder.glob(NAME))[: -settings.BACKUPS_KEPT]:
        old.unlink(missing_ok=True)


def _absent(folder: Path) -> str:
    return _("The second folder for backups, %(folder)s, is not there: plug the stick in again.") % {"folder": folder}
