"""A club from outside: its process, and a referee who sends slips over HTTP and records the responses."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlencode

from django.utils.translation import gettext

PROJECT = Path(__file__).parent.parent.parent
LONGEST_ANSWER = 60
"""Seconds after which a response is given up."""
LIKE_ALL_OTHERS = {"h1_ew_total": 85, "h1_end": "closed", "h2_ns_total": 420, "h2_ew_total": 85, "h2_end": "closed"}
"""The constant part of a slip; the total of its first hand varies."""
CSRF = "c" * 32
NOT_THE_CLUBS = ("DJANGO_ALLOW_ASYNC_UNSAFE", "SECRET_KEY", "DATABASE_URL", "BURRACO_HTTPS", "PYTEST_CURRENT_TEST")


class ClubProcess:
    """`club_process.py` on a data folder.

    `database` is the address of PostgreSQL's database, if it is not SQLite's file.
    """

    def __init__(self, data: Path, database: str | None = None, **environment: str) -> None:
        self.data, self.database = data, database
        self.evening: dict[str, Any] = {}
        """Return the answer of `club_process.evening`."""
        self.numbers: dict[int, Iterator[int]] = defaultdict(count)
        inherited = {name: value for name, value in os.environ.items() if name not in NOT_THE_CLUBS}
        ours = {"BURRACO_DATA": str(data), **({"DATABASE_URL": database} if database else {}), **environment}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.club_process"],
            cwd=PROJECT,
            env={**inherited, **ours},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.port: int = self._answer()["port"]
        self._server: int | None = None

    def order(self, what: str) -> Any:
        assert self._process.stdin is not None
        print(what, file=self._process.stdin, flush=True)
        return self._answer()

    def open(self) -> None:
        self._server = self.order("open")["pid"]

    def kill(self) -> None:
        """Kill everything at once, like a power cut."""
        if self._server is not None:
            os.kill(self._server, signal.SIGKILL)
            self._server = None

    def end(self) -> str:
        """Kill the club, and return all its error output."""
        self.kill()
        return self._process.communicate()[1]

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, self._process.communicate()[1]
        return json.loads(line)


@contextmanager
def running(data: Path, database: str | None = None, **environment: str) -> Iterator[ClubProcess]:
    club = ClubProcess(data, database, **environment)
    try:
        yield club
    finally:
        club.end()


@dataclass(slots=True)
class Referee:
    """A referee's browser. By table, `saved` has the totals that the club confirmed, and `sent` all of them."""

    port: int
    session: str
    slug: str
    numbers: dict[int, Iterator[int]] = field(default_factory=lambda: defaultdict(count))
    """Shared by the referees of a club, so that no total of a table occurs twice."""
    saved: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    sent: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    versions: dict[int, str] = field(default_factory=dict)
    """The current version of the tables as in the form, with the number at the end, if the last response had it."""
    turned_away: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """By table, the totals that a club without time for them refused unread."""
    refused: list[str] = field(default_factory=list)
    """The status and the page of every other response that was neither a save nor a conflict with another change."""

    def save(self, table: int) -> int:
        """Send another total for a table, based on its current version. Return the status, or 0 without a response."""
        version = self.versions.pop(table, None)
        if version is None:
            version = self.version_of(table)
        if version is None:
            return 0
        total = 300 + 5 * next(self.numbers[table])
        self.sent[table].append(total)
        typed = {"version": version, "depth": "total", "h1_ns_total": total} | LIKE_ALL_OTHERS
        status, page = self.ask("POST", f"/tournaments/{self.slug}/rounds/1/tables/{table}/", typed)
        if status == 302:
            self.saved[table].append(total)
            line, dot, number = version.rpartition(".")
            self.versions[table] = f"{line}{dot}{int(number) + 1}"
        elif _turns_away(status, page):
            self.turned_away[table].append(total)
        elif status not in (0, 409):
            self.refused.append(f"{status} {page}")
        return status

    def version_of(self, table: int) -> str | None:
        status, body = self.ask("GET", f"/tournaments/{self.slug}/rounds/1/tables/{table}/")
        if status != 200:
            if status and not _turns_away(status, body):
                self.refused.append(f"{status} {body}")
            return None
        return body.partition('name="version" value="')[2].partition('"')[0]

    def ask(self, method: str, path: str, fields: Mapping[str, object] | None = None) -> tuple[int, str]:
        """Return status and page; the status is 0 if the connection broke before the response was complete."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONGEST_ANSWER)
        headers = {"Cookie": f"sessionid={self.session}; csrftoken={CSRF}", "X-CSRFToken": CSRF}
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, urlencode(fields or {}), headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()


def _turns_away(status: int, page: str) -> bool:
    """Return whether the club had no time for a request, which other work on its computer can cause."""
    return status == 503 and gettext("Too many people are using the program at the moment") in page


class Crowd:
    """People who do the same at once, each in a thread, within the block: until `_stopped` is set."""

    def __init__(self, do: Callable[..., None], people: Iterable[object]) -> None:
        self._stopped = threading.Event()
        self._threads = [threading.Thread(target=do, args=(person,), daemon=True) for person in people]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join()


class Load(Crowd):
    """Referees who save without a pause, each at tables of their own."""

    def __init__(self, referee: Referee, tables: list[int], *, writers: int = 4) -> None:
        self.referee = referee
        super().__init__(self._write, [tables[number::writers] for number in range(writers)])

    def wait_for_saves(self, count: int) -> None:
        """Wait until this many more saves were acknowledged."""
        wanted = self._count() + count
        while self._count() < wanted and not self.referee.refused:
            self._stopped.wait(0.01)

    def _count(self) -> int:
        return sum(map(len, list(self.referee.saved.values())))

    def _write(self, tables: list[int]) -> None:
        while not self._stopped.is_set():
            for table in tables:
                # While nobody answers or has time, the next attempt can wait.
                if self.referee.save(table) in (0, 503):
                    self._stopped.wait(0.02)
