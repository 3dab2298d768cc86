"""The file of a backup: a zip of the database, the key and `backup.json`, which describes them.

`backup.json` holds the format, the program's version, the time of the backup (UTC), the kind of database, and the
length and SHA-256 of each file.
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

from burraco_club.private_files import for_the_owner, write_through

from .errors import BackupFailed

FORMAT = 1
CONTENTS = "backup.json"
KEY = "secret.key"
DATABASES = {"sqlite": "club.sqlite3", "postgresql": "club.pgdump"}
"""The name of the database file for each kind of database."""
CHUNK = 2**20
LONGEST_VERSION = 60
LONGEST_CONTENTS = 2**20
"""The most bytes of `backup.json` that are read. A few hundred are usual; a huge one would fill the memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The description of a backup."""

    kind: str
    """A key of `DATABASES`."""
    version: str
    made_at: str
    digests: Mapping[str, str]
    """The SHA-256 of each file, by its name."""
    sizes: Mapping[str, int]
    """The bytes of each file, by its name."""

    @property
    def database(self) -> str:
        return DATABASES[self.kind]

    @property
    def has_key(self) -> bool:
        return KEY in self.digests


def write_archive(path: Path, *, kind: str, database: Path, key: Path | None, version: str, made_at: datetime) -> None:
    """Write a backup completely or not at all, and read it back before it gets its name."""
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
    """Return the description of a backup after reading and checking every file. Raise BackupFailed if one is wrong."""
    try:
        with zipfile.ZipFile(path) as archive:
            if archive.getinfo(CONTENTS).file_size > LONGEST_CONTENTS:
                raise BackupFailed(_broken(path))
            contents = _contents(json.loads(archive.read(CONTENTS)))
            for name, expected in contents.digests.items():
                if archive.getinfo(name).file_size != contents.sizes[name]:
                    raise BackupFailed(_broken(path))
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
        # A damaged zip makes its readers raise all kinds of exceptions.
        raise BackupFailed(_broken(path)) from error


def take_out(path: Path, name: str, to: Path) -> None:
    """Extract one file of a backup and flush it to the disk. Raise BackupFailed if there is no room."""
    _refuse_no_room(path, name, to.parent)
    with zipfile.ZipFile(path) as archive, archive.open(name) as source, open(to, "xb", opener=for_the_owner) as file:
        shutil.copyfileobj(source, file, CHUNK)
        file.flush()
        os.fsync(file.fileno())


def _refuse_no_room(path: Path, name: str, folder: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        needed, free = archive.getinfo(name).file_size, shutil.disk_usage(folder).free
    if needed > free:
        sentence = _("The disk is full: %(file)s holds %(needed)s MB, and in %(folder)s there are %(free)s.")
        facts = {"file": path, "folder": folder, "needed": needed // 2**20, "free": free // 2**20}
        raise BackupFailed(sentence % facts)


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return _digest(file)


def _digest(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while chunk := file.read(CHUNK):
        digest.update(chunk)
    return digest.hexdigest()


def _contents(data: dict[str, object]) -> Contents:
    files, kind = data["files"], data["database"]
    if data["format"] != FORMAT or not isinstance(files, dict) or not isinstance(kind, str):
        raise ValueError(f"expected a backup of format {FORMAT}, got {data!r}")
    digests = {name: file["sha256"] for name, file in files.items()}
    if DATABASES[kind] not in digests or digests.keys() - {DATABASES[kind], KEY}:
        raise ValueError(f"expected a database and a key, got {sorted(digests)}")
    sizes = {name: file["bytes"] for name, file in files.items()}
    version, made_at = str(data["version"])[:LONGEST_VERSION], str(data["made_at"])
    return Contents(kind=kind, version=version, made_at=made_at, digests=digests, sizes=sizes)


def _broken(path: Path) -> str:
    return _("%(file)s is not a backup of the club, or it is damaged: choose another one.") % {"file": path}
