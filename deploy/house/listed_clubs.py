"""The list of a house's clubs: plain text, one line a club, which an administrator may edit."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from deploy.house.faults import HouseFault
from deploy.house.whole_files import write_whole

COLUMNS = ("name", "address", "kind", "state", "release", "port", "machine")
WIDTHS = (25, 40, 6, 9, 12, 6, 0)
NOTHING = "-"
HEAD = (
    "# The clubs of this house, one a line. After a change by hand: house apply\n"
    "# name                    address                                  kind   state     release      port   machine\n"
)
USER = "burraco-"
LONGEST_NAME = 32 - len(USER)
"""Characters: a Unix user has 32 at most."""
RESERVED = frozenset(
    ("admin", "api", "club", "default", "house", "line", "localhost", "mail", "nightly", "ns1", "ns2", "static", "www")
)
"""Names that the house itself, the single club's server or the domain uses."""
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ADDRESS = re.compile(rf"{_LABEL}(?:\.{_LABEL})+")
_RELEASE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
_MACHINE = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")


class ClubHome(StrEnum):
    """Where a club's program runs."""

    HOME = "home"
    """On the machine of the house that the line names."""
    HALL = "hall"
    """On the club's own laptop, behind a line."""


class ClubDoors(StrEnum):
    """Whether the club answers."""

    OPEN = "open"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedClub:
    """One line of the list."""

    name: str
    address: str
    """The name in the browser's address."""
    kind: ClubHome
    state: ClubDoors
    release: str | None
    """The folder in the house's releases; None for a hall, whose laptop has its own."""
    port: int | None
    """Where a hall's line ends on this machine's 127.0.0.1; None for a club that runs here."""
    machine: str

    @property
    def user(self) -> str:
        """The Unix user, and its group."""
        return USER + self.name

    def line(self) -> str:
        words = (self.name, self.address, self.kind, self.state, self.release, self.port, self.machine)
        texts = (NOTHING if word is None else str(word) for word in words)
        return " ".join(f"{text:{width}}" for text, width in zip(texts, WIDTHS, strict=True)).rstrip()


class ListedClubs:
    """The whole list. What is written keeps every other line as it is, comments included."""

    def __init__(self, path: Path) -> None:
        """Read the list, and raise HouseFault with every mistake in it. No file is an empty list."""
        self.path = path
        text = path.read_text(encoding="utf-8") if path.exists() else HEAD
        self._lines = text.splitlines()
        self._at: dict[str, int] = {}
        self._clubs: dict[str, ListedClub] = {}
        faults = list(self._read())
        if faults:
            raise HouseFault("\n".join([*faults, "Nothing was changed: mend the list, and run the command again."]))

    def __iter__(self) -> Iterator[ListedClub]:
        return iter(self._clubs.values())

    def get(self, name: str) -> ListedClub | None:
        return self._clubs.get(name)

    def named(self, name: str) -> ListedClub:
        """Return the club, or raise HouseFault."""
        if (club := self.get(name)) is None:
            raise HouseFault(f"{self.path} has no club {name!r}. To see which there are: house list")
        return club

    def put(self, club: ListedClub) -> None:
        """Add the club, or replace its line, and write the list."""
        for other in self:
            if other.name != club.name and other.address == club.address:
                raise HouseFault(f"{club.address} is the address of {other.name} already: give another with --address")
        if club.name in self._at:
            self._lines[self._at[club.name]] = club.line()
        else:
            self._at[club.name] = len(self._lines)
            self._lines.append(club.line())
        self._clubs[club.name] = club
        self._write()

    def remove(self, name: str) -> None:
        """Take the club's line out of the list, and write it."""
        gone = self._at.pop(name)
        del self._lines[gone], self._clubs[name]
        self._at = {other: at - (at > gone) for other, at in self._at.items()}
        self._write()

    def free_port(self, first: int) -> int:
        """Return the lowest port from `first` on at which no hall's line ends."""
        taken = {club.port for club in self}
        return next(port for port in range(first, 65536) if port not in taken)

    def _write(self) -> None:
        write_whole(self.path, "\n".join(self._lines) + "\n", mode=0o644)

    def _read(self) -> Iterator[str]:
        """Read the lines into the clubs, and yield a sentence for each mistake."""
        addresses: dict[str, int] = {}
        ports: dict[int, int] = {}
        for number, line in enumerate(self._lines, start=1):
            where = f"{self.path}, line {number}"
            words = line.partition("#")[0].split()
            if not words:
                continue
            if len(words) != len(COLUMNS):
                yield f"{where}: expected {len(COLUMNS)} columns ({' '.join(COLUMNS)}), got {len(words)}."
                continue
            fields = dict(zip(COLUMNS, words, strict=True))
            if mistakes := list(mistakes_of(fields)):
                yield from (f"{where}: {mistake}" for mistake in mistakes)
                continue
            club = _club(fields)
            if club.name in self._at:
                yield f"{where}: {club.name} stands in line {self._at[club.name] + 1} already; delete one of the two."
            elif club.address in addresses:
                yield f"{where}: {club.address} is the address of line {addresses[club.address]} already."
            elif club.port in ports:
                yield f"{where}: {club.port} is the port of line {ports[club.port]} already."
            self._at[club.name], self._clubs[club.name] = number - 1, club
            addresses[club.address] = number
            if club.port is not None:
                ports[club.port] = number


