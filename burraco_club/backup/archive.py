"""The file of a backup: a zip of the database, the key and `backup.json`, which says what they are.

`backup.json` holds the format, the program's version, when it was made (UTC), the kind of database, and for each
file its length and SHA-256.
"""

import hashlib
import json
import os
import shutil
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

from django.utils.translation import gettext as _

from burraco_club.private_files import for_the_owner
from burraco_club.secret_key import write_through

from .errors import BackupFailed

FORMAT = 1
CONTENTS = "backup.json"
KEY = "secret.key"
DATABASES = {"sqlite": "club.sqlite3", "postgresql": "club.pgdump"}
"""By kind of database, the name of its file."""
CHUNK = 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What a backup says of itself."""

    kind: str
    """A key of `DATABASES`."""
    version: str
    made_at: str
    digests: Mapping[str, str]
    """By the name of a file, its SHA-256."""

    @property
    def database(self) -> str:
        return DATABASES[self.kind]

    @property
    def has_key(self) -> bool:
        return KEY in self.digests


def write_archive(path: Path, *, kind: str, database: Path, key: Path | None, version: str, made_at: datetime) -> None:
    """Write a backup whole or not at all, and read it again before it gets its name."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    files = {DATABASES[kind]: database} | ({KEY: key} if key else {})
    facts = {"format": FORMAT, "version": version, "made_at": made_at.isoformat(), "database": kind}
    listed = {name: {"bytes": file.stat().st_size, "sha256": digest(file)} for name, file in files.items()}
    try:
        with open(unfinished, "xb", opener=for_the_owner) as written:
            with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, file in files.items():
                    archive.write(file, name)
                archive.writestr(CONTENTS, json.dumps({**facts, "files": listed}, indent=1))
            written.flush()
            os.fsync(written.fileno())
        read_contents(unfinished)
        unfinished.replace(path)
        write_through(path.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def read_contents(path: Path) -> Contents:
    """What the backup holds, once every file of it was read and found to be what it says. Raises BackupFailed."""
    try:
        with zipfile.ZipFile(path) as archive:
            contents = _contents(json.loads(archive.read(CONTENTS)))
            for name, expected in contents.digests.items():
                with archive.open(name) as file:
                    if _digest(file) != expected:
                        raise BackupFailed(_broken(path))
            return contents
    except BackupFailed:
        raise
    except FileNotFoundError as error:
        raise BackupFailed(_("There is no file %(file)s.") % {"file": path}) from error
    except OSError as error:
        reason = error.strerror or error
        raise BackupFailed(_("%(file)s cannot be read: %(error)s") % {"file": path, "error": reason}) from error
    except Exception as error:
        # A damaged zip makes its readers raise whatever they like.
        raise BackupFailed(_broken(path)) from error


def take_out(path: Path, name: str, to: Path) -> None:
    """Write one file of a backup, down to the disk."""
    with zipfile.ZipFile(path) as archive, archive.open(name) as source, open(to, "xb", opener=for_the_owner) as file:
        shutil.copyfileobj(source, file, CHUNK)
        file.flush()
        os.fsync(file.fileno())


def digest(path: Path) -> str:
    """Of a file, its SHA-256."""
    with path.open("rb") as file:
        return _digest(file)


def _digest(file: IO[bytes]) -> str:
    found = hashlib.sha256()
    while chunk := file.read(CHUNK):
        found.update(chunk)
    return found.hexdigest()


def _contents(said: dict[str, object]) -> Contents:
    files, kind = said["files"], said["database"]
    if said["format"] != FORMAT or not isinstance(files, dict) or not isinstance(kind, str):
        raise ValueError(f"expected a backup of format {FORMAT}, got {said!r}")
    digests = {name: file["sha256"] for name, file in files.items()}
    if DATABASES[kind] not in digests or digests.keys() - {DATABASES[kind], KEY}:
        raise ValueError(f"expected a database and a key, got {sorted(digests)}")
    return Contents(kind=kind, version=str(said["version"]), made_at=str(said["made_at"]), digests=digests)


def _broken(path: Path) -> str:
    return _("%(file)s is not a backup of the club, or it is damaged: take another one.") % {"file": path}
