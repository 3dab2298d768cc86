"""What systemd does with a club's `.socket` and `.service`, for a machine on which it does not run, and for tests.

`Holder` opens listening sockets and starts a club when somebody connects, with the socket as LISTEN_FDS; after the club
has ended it watches the socket again. What arrives in between waits in the socket. To try it out:

    python deploy/house/rehearsal.py /tmp/aurora.sock -- .venv/bin/python manage.py serve --asleep-after 1
"""

import contextlib
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

GIVEN = 3
"""The number of the socket in the club's process (sd_listen_fds(3))."""
HAND_OVER = (
    f"import os, sys; given = int(sys.argv[1]); os.dup2(given, {GIVEN}); given == {GIVEN} or os.close(given); "
    "os.environ['LISTEN_PID'] = str(os.getpid()); os.execvp(sys.argv[2], sys.argv[2:])"
)
"""Only the new process knows its number, so it writes LISTEN_PID itself."""
MODE = 0o660
"""Who may connect to a Unix socket: its owner and its group, nginx's."""
MOST_FAILURES, WITHIN = 5, 10.0
"""A service that fails so often within so many seconds is not started again (StartLimitBurst=)."""
PATIENCE = 90.0
"""Seconds after which a club that does not stop is killed (TimeoutStopSec=)."""

Address = Path | tuple[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Club:
    """A club as its two units describe it."""

    name: str
    address: Address
    """The path of a Unix socket, or host and port."""
    command: Sequence[str]
    folder: Path
    """In which the command runs."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """What the command finds besides this process's own environment."""
    log: Path | None = None
    """Where its output goes; None for this process's."""


class Held:
    """A club whose socket is open."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.opened = _listen(club.address)
        self.is_let_go = False
        self.process: subprocess.Popen[bytes] | None = None
        self.sign = -1
        """A file that becomes readable when the process ends."""
        self.starts = 0
        self.failures: deque[float] = deque(maxlen=MOST_FAILURES)

    def start(self) -> None:
        environment = os.environ | dict(self.club.environment) | {"LISTEN_FDS": "1"}
        number = self.opened.fileno()
        with contextlib.ExitStack() as files:
            log = files.enter_context(self.club.log.open("ab")) if self.club.log else None
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", HAND_OVER, str(number), *self.club.command],
                cwd=self.club.folder,
                env=environment,
                pass_fds=[number],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.sign = os.pidfd_open(self.process.pid)
        self.starts += 1

    def has_failed_too_often(self) -> bool:
        return len(self.failures) == MOST_FAILURES and time.monotonic() - self.failures[0] < WITHIN


class Holder:
    """Hold the sockets of clubs within the block, and start each when somebody connects."""

    def __init__(self, clubs: Sequence[Club] = ()) -> None:
        self._selector = selectors.DefaultSelector()
        self._woken, self._wake = os.pipe()
        self._selector.register(self._woken, selectors.EVENT_READ, None)
        self._changed = threading.Condition()
        self._held: dict[str, Held] = {}
        self._is_ending = False
        self._thread = threading.Thread(target=self._watch, name="sockets")
        for club in clubs:
            self.hold(club)

    def __enter__(self) -> "Holder":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._changed:
            for held in self._held.values():
                held.is_let_go = True
                if held.process is not None:
                    held.process.terminate()
        for name in list(self._held):
            self.let_go(name)
        self._is_ending = True
        os.write(self._wake, b".")
        self._thread.join()
        self._selector.close()
        os.close(self._woken)
        os.close(self._wake)

    def hold(self, club: Club) -> None:
        """Open the socket of a club, like `systemctl start NAME.socket`."""
        with self._changed:
            held = self._held[club.name] = Held(club)
            self._selector.register(held.opened, selectors.EVENT_READ, held)
            os.write(self._wake, b".")

    def let_go(self, name: str) -> None:
        """Stop the club and close its socket, like `systemctl stop NAME.socket NAME.service`."""
        with self._changed:
            held = self._held[name]
            held.is_let_go = True
            self._ignore(held.opened)
        self.stop(name)
        with self._changed:
            del self._held[name]
        held.opened.close()
        if isinstance(held.club.address, Path):
            held.club.address.unlink(missing_ok=True)

    def stop(self, name: str) -> None:
        """End the club's process, like `systemctl stop NAME.service`. The next connection starts it again."""
        process = self._held[name].process
        if process is None:
            return
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
        self.wait_asleep(name)

    def process_of(self, name: str) -> int | None:
        """Return the number of the club's process, or None while it sleeps."""
        process = self._held[name].process
        return process.pid if process else None

    def starts_of(self, name: str) -> int:
        """Return how often the club has been started."""
        return self._held[name].starts

    def failures_of(self, name: str) -> int:
        """Return how often the club's process has ended by a fault, as far as it matters."""
        return len(self._held[name].failures)

    def wait_asleep(self, name: str, seconds: float = PATIENCE) -> None:
        """Wait until the club's process has ended. Raise TimeoutError."""
        self.wait_until(name, lambda held: held.process is None, seconds)

    def wait_until(self, name: str, holds: Callable[["Held"], bool], seconds: float = PATIENCE) -> None:
        """Wait until a condition holds. Raise TimeoutError."""
        held = self._held[name]
        with self._changed:
            if not self._changed.wait_for(lambda: holds(held), seconds):
                raise TimeoutError(f"{name}: what was waited for did not come within {seconds:g} s")

    def _watch(self) -> None:
        while not self._is_ending:
            for key, _events in self._selector.select():
                with self._changed:
                    self._handle(key)
                    self._changed.notify_all()

    def _handle(self, key: selectors.SelectorKey) -> None:
        held = key.data
        if held is None:
            os.read(self._woken, 4096)
        elif key.fileobj is held.opened:
            self._start(held)
        else:
            self._ended(held)

    def _start(self, held: Held) -> None:
        self._ignore(held.opened)
        held.start()
        self._selector.register(held.sign, selectors.EVENT_READ, held)

    def _ended(self, held: Held) -> None:
        self._ignore(held.sign)
        os.close(held.sign)
        assert held.process is not None
        if held.process.wait() not in (0, -signal.SIGTERM):
            held.failures.append(time.monotonic())
        held.process = None
        if not held.is_let_go and not held.has_failed_too_often():
            self._selector.register(held.opened, selectors.EVENT_READ, held)

    def _ignore(self, watched: socket.socket | int) -> None:
        with contextlib.suppress(KeyError):
            self._selector.unregister(watched)


def _listen(address: Address) -> socket.socket:
    if isinstance(address, Path):
        address.unlink(missing_ok=True)
        opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        opened.bind(str(address))
        address.chmod(MODE)
    else:
        opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
    opened.listen(socket.SOMAXCONN)
    return opened


def _address(text: str) -> Address:
    """Read a path, or host and port.

    >>> _address("127.0.0.1:8000")
    ('127.0.0.1', 8000)
    """
    host, colon, port = text.rpartition(":")
    return (host, int(port)) if colon and port.isdigit() else Path(text).absolute()


def main() -> None:
    if len(sys.argv) < 4 or sys.argv[2] != "--":
        sys.exit("usage: rehearsal.py SOCKET|HOST:PORT -- COMMAND …")
    club = Club(name="club", address=_address(sys.argv[1]), command=sys.argv[3:], folder=Path.cwd())
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_signal: stopped.set())
    with Holder([club]):
        stopped.wait()


if __name__ == "__main__":
    main()
