"""The name of this program among all others, and a short one for its code, which changes when a page could change.

Public pages use the name in their ETags, and collected static files lie in a folder of it. Standard library only.
"""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from pages.release import VERSION

PROGRAM = ("accounts", "burraco_club", "pages", "scoring", "tournaments")
WHAT_SHAPES_A_PAGE = (*PROGRAM, "locale", "static", "templates", "requirements.txt")
DERIVED = {".mo", ".pyc"}


def code_version(project: Path) -> str:
    """Return the first 12 hex digits of a hash of the names and contents of the program's files."""
    digest = hashlib.sha256()
    for name in sorted(_files(project)):
        # Unbuffered: every start reads all of these files, once each and as a whole.
        with open(project / name, "rb", buffering=0) as file:
            digest.update(name.encode())
            digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()[:12]


def program_version(code: str) -> str:
    """Return the name of this program among all others: its version number and the version of its code."""
    return f"{VERSION} ({code})"


def named_version(code: str) -> str:
    """Return the program's name with its version, as commands say it."""
    return f"Burraco Club {program_version(code)}"


def _files(project: Path) -> Iterator[str]:
    """Yield the names of the files, from the project's folder on."""
    for name in WHAT_SHAPES_A_PAGE:
        if (project / name).is_file():
            yield name
        for folder, _folders, files in os.walk(project / name):
            here = Path(folder).relative_to(project).as_posix()
            yield from (f"{here}/{file}" for file in files if os.path.splitext(file)[1] not in DERIVED)
