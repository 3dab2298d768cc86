"""The key that signs sessions: drawn on the first start, kept in the club's data folder, never in the code."""

import os
import secrets
import time
from pathlib import Path


def read_or_create_key(path: Path) -> str:
    """The key in `path`, drawn and written there first if there is none.

    Only the owner can read the file, where the operating system knows owners. Of two programs that start
    together on an empty folder one writes the key and the other reads it. Raises OSError if the folder
    cannot be written, and ValueError if the file holds no key.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read_key(path)
    key = secrets.token_urlsafe(50)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(key)
    except OSError:
        path.unlink()
        raise
    return key


def _read_key(path: Path) -> str:
    # Whoever is writing the key at this moment has written it a moment later.
    for _attempt in range(20):
        if key := path.read_text(encoding="ascii").strip():
            return key
        time.sleep(0.05)
    raise ValueError(f"expected a key in {path}, got an empty file: delete it, and a new key is drawn")
