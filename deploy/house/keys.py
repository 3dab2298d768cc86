"""The keys of a house's lines: OpenSSH's `authorized_keys` of the user of the lines, with one line for each hall.

A hall has first the key of its code, which may do nothing but enrol another one, and then that other one, which may do
nothing but hold the hall's own port. Standard library only.
"""

import binascii
import fcntl
import os
import re
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory

from burraco_club.line.code import openssh_public_key
from deploy.house.faults import HouseFault

LONGEST_KEY = 1_000
"""Bytes of a public key with its comment, as a hall sends it; Ed25519's have about 100."""
LINE_HOST = "127.0.0.1"
"""Where a line ends: at a port that nginx reaches, and no other machine."""
_COMMAND = re.compile(r"[\w ./@=-]+")
"""What stands in quotes in the file, for the shell."""
_ENTRY = re.compile(r"(?P<options>restrict,\S.*) (?P<key>ssh-ed25519 [A-Za-z0-9+/=]+) (?P<club>[a-z0-9-]+)")
_PORT = re.compile(rf'permitlisten="{re.escape(LINE_HOST)}:(\d+)"')


class KeyKind(Enum):
    """What the key of a club is for."""

    CODE = "code"
    """For the code, until it is used."""
    LINE = "line"


class LineKeys:
    """The file, in a folder of its user. Every change is whole or not made, and two take turns."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "authorized_keys"

    def kind(self, club: str) -> KeyKind | None:
        """Return what the club's key is for, or None if it has none."""
        ports = self.ports()
        if club not in ports:
            return None
        return KeyKind.CODE if ports[club] is None else KeyKind.LINE

    def ports(self) -> dict[str, int | None]:
        """Return every club that has a key, with the port that its line may hold; None for that of a code."""
        found = {club: _PORT.search(entry) for club, entry in self._entries().items()}
        return {club: int(port[1]) if port else None for club, port in found.items()}

    def let_enrol(self, club: str, public_key: bytes, command: str) -> None:
        """Give the club a key that runs this command, whatever its owner asks for, in place of any other it has."""
        if not _COMMAND.fullmatch(command):
            raise HouseFault(f"expected a command of plain words for {self.file}, got {command!r}")
        with self._changed() as entries:
            entries[club] = f'restrict,command="{command}" {openssh_public_key(public_key)} {club}'

    def enrol(self, club: str, public_key: bytes, port: int) -> None:
        """Replace the key of the club's code by one that may hold its line. Raise HouseFault if no code is out."""
        key = openssh_public_key(public_key)
        with self._changed() as entries:
            if club not in entries or _PORT.search(entries[club]):
                raise HouseFault(f"The code of {club} was used or taken back: ask the house for another one.")
            if any(f" {key} " in entry for entry in entries.values()):
                raise HouseFault("This key is known here already: the laptop must draw another one.")
            # A shell would be more than a line needs, and sshd's own settings leave no way but this one.
            options = f'restrict,port-forwarding,permitlisten="{LINE_HOST}:{port}",command="/bin/false"'
            entries[club] = f"{options} {key} {club}"

    def take_back(self, club: str) -> bool:
        """Take the club's key back. Return whether it had one."""
        with self._changed() as entries:
            return entries.pop(club, None) is not None

    def _entries(self) -> dict[str, str]:
        """Return the lines by club. A line that no house has written is refused, and left as it is."""
        found: dict[str, str] = {}
        text = self.file.read_text(encoding="utf-8") if self.file.exists() else ""
        for number, line in enumerate(text.splitlines(), start=1):
            entry = _ENTRY.fullmatch(line)
            if entry is None or entry["club"] in found:
                raise HouseFault(f"{self.file}, line {number}: the house did not write this. Delete the line first.")
            found[entry["club"]] = line
        return found

    @contextmanager
    def _changed(self) -> Iterator[dict[str, str]]:
        """Read the lines, and write them after the block unless it raises."""
        owner = self.folder.stat()
        with (self.folder / "lock").open("a") as lock:
            _belongs_to(lock.fileno(), owner)
            fcntl.flock(lock, fcntl.LOCK_EX)
            entries = self._entries()
            yield entries
            self._write("".join(f"{line}\n" for line in entries.values()), owner)

    def _write(self, text: str, owner: os.stat_result) -> None:
        unfinished = self.file.with_name(f"authorized_keys.{os.getpid()}")
        unfinished.unlink(missing_ok=True)
        try:
            with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                _belongs_to(file.fileno(), owner)
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(self.file)
        finally:
            unfinished.unlink(missing_ok=True)


def _belongs_to(descriptor: int, owner: os.stat_result) -> None:
    """Give what root has made to the user of the lines, who reads and replaces it."""
    if os.geteuid() == 0:
        os.fchown(descriptor, owner.st_uid, owner.st_gid)


def read_public_key(text: str) -> bytes:
    """Return the 32 bytes of an Ed25519 key in OpenSSH's words, a comment behind it or not. Raise HouseFault.

    >>> read_public_key("ssh-rsa AAAAB3Nz")
    Traceback (most recent call last):
    deploy.house.faults.HouseFault: Expected a public key of the kind ssh-ed25519 in one line.
    """
    words = text.split()
    try:
        key = b64decode(words[1], validate=True)[-32:]
        if len(text.splitlines()) == 1 and " ".join(words[:2]) == openssh_public_key(key):
            return key
    except (IndexError, binascii.Error, ValueError):
        pass
    raise HouseFault("Expected a public key of the kind ssh-ed25519 in one line.")


def draw_pair() -> tuple[bytes, bytes]:
    """Let OpenSSH draw a pair of keys. Return the seed of the private one, and the public one."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "key")
        try:
            subprocess.run(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", file], check=True, capture_output=True
            )
        except (OSError, subprocess.CalledProcessError) as error:
            raise HouseFault(
                f"ssh-keygen could not draw a key: {error}. On Debian: apt install openssh-client"
            ) from error
        return _read_private_key(file.read_text(encoding="ascii"))


def _read_private_key(text: str) -> tuple[bytes, bytes]:
    """Return seed and public key of a file as `burraco_club.line.code.openssh_private_key` describes it."""
    whole = b64decode("".join(text.splitlines()[1:-1])).removeprefix(b"openssh-key-v1\0")
    _cipher, _derivation, _options, rest = _strings(whole, 3)
    _public, private, _nothing = _strings(rest[4:], 2)
    _kind, public_key, secret, _rest = _strings(private[8:], 3)
    return secret[:32], public_key


def _strings(raw: bytes, count: int) -> list[bytes]:
    """Return so many strings, each with its length before it, and what follows them."""
    found = []
    for _number in range(count):
        end = 4 + int.from_bytes(raw[:4], "big")
        found.append(raw[4:end])
        raw = raw[end:]
    return [*found, raw]


def read_host_key(file: Path) -> bytes:
    """Return the key by which this machine's sshd is known. Raise HouseFault."""
    try:
        return read_public_key(file.read_text(encoding="ascii"))
    except (OSError, UnicodeDecodeError, HouseFault) as error:
        raise HouseFault(
            f"{file} is not the Ed25519 key of this machine's sshd ({error}). Run ssh-keygen -A"
        ) from error
