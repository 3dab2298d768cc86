"""The walk of a reader who follows one request through the project: `python -m benchmarks.walk [slip|phone|ranking]`.

Every function of the project is read once, where the request first calls it. A move is a step to a function in another
file; returning to a function that has been read is not one. Django and other libraries are not read, nor are lambdas
and comprehensions, which are inside functions that are. If each file is entered once, there is one move fewer than
there are files: every further move is a return for something that was left behind.

An evening of 20 tables in a database of its own: a slip entered at the desk, which answers with the next table; one
written and sent on a phone; the players' ranking for the first phone that requests it. With the name of one of them,
its walk is printed file by file. Beside the moves are the CPU milliseconds of the same request without the profiler.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from benchmarks.empty_club import run_in_an_empty_club
from benchmarks.figures import Figure, median_ms

if TYPE_CHECKING:
    from django.test import Client

PROJECT = Path(__file__).resolve().parent.parent
OWN = tuple(f"{PROJECT / app}{os.sep}" for app in ("accounts", "burraco_club", "pages", "scoring", "tournaments"))
TABLES, HANDS = 20, 4
REPEATS = 15
MOST = 75
"""The most moves of a slip, at the desk or on a phone."""
VERSION = re.compile(r'name="version"[^>]* value="([^"]+)"')
KNOWN = re.compile(r'data-known="(\d+)"')
TYPED, SENT, RANKING = "slip", "phone", "ranking"

Step = tuple[str, str]
"""A file of the project and a function in it."""


class Walk:
    """The functions of the project in the order of their first calls during some work."""

    def __init__(self, work: Callable[[], object]) -> None:
        self.steps: dict[Step, None] = {}
        sys.setprofile(self._hear)
        try:
            work()
        finally:
            sys.setprofile(None)

    def _hear(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OWN) and not code.co_name.startswith("<"):
            self.steps[str(Path(code.co_filename).relative_to(PROJECT)), code.co_qualname] = None

    @property
    def visits(self) -> list[tuple[str, list[str]]]:
        """The files in order, each with the functions that are read there before the next file."""
        return [(file, [name for _file, name in steps]) for file, steps in groupby(self.steps, lambda step: step[0])]

    @property
    def moves(self) -> int:
        return len(self.visits) - 1

    @property
    def files(self) -> int:
        return len({file for file, _name in self.steps})

    def __str__(self) -> str:
        return "\n".join(f"{at:4} {file}: {', '.join(names)}" for at, (file, names) in enumerate(self.visits))


class Evening:
    """Two rounds of 20 tables, one of them written on phones, and the clients that request their pages."""

    def __init__(self) -> None:
        from django.test import Client

        from tests.factories import make_account, make_tournament, start_on_phones, start_round
        from tests.tournaments.views.phone.visitors import PhoneAt, address
        from tournaments.records import Line

        self._tournament = make_tournament(pairs=2 * TABLES, hands_per_round=HANDS)
        self._desk = f"/tournaments/{self._tournament.slug}/rounds/{start_round(self._tournament).number}/"
        self._referee, self._player = Client(), Client()
        self._referee.force_login(make_account("desk"))
        self._page = page_of(self._referee, f"{self._desk}results/")
        self._typed = 0
        on_phones = start_on_phones(pairs=2 * TABLES, hands_per_round=HANDS, name="Telefoni")
        tables = on_phones.tables.select_related("round__tournament", "phone_slip").order_by("number")
        self._phones = [(address(table), PhoneAt(table, Line.NS).client) for table in tables]

    def of(self, name: str) -> Callable[[], object]:
        """Return the work to measure, which can be called repeatedly."""
        return {TYPED: self._type, SENT: self._send, RANKING: self._look}[name]

    def _type(self) -> None:
        """Save the next table at the desk."""
        self._typed += 1
        slip = figures_of(self._typed) | {"version": VERSION.findall(self._page)[0]}
        headers = {"HX-Request": "true", "HX-Target": "desk", "Desk-Known": KNOWN.findall(self._page)[0]}
        answer: Any = self._referee.post(f"{self._desk}tables/{self._typed}/", slip, headers=headers)
        self._page = answer.content.decode()
        if answer.status_code != 200:
            raise SystemExit(f"expected a slip that is saved, got {answer.status_code}")

    def _send(self) -> None:
        """Send the next table from a phone that has entered its line's code."""
        address, phone = self._phones.pop()
        slip = figures_of(len(self._phones)) | {"do": "send", "version": "0", "serial": 1}
        answer: Any = phone.post(address, slip, headers={"HX-Request": "true"})
        if answer.status_code != 200:
            raise SystemExit(f"expected a slip that is sent, got {answer.status_code}")

    def _look(self) -> None:
        """Request the ranking after a slip, so that it is rendered and not taken from the cache."""
        from django.db.models import F

        from tournaments.models import Tournament

        Tournament.objects.filter(pk=self._tournament.pk).update(revision=F("revision") + 1)
        page_of(self._player, f"/t/{self._tournament.slug}/")


def page_of(client: "Client", address: str) -> str:
    answer: Any = client.get(address)
    if answer.status_code != 200:
        raise SystemExit(f"expected {address}, got {answer.status_code}")
    return str(answer.content.decode())


def figures_of(table: int) -> dict[str, object]:
    """Return a table's slip with points that no other table has."""
    slip: dict[str, object] = {"depth": "slip"}
    for hand in range(1, HANDS + 1):
        figures = {"ns_base": 300, "ns_points": 100 + 5 * table, "ew_base": 0, "ew_points": 85, "end": "closed"}
        slip |= {f"h{hand}_{name}": figure for name, figure in figures.items()}
    return slip


def measure() -> Iterator[Figure]:
    """Yield moves and milliseconds, measured in an existing database."""
    from django.conf import settings
    from django.test import override_settings

    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with override_settings(STORAGES=settings.STORAGES | plain, ALLOWED_HOSTS=["*"]):
        evening = Evening()
        for name, what in (
            (TYPED, "a slip typed at the desk"),
            (SENT, "a slip sent from a phone"),
            (RANKING, "the ranking, for the first phone"),
        ):
            work = evening.of(name)
            # The first, unmeasured run loads and compiles.
            work()
            walk = Walk(work)
            yield Figure(what, walk.moves, "moves", 0 if name == RANKING else MOST, f"{walk.files} files")
            yield Figure(what, median_ms(work, REPEATS), "ms", 0, "the same request, without the profile")
            if name in sys.argv[1:]:
                print(walk)


def main() -> None:
    for figure in measure():
        print(f"{figure.what:34}{figure.figure:7.1f} {figure.unit:6} {figure.beside}")


if __name__ == "__main__":
    run_in_an_empty_club(main)
