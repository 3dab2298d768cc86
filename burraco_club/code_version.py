"""A short name for the current code, which changes whenever a page could look different.

Public pages use it in their ETags, and collected static files lie in a folder of that name. Standard library only.
"""

import hashlib
from pathlib import Path

VERSION = "0.1.0"
"""The same version as in pyproject.toml, which a club's copy of the program may lack."""

PROGRAM = ("accounts", "burraco_club", "pages", "scoring", "tournaments")
WHAT_SHAPES_A_PAGE = (*PROGRAM, "locale", "static", "templates", "requirements.txt")
DERIVED = {".mo", ".pyc"}


def code_version(project: Path) -> str:
    """Return the first 12 hex digits of a hash of the names and contents of the program's files."""
    digest = hashlib.sha256()
    for file in _files(project):
        digest.update(file.relative_to(project).as_posix().encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]


def program_version(code: str) -> str:
    """Return the name of this program among all others: its version number and the version of its code."""
    return f"{VERSION} ({code})"


def _files(project: Path) -> list[Path]:
    files: list[Path] = []
    for name in WHAT_SHAPES_A_PAGE:
        top = project / name
        files += [top] if top.is_file() else [path for path in top.rglob("*") if path.is_file()]
    return sorted(file for file in files if file.suffix not in DERIVED)
