"""The key that signs sessions, created for a new club and kept in its data folder, never in the code."""

import secrets
from pathlib import Path

from burraco_club.lock import one_at_a_time
from burraco_club.private_files import write_whole

NEW_CLUB = "new-club"
"""A file that marks a club whose key was created and whose database was not yet."""


def read_or_draw_key(path: Path, *, database: Path | None) -> str:
    """Return the key in `path`, created first for a new club, or an empty string if there is none.

    A club with a `database` file has had a key, so a lost or empty key file is not replaced without asking. None means
    that the database is on a server. Raise OSError if the folder cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists() and (database is None or _is_new(path.parent, database)):
        # If two programs start together on an empty folder, one creates the key and the other reads it.
        with one_at_a_time(path.parent / "preparing.lock"):
            if not path.exists():
                if database is not None:
                    path.with_name(NEW_CLUB).touch(mode=0o600)
                return draw_key(path)
    return _read_key(path)


def draw_key(path: Path) -> str:
    """Write a new key and return it."""
    key = secrets.token_urlsafe(50)
    write_whole(path, key)
    return key


def _is_new(folder: Path, database: Path) -> bool:
    """Return whether the folder contains no trace of a club yet."""
    traces = [*folder.glob("backups/*.zip"), *folder.glob("before-restore-*")]
    return not traces and not (database.exists() and database.stat().st_size)


def _read_key(path: Path) -> str:
    """Return the key, or an empty string if the file is empty or a power cut filled it with zeros."""
    key = path.read_text(encoding="ascii", errors="replace").strip() if path.exists() else ""
    return key if key.isprintable() and key.isascii() else ""
