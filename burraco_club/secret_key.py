"""The key that signs sessions: drawn for a new club, kept in its data folder, never in the code."""

import os
import secrets
from pathlib import Path

from burraco_club.lock import one_at_a_time
from burraco_club.private_files import for_the_owner

NEW_CLUB = "new-club"
"""The file that says that a key was drawn for a club whose database is still to be made."""


def read_or_draw_key(path: Path, *, database: Path | None) -> str:
    """The key in `path`, drawn and written there first where a club begins; empty where there is none to be had.

    A club whose `database` file is here has had a key: without it nobody is drawn a new one unasked, nor where the
    file holds none. None: the database is on a server. Raises OSError if the folder cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists() and (database is None or _is_new(path.parent, database)):
        # Of two programs that start together on an empty folder one draws the key and the other reads it.
        with one_at_a_time(path.parent / "preparing.lock"):
            if not path.exists():
                if database is not None:
                    path.with_name(NEW_CLUB).touch(mode=0o600)
                return draw_key(path)
    return _read_key(path)


def draw_key(path: Path) -> str:
    """Write a new key."""
    key = secrets.token_urlsafe(50)
    write_whole(path, key)
    return key


def write_whole(path: Path, text: str) -> None:
    """Write a file whole and down to the disk before it gets its name. Only the owner can read it."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with open(unfinished, "x", encoding="utf-8", opener=for_the_owner) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        write_through(path.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def write_through(folder: Path) -> None:
    """Write the names of a folder's files down to the disk, where the system can."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _is_new(folder: Path, database: Path) -> bool:
    """Whether nothing of a club is in the folder yet."""
    traces = [*folder.glob("backups/*.zip"), *folder.glob("before-restore-*")]
    return not traces and not (database.exists() and database.stat().st_size)


def _read_key(path: Path) -> str:
    """Empty for a file that holds none: one that is empty, or that a power cut filled with zeros."""
    key = path.read_text(encoding="ascii", errors="replace").strip() if path.exists() else ""
    return key if key.isprintable() and key.isascii() else ""
