"""Files that are there whole or not at all, whenever the machine stops."""

import os
from pathlib import Path


def write_whole(path: Path, text: str, *, mode: int = 0o644) -> bool:
    """Write the file unless it says this already. Return whether it was written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_file() and path.read_text(encoding="utf-8") == text and path.stat().st_mode & 0o777 == mode:
        return False
    new = path.with_name(f".{path.name}.new")
    new.unlink(missing_ok=True)
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
        os.fchmod(file.fileno(), mode)
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)
    return True
