"""The club's data are their owner's alone: nobody else on this computer reads figures, backups or the key.

Windows keeps no such modes: there the folder is as open as the one that it lies in.
"""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

OURS = (
    *("club.sqlite3*", "secret.key", "new-club", "first-password.txt", "*.lock"),
    *("pages", "pages/*", "backups", "backups/*", "before-restore-*", "before-restore-*/*"),
)
"""What of a data folder is the club's; whoever chose the folder may keep other things in it."""


def close_folder(folder: Path) -> None:
    """Take away what others may do in a data folder that was made wider, by hand or by an older program.

    Not where it is everybody's, as `/tmp` is: there only what is the club's.
    """
    if folder.is_dir() and not folder.stat().st_mode & stat.S_ISVTX:
        close([folder])
    close(path for pattern in OURS for path in folder.glob(pattern))


def close(paths: Iterable[Path]) -> None:
    """Leave the modes of these to their owner alone; those that are somebody else's stay as they are."""
    for path in paths if os.name != "nt" else ():
        with suppress(OSError):
            mode = path.stat().st_mode
            if stat.S_IMODE(mode) & 0o077:
                path.chmod(stat.S_IMODE(mode) & 0o700)


def for_the_owner(path: str, flags: int) -> int:
    """Opens a new file so that nobody else ever reads it: the `opener` of `open`."""
    return os.open(path, flags, 0o600)
