"""What `house.conf` says: lines of `key = value`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from deploy.house.faults import HouseFault
from deploy.house.listed_clubs import is_address


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseSettings:
    """The settings of a house. Those without a default must be given."""

    domain: str
    certificate: str
    certificate_key: str
    machine: str
    backups: str
    """The folder for a copy of every nightly backup. It must be there: a disk that is not mounted is a failure."""
    backups_kept: int = 30
    """Backups of each club in the second place."""
    club_requests: int = 200
    """Requests a second that one club answers for long."""
    club_burst: int = 2000
    """Requests of one club that may come at once beyond that."""
    club_connections: int = 1000
    """Requests of one club that may be under way at once."""
    listen: str = "* [::]"
    """The addresses of this machine on which nginx listens."""
    http_port: int = 80
    https_port: int = 443
    kept_port: int = 20999
    """The port on 127.0.0.1 of the server within nginx that keeps pages of halls."""
    line_port: int = 22
    """The port of the sshd to which halls hold their lines."""
    first_port: int = 21000
    """The lowest port at which a hall's line ends."""


def read_house_settings(path: Path) -> HouseSettings:
    """Read the file, or raise HouseFault with every mistake in it."""
    if not path.exists():
        raise HouseFault(f"{path} is missing: copy deploy/house/house.conf there, and fill it in.")
    faults: list[str] = []
    values: dict[str, Any] = {}
    known = {field.name: field for field in fields(HouseSettings)}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        key, is_, value = (part.strip() for part in line.partition("="))
        if not line.strip() or key.startswith("#"):
            continue
        if not is_ or key not in known:
            faults.append(
                f"{path}, line {number}: expected one of {', '.join(known)}, then = and a value, got {key!r}."
            )
            continue
        read, expected = _READERS.get(key, (_number, "a whole number above 0"))
        try:
            values[key] = read(value)
        except ValueError:
            faults.append(f"{path}, line {number}: expected {expected} as {key}, got {value!r}.")
    needed = ("domain", "certificate", "certificate_key", "machine", "backups")
    read_already = " ".join(faults)
    faults += [f"{path}: {key} is missing." for key in needed if key not in values and f"as {key}," not in read_already]
    if faults:
        raise HouseFault("\n".join([*faults, "Nothing was changed: mend the file, and run the command again."]))
    return HouseSettings(**values)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 10**6):
        raise ValueError
    return int(text)


def _file(text: str) -> str:
    if not text.startswith("/") or any(sign in text for sign in " ;{}\"'\\$"):
        raise ValueError
    return text


def _host(text: str) -> str:
    if not is_address(text) and not is_address(f"{text}.example"):
        raise ValueError
    return text


def _addresses(text: str) -> str:
    if not text or any(not (sign.isalnum() or sign in "*.:[] ") for sign in text):
        raise ValueError
    return text


_READERS: Mapping[str, tuple[Callable[[str], Any], str]] = {
    "domain": (_host, "a domain like burraco.example"),
    "machine": (_host, "a name of small letters, digits and hyphens"),
    "certificate": (_file, "a file from / on, without blanks"),
    "certificate_key": (_file, "a file from / on, without blanks"),
    "backups": (_file, "a folder from / on, without blanks"),
    "listen": (_addresses, "addresses with blanks between them, like * [::]"),
}
"""How a value is read, and what is expected in words; the others are numbers."""
