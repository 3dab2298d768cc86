"""The lines of a house's halls: a code given out, a laptop's key enrolled, a key taken back, and who is connected.

A line is a connection of sshd's that listens at the hall's port on this machine's 127.0.0.1.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import IO

from burraco_club.line.code import LineCode, write_code
from deploy.house.faults import HouseFault
from deploy.house.keys import LONGEST_KEY, KeyKind, LineKeys, draw_pair, read_host_key, read_public_key

LINE_USER = "burraco-line"
"""The user whom every hall connects as, and who may do nothing but hold its line."""
ENROL_SECONDS = 20
"""After which a laptop that has sent no key is let go."""
CUT_SECONDS = 5
"""Within which a process of sshd's that was told to end has let go of the port."""
SSHD = ("sshd", "sshd-session")
"""What the system calls the process of a connection; since OpenSSH 9.8 it is the latter."""
LISTENS = "0A"


class LineState(StrEnum):
    """How a hall's line is, as `house list` says it."""

    NO_CODE = "no code"
    CODE_OUT = "code not used yet"
    CONNECTED = "connected"
    CUT = "not connected"


def line_state(keys: LineKeys, club: str, port: int) -> LineState:
    """Return the state of a hall's line, whose port that is."""
    kind = keys.kind(club)
    if kind is None:
        return LineState.NO_CODE
    if kind is KeyKind.CODE:
        return LineState.CODE_OUT
    return LineState.CONNECTED if next(_sockets_at(port), None) else LineState.CUT


def draw_code(
    keys: LineKeys, club: str, *, address: str, host: str, ssh_port: int, port: int, host_key: Path, command: str
) -> str:
    """Return a new code for the hall with this address. The code or key that it had is good for nothing from now on.

    `host` is the name by which the laptop finds this machine, `host_key` the file of its public key, `command` the
    house's own, to which `enrol CLUB` is added.
    """
    seed, public_key = draw_pair()
    code = LineCode(
        address=f"https://{address}",
        host=host,
        port=ssh_port,
        listens_on=port,
        host_key=read_host_key(host_key),
        seed=seed,
        public_key=public_key,
    )
    keys.let_enrol(club, public_key, f"{command} enrol {club}")
    cut_line(port)
    return write_code(code)


def enrol_line(keys: LineKeys, club: str, port: int, sent: IO[bytes]) -> str:
    """Read a laptop's public key, and let that key hold the club's line. Return the answer for the laptop."""
    signal.alarm(ENROL_SECONDS)
    text = sent.readline(LONGEST_KEY + 1)
    signal.alarm(0)
    if len(text) > LONGEST_KEY:
        raise HouseFault(f"Expected a public key of {LONGEST_KEY} bytes at most.")
    keys.enrol(club, read_public_key(text.decode("ascii", errors="replace")), port)
    return f"enrolled {club}"


def revoke_line(keys: LineKeys, club: str, port: int) -> bool:
    """Take the club's key back, and cut its line if it is connected. Return whether there was a key."""
    had = keys.take_back(club)
    cut_line(port)
    return had


def cut_line(port: int) -> None:
    """End the connection that holds this port, and no other club's. Raise HouseFault if something else has the port."""
    until = time.monotonic() + CUT_SECONDS
    while sockets := set(_sockets_at(port)):
        for process in _holding(sockets):
            with suppress(FileNotFoundError, ProcessLookupError):
                name = Path(f"/proc/{process}/comm").read_text().strip()
                if name not in SSHD:
                    raise HouseFault(
                        f"Port {port} is no line's: process {process} ({name}) has it. End that one first."
                    )
                os.kill(process, signal.SIGTERM)
        if time.monotonic() > until:
            raise HouseFault(f"The line at port {port} does not end. See who has it: ss -ltnp 'sport = :{port}'")
        time.sleep(0.02)


def _sockets_at(port: int) -> Iterator[str]:
    """Yield the numbers of the sockets that listen at this port, as /proc calls them."""
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        lines = Path(table).read_text().splitlines()[1:] if Path(table).exists() else []
        for words in map(str.split, lines):
            if words[3] == LISTENS and int(words[1].rpartition(":")[2], 16) == port:
                yield words[9]


def _holding(sockets: set[str]) -> Iterator[int]:
    """Yield the processes that have one of the sockets open."""
    names = {f"socket:[{number}]" for number in sockets}
    for process in filter(str.isdigit, os.listdir("/proc")):
        # It may end meanwhile, close a file, or be another user's.
        with suppress(OSError):
            if any(_leads_to(file) in names for file in Path("/proc", process, "fd").iterdir()):
                yield int(process)


def _leads_to(file: Path) -> str:
    try:
        return os.readlink(file)
    except FileNotFoundError:
        return ""