def mistakes_of(fields: dict[str, str]) -> Iterator[str]:
    """Yield a sentence for each mistake in the words of a line."""
    yield from mistakes_of_name(fields["name"])
    if not is_address(fields["address"]):
        yield f"expected an address like aurora.burraco.example, in small letters, got {fields['address']!r}."
    if not is_machine(fields["machine"]):
        yield f"expected a machine's name of small letters, digits, hyphens and dots, got {fields['machine']!r}."
    kind, state = fields["kind"], fields["state"]
    if state not in tuple(ClubDoors):
        yield f"expected {' or '.join(ClubDoors)} as the state, got {state!r}."
    if kind not in tuple(ClubHome):
        yield f"expected {' or '.join(ClubHome)} as the kind, got {kind!r}."
        return
    if kind == ClubHome.HOME and not is_release(fields["release"]):
        yield f"expected the folder of a release for a club of kind home, got {fields['release']!r}."
    if kind == ClubHome.HOME and fields["port"] != NOTHING:
        yield f"expected {NOTHING} as the port of a club of kind home, got {fields['port']!r}."
    if kind == ClubHome.HALL and fields["release"] != NOTHING:
        yield f"expected {NOTHING} as the release of a club of kind hall, got {fields['release']!r}."
    if kind == ClubHome.HALL and not _is_port(fields["port"]):
        yield f"expected a port from 1024 to 65535 for a club of kind hall, got {fields['port']!r}."


def mistakes_of_name(name: str) -> Iterator[str]:
    """Yield a sentence for each reason why a club cannot have the name."""
    if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", name):
        yield f"expected a name of small letters a to z, digits and single hyphens between them, got {name!r}."
    elif len(name) > LONGEST_NAME:
        yield f"expected a name of {LONGEST_NAME} characters at most, got {len(name)} in {name!r}."
    elif name in RESERVED or name.startswith("house-"):
        yield f"{name!r} is kept for the house itself: choose another name."


def is_address(text: str) -> bool:
    return len(text) <= 253 and _ADDRESS.fullmatch(text) is not None


def is_release(text: str) -> bool:
    return _RELEASE.fullmatch(text) is not None


def is_machine(text: str) -> bool:
    return _MACHINE.fullmatch(text) is not None


def _is_port(text: str) -> bool:
    return re.fullmatch(r"[0-9]{4,5}", text) is not None and 1024 <= int(text) <= 65535


def _club(fields: dict[str, str]) -> ListedClub:
    return ListedClub(
        name=fields["name"],
        address=fields["address"],
        kind=ClubHome(fields["kind"]),
        state=ClubDoors(fields["state"]),
        release=None if fields["release"] == NOTHING else fields["release"],
        port=None if fields["port"] == NOTHING else int(fields["port"]),
        machine=fields["machine"],
    )
