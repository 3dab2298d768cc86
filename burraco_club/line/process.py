"""The `ssh` process of a line: its command, and what its last words mean."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path

from django.conf import settings

from burraco_club.line.files import Way

OF_WINDOWS = Path("System32", "OpenSSH", "ssh.exe")
"""Below the folder of Windows. A program started from another folder may have a path without it."""
OPTIONS = {
    "BatchMode": "yes",
    "StrictHostKeyChecking": "yes",
    "GlobalKnownHostsFile": "none",
    "HostKeyAlgorithms": "ssh-ed25519",
    "UpdateHostKeys": "no",
    "IdentitiesOnly": "yes",
    "IdentityAgent": "none",
    "ConnectTimeout": "15",
    "ExitOnForwardFailure": "yes",
    "ServerAliveInterval": "5",
    "ServerAliveCountMax": "2",
    # Only then does ssh tell that the house has opened the port.
    "LogLevel": "DEBUG1",
}
HOLDS = "remote forward success"
CHATTER = ("debug1:", "debug2:", "debug3:", "OpenSSH_", "Authenticated to ", "Transferred:", "Bytes per second:")


class Trouble(Enum):
    """Why a line does not hold."""

    NO_SSH = auto()
    KEY_REFUSED = auto()
    """The house does not know the key: the code was used or taken back, or the line was."""
    OTHER_HOUSE = auto()
    """Whoever answers there has another key than the house."""
    PORT_HELD = auto()
    """The house still holds the port for an earlier connection."""
    NO_NAME = auto()
    """The name of the house cannot be looked up."""
    NO_NETWORK = auto()
    NOBODY_THERE = auto()
    """No answer, or nothing that answers."""
    CUT = auto()
    """The connection was there, and broke."""
    OPEN_KEY = auto()
    """Other accounts can read the key, or it cannot be read."""
    OTHER = auto()
    """What ssh has said itself is the reason."""


WORDS: Sequence[tuple[str, Trouble]] = (
    ("remote port forwarding failed", Trouble.PORT_HELD),
    ("host key verification failed", Trouble.OTHER_HOUSE),
    ("no matching host key type", Trouble.OTHER_HOUSE),
    ("unprotected private key file", Trouble.OPEN_KEY),
    ("bad permissions", Trouble.OPEN_KEY),
    ("permission denied (", Trouble.KEY_REFUSED),
    ("too many authentication failures", Trouble.KEY_REFUSED),
    ("could not resolve hostname", Trouble.NO_NAME),
    ("network is unreachable", Trouble.NO_NETWORK),
    ("network is down", Trouble.NO_NETWORK),
    ("no route to host", Trouble.NO_NETWORK),
    ("connection refused", Trouble.NOBODY_THERE),
    ("timed out", Trouble.NOBODY_THERE),
    ("kex_exchange_identification", Trouble.NOBODY_THERE),
    ("banner", Trouble.NOBODY_THERE),
    ("not responding", Trouble.CUT),
    ("connection reset", Trouble.CUT),
    ("connection closed", Trouble.CUT),
    ("connection to", Trouble.CUT),
    ("broken pipe", Trouble.CUT),
    ("disconnect", Trouble.CUT),
)
"""Parts of what OpenSSH says, in small letters, the most telling first: it ends with several lines of them."""


def trouble_in(said: Iterable[str]) -> tuple[Trouble, str]:
    """Return what the words of an ssh that has ended mean, and the last of them.

    >>> trouble_in(["debug1: Connecting", "burraco-line@house: Permission denied (publickey)."])
    (<Trouble.KEY_REFUSED: 2>, 'burraco-line@house: Permission denied (publickey).')
    >>> trouble_in([])
    (<Trouble.CUT: 8>, '')
    """
    own = [line for line in map(str.strip, said) if line and not line.startswith(CHATTER)]
    text = "\n".join(own).lower()
    found = next((trouble for words, trouble in WORDS if words in text), Trouble.OTHER if own else Trouble.CUT)
    return found, own[-1] if own else ""


def find_ssh() -> str | None:
    """Return the ssh of this computer, or None."""
    found = shutil.which("ssh")
    if found is None and sys.platform == "win32":
        of_windows = Path(os.environ.get("SYSTEMROOT", "C:\\Windows"), OF_WINDOWS)
        found = str(of_windows) if of_windows.is_file() else None
    return found


def command(ssh: str, way: Way) -> list[str]:
    """Return the command that goes a way. No file of the user's own settings changes it."""
    files = {"UserKnownHostsFile": _quoted(way.known_hosts), "IdentityFile": _quoted(way.key)}
    options = [part for name, value in (OPTIONS | files).items() for part in ("-o", f"{name}={value}")]
    return [ssh, "-F", "none", "-T", *options, "-p", str(way.port), f"{settings.LINE_USER}@{way.host}"]


def holding(ssh: str, way: Way, port: int) -> list[str]:
    """Return the command of the line itself: the house's port leads to this computer's `port`."""
    *begun, whom = command(ssh, way)
    return [*begun, "-N", "-R", f"127.0.0.1:{way.listens_on}:127.0.0.1:{port}", whom]


def start(words: Sequence[str], *, stdin: int = subprocess.DEVNULL, stdout: int = subprocess.DEVNULL) -> "Ssh":
    """Start ssh apart from the terminal: Ctrl-C is for the program, which then ends it."""
    return subprocess.Popen(
        words,
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, "LC_ALL": "C"},
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


Ssh = subprocess.Popen[str]


def note_process(file: Path, process: Ssh) -> None:
    """Write down which process holds the line, in case the program is killed."""
    file.write_text(str(process.pid), encoding="ascii")


def end_left_over(file: Path, key: Path) -> None:
    """End the ssh of a program that was killed: it would hold the house's port, and lead nowhere.

    A process is ended only if its command names the key of this club's line.
    """
    with suppress(OSError, ValueError):
        number = int(file.read_text(encoding="ascii"))
        if str(key.parent) in _command_of(number):
            os.kill(number, signal.SIGTERM)
    file.unlink(missing_ok=True)


def _command_of(number: int) -> str:
    """Return the command of a running process, or an empty text."""
    of_linux = Path(f"/proc/{number}/cmdline")
    if of_linux.exists():
        return of_linux.read_bytes().replace(b"\0", b" ").decode(errors="replace")
    asked = ["ps", "-o", "args=", "-p", str(number)]
    if sys.platform == "win32":
        query = f"(Get-CimInstance Win32_Process -Filter 'ProcessId={number}').CommandLine"
        asked = ["powershell", "-NoProfile", "-NonInteractive", "-Command", query]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout


def _quoted(path: Path) -> str:
    """Return a path as the value of an option: ssh ends a word at a blank, and replaces what begins with %.

    >>> _quoted(Path("/home/anna/il mio circolo/100%"))
    '"/home/anna/il mio circolo/100%%"'
    """
    return f'"{path.as_posix().replace("%", "%%")}"'
