"""Players' pages on disk: every process on this computer finds there what another has made, after a restart too.

There is one file for each address, so that what is true now takes the place of what was. A file is a page only if it
says itself that it is of this address and of this ETag, and is whole. Whatever is wrong with the folder, shut, full or
broken, costs a page its place there and nothing else.
"""

import json
import os
import shutil
import tempfile
import time
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from zlib import crc32

from .finished import Page

MOST_FILES = 4_000
MOST_BYTES = 100_000_000
BETWEEN_LOOKS = 200
"""So many pages are written before the folder is looked at, whether it has become too large."""
UNFINISHED = ".new"
FOR_THE_OWNER = partial(os.open, mode=0o600)


class PagesOnDisk:
    """The pages that lie in a folder; in none, where there is no folder."""

    def __init__(self, folder: Path | None, *, most_files: int = MOST_FILES, most_bytes: int = MOST_BYTES) -> None:
        self.folder = folder
        self._most_files, self._most_bytes, self._written = most_files, most_bytes, 0

    def page(self, address: str, etag: str) -> Page | None:
        """The page of that address and that ETag, if it is there."""
        if self.folder is None:
            return None
        try:
            head, _end, packed = self._file(self.folder, address).read_bytes().partition(b"\n")
            said = json.loads(head)
            is_it = (said["address"], said["etag"], said["sum"]) == (address, etag, crc32(packed))
            facts = {"content_type": str(said["content_type"]), "made_in": float(said["made_in"])}
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return Page(etag=etag, packed=packed, made_at=time.monotonic(), **facts) if is_it else None  # type: ignore[arg-type]

    def keep(self, address: str, page: Page) -> None:
        """Whole or not at all, whoever reads or writes it meanwhile."""
        if self.folder is None:
            return
        said = {"address": address, "etag": page.etag, "sum": crc32(page.packed)}
        said |= {"content_type": page.content_type, "made_in": page.made_in}
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            new = self.folder / f"{os.getpid()}-{sha256(address.encode()).hexdigest()[:16]}{UNFINISHED}"
            try:
                with open(new, "wb", opener=FOR_THE_OWNER) as file:
                    file.write(json.dumps(said).encode() + b"\n" + page.packed)
                new.replace(self._file(self.folder, address))
            finally:
                new.unlink(missing_ok=True)
            if self._written % BETWEEN_LOOKS == 0:
                self._clear_up(self.folder)
            self._written += 1

    def forget(self) -> None:
        """Of a database that is no more, nothing is true."""
        if self.folder is not None:
            forget_pages(self.folder)

    def _file(self, folder: Path, address: str) -> Path:
        return folder / sha256(address.encode()).hexdigest()

    def _clear_up(self, folder: Path) -> None:
        """Leave the newest, as many as may stay."""
        with os.scandir(folder) as entries:
            files = sorted(((entry.stat(), entry.path) for entry in entries), key=lambda each: -each[0].st_mtime)
        size = 0
        for count, (facts, path) in enumerate(files, start=1):
            size += facts.st_size
            if count > self._most_files or size > self._most_bytes:
                with suppress(OSError):
                    os.unlink(path)


def forget_pages(folder: Path) -> None:
    """Take the folder away, in one step: nobody finds a part of it."""
    with suppress(OSError):
        aside = tempfile.mkdtemp(prefix=".pages-", dir=folder.parent)
        with suppress(OSError):
            folder.replace(Path(aside, "pages"))
        shutil.rmtree(aside, ignore_errors=True)
