"""File modes that keep results, backups and the key from other users of this computer.

Windows has no such modes: there the folder is as open as its parent.
"""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from threading import get_ident

OURS = (
    *("club.sqlite3*", "secret.key", "new-club", "first-password.txt", "*.lock", "open.txt", "seen.json"),
    *("line", "line/*", "pages", "pages/*", "backups", "backups/*", "before-restore-*", "before-restore-*/*"),
)
"""The club's files in a data folder, which may contain other files as well."""


def close_folder(folder: Path) -> None:
    """Remove other users' permissions from a data folder that was opened by hand or by an older program.

    In a shared folder such as `/tmp`, only the club's files are closed.
    """
    if folder.is_dir() and not folder.stat().st_mode & stat.S_ISVTX:
        close([folder])
    close(path for pattern in OURS for path in folder.glob(pattern))


def close(paths: Iterable[Path]) -> None:
    """Restrict these files to their owner. Files of other users stay as they are."""
    for path in paths if os.name != "nt" else ():
        with suppress(OSError):
            mode = path.stat().st_mode
            if stat.S_IMODE(mode) & 0o077:
                path.chmod(stat.S_IMODE(mode) & 0o700)


def write_whole(path: Path, text: str) -> None:
    """Write a file completely and flush it to the disk before it gets its name. Only its owner can read it.

    Whoever else writes it at the same moment writes it as completely; the last one's is left.
    """
    unfinished = path.with_name(f"{path.name}.{os.getpid()}-{get_ident()}.part")
    try:
        with open(unfinished, "x", encoding="utf-8", newline="\n", opener=for_the_owner) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        write_through(path.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def write_through(folder: Path) -> None:
    """Flush the folder's directory entries to the disk, if the system supports that."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def for_the_owner(path: str, flags: int) -> int:
    """Open a new file that only its owner can ever read: the `opener` of `open`."""
    return os.open(path, flags, 0o600)
