"""Compiling the translations in pure Python, so that no computer needs GNU gettext."""

import os
from collections.abc import Iterable
from pathlib import Path


def compile_catalogs(folders: Iterable[Path]) -> list[Path]:
    """Compile every `.po` under `folders` that is newer than its `.mo`, and return those `.mo`.

    Each file is replaced as a whole: a program reading it at the same time sees the old one or the new one.
    """
    stale = [source for folder in folders for source in sorted(folder.rglob("*.po")) if _is_stale(source)]
    return [_compile(source) for source in stale]


def _is_stale(source: Path) -> bool:
    compiled = source.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime


def _compile(source: Path) -> Path:
    # Import only if needed: the catalogues are compiled once.
    import polib

    compiled = source.with_suffix(".mo")
    unfinished = source.with_suffix(f".{os.getpid()}.tmp")
    polib.pofile(str(source)).save_as_mofile(str(unfinished))
    unfinished.replace(compiled)
    return compiled
