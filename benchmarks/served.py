"""The cost of requests as they are served: `python -m benchmarks.served`. Prints medians in CPU milliseconds.

The club's own server answers over HTTP, on a connection that stays open, and syncs each commit to the disk. What counts
is the CPU time of its process, from before a request until a moment after its answer. Beside each figure is the same
request in this process, without a server, as all other benchmarks measure: both take turns.

500 pairs after eight rounds, in the middle of one, and 1,000 and 5,000 pairs after four. It needs Linux, whose kernel
tells the time of another process to the nanosecond.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPConnection, HTTPMessage
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from benchmarks.desk import Desk, field_of
from benchmarks.empty_club import run_in_an_empty_club
from benchmarks.figures import Figure, print_times
from benchmarks.hall import HOST, open_club
from benchmarks.news import process_of

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Tournament

UNDER_WAY = (500, 8)
DRAWN = (1_000, 5_000)
ROUNDS = 4
REPEATS = 9
AFTERWARDS = 0.01
"""The seconds after an answer in which the server ends what belongs to it."""
TOKEN = "k" * 32
"""The CSRF token: the server compares the header with the cookie."""
FORM = "application/x-www-form-urlencoded"


class ServedAnswer(NamedTuple):
    """A response, with what a test client's has of it."""

    status_code: int
    headers: HTTPMessage
    content: bytes


class ServedClient:
    """A browser on one connection to the club's server, logged in if it has a session."""

    def __init__(self, port: int, session: str = "") -> None:
        self._connection = HTTPConnection(HOST, port, timeout=60)
        self._sent = {"Cookie": f"sessionid={session}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN} if session else {}

    def get(self, address: str, headers: Mapping[str, str] | None = None) -> ServedAnswer:
        return self._answer("GET", address, "", {**(headers or {})})

    def post(
        self, address: str, data: Any, content_type: str = FORM, headers: Mapping[str, str] | None = None
    ) -> ServedAnswer:
        body = data if isinstance(data, str) else urlencode(data)
        return self._answer("POST", address, body, {**(headers or {}), "Content-Type": content_type})

    def _answer(self, method: str, address: str, body: str, headers: Mapping[str, str]) -> ServedAnswer:
        self._connection.request(method, address, body, {**self._sent, **headers})
        response = self._connection.getresponse()
        return ServedAnswer(response.status, response.headers, response.read())


class BothWays(NamedTuple):
    """The two ways of a request: through the server, and in this process."""

    served: "ServedClient"
    plain: "Client"
    clock: int
    """The kernel's clock of the server's process."""

    def medians(self, work: Callable[[Any], object], before: Callable[[], object], repeats: int) -> tuple[float, float]:
        """Return the medians of the work by each client, in turns, each time after `before`, which is not measured."""
        ways = (self.served, self.clock), (self.plain, time.CLOCK_PROCESS_CPUTIME_ID)
        times: tuple[list[float], list[float]] = ([], [])
        for _repeat in range(repeats + 1):
            for at, (client, clock) in enumerate(ways):
                before()
                time.sleep(AFTERWARDS)
                start = time.clock_gettime(clock)
                work(client)
                time.sleep(AFTERWARDS)
                times[at].append(1000 * (time.clock_gettime(clock) - start))
        served, plain = (statistics.median(taken[1:]) for taken in times)
        return served, plain

    def figure(
        self, what: str, work: Callable[[Any], object], aim: float = 0, *, before: Callable[[], object] = lambda: None
    ) -> Figure:
        served, plain = self.medians(work, before, REPEATS)
        return Figure(what, served, "ms", aim, f"{plain:.1f} ms in process")


def measure() -> Iterator[Figure]:
    """Yield every figure, measured in an existing empty database. What is written into it stays."""
    if sys.platform != "linux":
        return
    from django.conf import settings
    from django.db import connections
    from django.test import Client, override_settings

    from burraco_club.network import free_port_after
    from tests.factories import make_account

    plain = Client()
    plain.force_login(make_account("served"))
    hall = field_of(*UNDER_WAY)
    fields = {pairs: field_of(pairs, ROUNDS, under_way=False) for pairs in DRAWN}
    connections.close_all()
    port = free_port_after(HOST, 8000)
    assert port is not None
    files = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with open_club(port), override_settings(STORAGES=settings.STORAGES | files, ALLOWED_HOSTS=["*"]):
        # A clock of another process, by the rule of the C library for its name.
        clock = (~process_of(port) << 3) | 2
        yield from _of_phones(BothWays(ServedClient(port), Client(), clock), hall)
        desks = BothWays(ServedClient(port, plain.cookies["sessionid"].value), plain, clock)
        yield from _of_desks(desks, hall)
        for pairs, tournament in fields.items():
            yield from _of_draws(desks, tournament, pairs)


def _page(address: str) -> Callable[[Any], object]:
    def work(client: Any) -> None:
        if (answer := client.get(address)).status_code != 200:
            raise SystemExit(f"expected 200 from {address}, got {answer.status_code}")

    return work


def _next_revision(tournament: "Tournament") -> Callable[[], object]:
    """Return what a slip does to the pages: they are not those of before."""
    from django.db.models import F

    from tournaments.models import Tournament

    return lambda: Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)


def _of_phones(both: BothWays, tournament: "Tournament") -> Iterator[Figure]:
    public, next_revision = f"/t/{tournament.slug}/", _next_revision(tournament)
    yield both.figure("the smallest page", _page(f"{public}now/"))
    etags = {id(client): client.get(public).headers["ETag"] for client in (both.served, both.plain)}

    def again(client: Any) -> None:
        if client.get(public, headers={"If-None-Match": etags[id(client)]}).status_code != 304:
            raise SystemExit("expected a 304")

    yield both.figure("a ranking that the phone has already, a 304", again, 1)
    yield both.figure("the ranking after a slip, for the first phone", _page(public), 40, before=next_revision)
    yield both.figure("the wall after a slip", _page(f"{public}wall/"), before=next_revision)


def _of_desks(both: BothWays, tournament: "Tournament") -> Iterator[Figure]:
    here, next_revision = f"/tournaments/{tournament.slug}/", _next_revision(tournament)
    desks = {id(client): Desk(client, tournament) for client in (both.served, both.plain)}  # type: ignore[arg-type]
    first = next(iter(desks.values()))
    for desk in desks.values():
        desk.open = first.open
    yield both.figure("a slip saved, with the next form", lambda client: desks[id(client)].save(), 25)
    for what, address in (
        ("the desk", f"{first.address}results/"),
        ("the referee's ranking", f"{here}ranking/"),
        ("the history, its newest page", f"{here}history/"),
    ):
        yield both.figure(what, _page(address), before=next_revision)


def _of_draws(both: BothWays, tournament: "Tournament", pairs: int) -> Iterator[Figure]:
    from tournaments.records import System

    new, drawn = f"/tournaments/{tournament.slug}/rounds/new/", tournament.rounds.filter(number=ROUNDS + 1)
    yield both.figure(f"the form of a round, {pairs:,} pairs", _page(new))

    def draw(client: Any) -> None:
        if (answer := client.post(new, {"system": System.MITCHELL.value})).status_code != 302:
            raise SystemExit(f"expected a draft, got {answer.status_code}")

    yield both.figure(f"a Mitchell drawn, {pairs:,} pairs", draw, before=drawn.delete)


def main() -> None:
    print_times(measure())


if __name__ == "__main__":
    run_in_an_empty_club(main)
