"""File modes that keep results, backups and the key from other users of this computer.

Windows has no such modes: there the folder is as open as its parent.
"""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

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


def for_the_owner(path: str, flags: int) -> int:
    """Open a new file that only its owner can ever read: the `opener` of `open`."""
    return os.open(path, flags, 0o600)
