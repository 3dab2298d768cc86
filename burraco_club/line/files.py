"""What the laptop keeps of its line, in the folder `line` of the club's data: never in a backup.

line.json    where the line leads, and whether it is switched on
key          the laptop's own key; known_hosts has the house's
code         a code that has not enrolled a key yet; new-key is the one to be enrolled
"""

import json
import os
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from burraco_club.line.code import LineCode, NoLineCode, known_hosts_line, openssh_private_key, read_code
from burraco_club.private_files import write_whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """Where a line leads, and with which key."""

    address: str
    """Under which the hall is on the web."""
    host: str
    port: int
    listens_on: int
    """The port on the house's 127.0.0.1 at which the line ends."""
    key: Path
    known_hosts: Path


class LineFiles:
    """The files of a club's line. Pages and whoever holds the line may change them at the same moment."""

    def __init__(self, data: Path) -> None:
        self.folder = data / "line"
        self._facts, self._code, self._new_key = (self.folder / name for name in ("line.json", "code", "new-key"))
        self.process_number = self.folder / "ssh.pid"
        self._turn = threading.RLock()

    @property
    def is_on(self) -> bool:
        """Whether the line was switched on."""
        return bool(self._read().get("on"))

    @property
    def address(self) -> str:
        """Under which the hall is on the web, or will be once its code is used; empty where there is neither."""
        leads = self.code() or self.way()
        return leads.address if leads is not None else ""

    def switch(self, *, on: bool) -> bool:
        """Switch the line on or off, and return whether it was not already."""
        with self._turn:
            changes = self.is_on != on
            self._change(on=on)
        return changes

    def way(self) -> Way | None:
        """Return the way of the key that was enrolled, or None if none was."""
        facts = self._read()
        try:
            return Way(
                address=facts["address"],
                host=facts["host"],
                port=facts["port"],
                listens_on=facts["listens_on"],
                key=self.folder / "key",
                known_hosts=self.folder / "known_hosts",
            )
        except KeyError:
            return None

    def keep_code(self, code: str) -> bool:
        """Keep a code until it has enrolled a key, and return whether it is another one. Raise NoLineCode.

        Of one that is kept already the key stays, for the house may have it by now.
        """
        read = read_code(code)
        with self._turn:
            is_new = self.code() != read
            if is_new:
                self._save(self._code, code)
                self._new_key.unlink(missing_ok=True)
        return is_new

    def code(self) -> LineCode | None:
        """Return the code that has not enrolled a key yet, or None."""
        try:
            return read_code(self._code.read_text(encoding="utf-8"))
        except (FileNotFoundError, NoLineCode):
            return None

    def way_to_enrol(self, code: LineCode) -> Way:
        """Return the way to the house with the code's own key, which may do nothing but enrol."""
        self._save(self.folder / "code-key", openssh_private_key(code.seed, code.public_key))
        return self._new_way(code, self.folder / "code-key")

    def new_way(self, code: LineCode) -> Way:
        """Return the way with the key that is to be enrolled."""
        return self._new_way(code, self._new_key)

    def public_key(self) -> str:
        """Return the public part of the key to be enrolled, which is drawn once for a code."""
        # Import only if needed: loading the library takes a moment.
        from cryptography.hazmat.primitives import serialization as written
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        with self._turn:
            if not self._new_key.exists():
                key = Ed25519PrivateKey.generate()
                facts = (written.Encoding.PEM, written.PrivateFormat.OpenSSH, written.NoEncryption())
                self._save(self._new_key, key.private_bytes(*facts).decode())
            own = written.load_ssh_private_key(self._new_key.read_bytes(), password=None).public_key()
        return own.public_bytes(written.Encoding.OpenSSH, written.PublicFormat.OpenSSH).decode()

    def enrolled(self, code: LineCode) -> None:
        """Go the new way from now on: the house has the new key. Do nothing if another code has come meanwhile."""
        with self._turn:
            if self.code() == code:
                self._new_key.replace(self.folder / "key")
                self._save(self.folder / "known_hosts", known_hosts_line(code))
                self._change(address=code.address, host=code.host, port=code.port, listens_on=code.listens_on)
                self.drop_code(code)

    def drop_code(self, code: LineCode) -> None:
        """Forget a code that is used up, unless another one has come meanwhile."""
        with self._turn:
            if self.code() == code:
                for name in ("code", "code-key", "new-key", "new-known_hosts"):
                    (self.folder / name).unlink(missing_ok=True)

    def _new_way(self, code: LineCode, key: Path) -> Way:
        known_hosts = self.folder / "new-known_hosts"
        self._save(known_hosts, known_hosts_line(code))
        return Way(
            address=code.address,
            host=code.host,
            port=code.port,
            listens_on=code.listens_on,
            key=key,
            known_hosts=known_hosts,
        )

    def _read(self) -> dict[str, Any]:
        try:
            facts = json.loads(self._facts.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return facts if isinstance(facts, dict) else {}

    def _change(self, **facts: object) -> None:
        with self._turn:
            self._save(self._facts, json.dumps(self._read() | facts, indent=1))

    def _save(self, file: Path, text: str) -> None:
        """Write a file whole or not at all, for its owner alone."""
        with self._turn:
            if not self.folder.is_dir():
                self.folder.mkdir(mode=0o700)
                shut_out_others(self.folder)
            write_whole(file, text)


def shut_out_others(folder: Path, run: Callable[..., object] = subprocess.run) -> None:
    """Leave a folder and what will be in it to its owner.

    On Windows ssh refuses a key that other accounts can read, and a folder's mode says nothing there.
    """
    if os.name == "nt":
        owner = f"{os.environ.get('USERDOMAIN', '.')}\\{os.environ['USERNAME']}"
        grant = ["icacls", str(folder), "/inheritance:r", "/grant:r", f"{owner}:(OI)(CI)F"]
        run(grant, capture_output=True, check=False)
