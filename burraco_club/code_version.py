"""One short name for the code as it is: it changes whenever a page could look different.

Public pages put it into their ETag, and collected static files live in a folder of that name.
Standard library only.
"""

import hashlib
from pathlib import Path

VERSION = "0.1.0"
"""As in pyproject.toml, which a club's copy of the program may lack."""

PROGRAM = ("accounts", "burraco_club", "scoring", "tournaments")
WHAT_SHAPES_A_PAGE = (*PROGRAM, "locale", "static", "templates", "requirements.txt")
DERIVED = {".mo", ".pyc"}


def code_version(project: Path) -> str:
    """The first 12 hex digits of a hash over the names and contents of the program's files."""
    digest = hashlib.sha256()
    for file in _files(project):
        digest.update(file.relative_to(project).as_posix().encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _files(project: Path) -> list[Path]:
    found: list[Path] = []
    for name in WHAT_SHAPES_A_PAGE:
        top = project / name
        found += [top] if top.is_file() else [path for path in top.rglob("*") if path.is_file()]
    return sorted(file for file in found if file.suffix not in DERIVED)
