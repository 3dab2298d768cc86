"""The time that a hall of phones waits for its pages: `python -m benchmarks.load [--phones N] [--proxy]`. Milliseconds.

A tournament of 500 pairs in its eighth round. Phones show the ranking, their seats, the tables or their own pair's
page, and poll as `static/js/polling.js` does. Four referees save a slip every 20 seconds each, so that nearly every
page has changed when it is requested. Aims for 99 of a hundred, on two cores that this load shares: 2,000 phones of a
club's server wait at most 300 ms, and a save takes at most 200; 5,000 phones behind the documented proxy wait 200.

The club is served as `club.py` does, from a database of its own. With `--proxy` it is served as `deploy/` describes:
nginx with TLS, two services, and a new database, removed at the end, in the PostgreSQL that `DATABASE_URL` names.
"""

import argparse
import asyncio
import os
import re
import resource
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from secrets import token_hex
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import django

from benchmarks.hall import HOST, PROJECT, club_seconds, open_club, print_row
from benchmarks.public_pages import HANDS, PAIRS, ROUNDS, championship
from benchmarks.wire import Wire
from deploy.evening import KEY, scratch_database
from deploy.load import CSRF_COOKIE, SESSION_COOKIE
from deploy.rehearsal import SERVER, Rehearsal

PHONES, REFEREES = 2_000, 4
RAMP_SECONDS, LOAD_SECONDS = 30, 60
SAVES_EVERY = 20
PATIENCE = 8
"""Seconds after which a page gives up waiting for a response."""
SOONEST = 0.8
"""The factor by which a phone may poll earlier than its page says."""
PAGES = {"": 3, "pairs/{pair}/": 3, "seat/": 2, "rounds/": 2}
"""The pages that phones show, below the tournament's address, and how many phones of ten show each."""
OPENED, NOTHING_NEW, NEWS, TURNED_AWAY = "a page opened", "poll, nothing new", "poll, news", "turned away"
SAVED = "a referee's save"
SHARES = (50, 90, 95, 99, 100)
OPEN_FILES = 16_000


@dataclass(frozen=True, slots=True)
class Where:
    """A running server."""

    at: str
    name: str = ""
    """Its host name, if that differs from its address."""
    session_cookie: str = "sessionid"
    csrf_cookie: str = "csrftoken"

    def wire(self) -> Wire:
        return Wire(self.at, patience=PATIENCE, name=self.name)


@dataclass(frozen=True, slots=True)
class Session:
    """A referee who is logged in."""

    where: Where
    key: str
    token: str = field(default_factory=lambda: token_hex(16))
    """The token for forms. It is valid because the cookie has the same value."""

    @property
    def cookie(self) -> str:
        return f"{self.where.session_cookie}={self.key}; {self.where.csrf_cookie}={self.token}"


@dataclass(slots=True)
class Waits:
    """The waiting times by kind of request, and the failures."""

    begin: float
    waited: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    faults: Counter[str] = field(default_factory=Counter)
    sent: int = 0

    def add(self, what: str, since: float) -> None:
        """Add a wait, unless the request was made before all phones had come."""
        if since >= self.begin:
            self.waited[what].append(1000 * (time.monotonic() - since))

    def fault(self, what: str) -> None:
        self.faults[what] += 1


async def look(wire: Wire, path: str, begin: float, end: float, waits: Waits, rng: Random) -> None:
    """Open a page as one phone, and poll until the end."""
    due, etag, every = begin, "", 15.0
    while due < end:
        await asyncio.sleep(due - time.monotonic())
        headers = {"Accept-Encoding": "gzip"} | ({"HX-Request": "true", "If-None-Match": etag} if etag else {})
        try:
            answer = await wire.ask(path, headers)
        except (OSError, TimeoutError) as fault:
            waits.fault(type(fault).__name__)
            due = time.monotonic() + every
            continue
        waits.sent += len(answer.body)
        if answer.status == 200:
            waits.add(NEWS if etag else OPENED, due)
            etag = answer.header("Etag")
        elif answer.status == 304:
            waits.add(NOTHING_NEW, due)
        elif answer.status in (429, 503):
            waits.add(TURNED_AWAY, due)
        else:
            waits.fault(f"a page: {answer.status}")
        wait = float(answer.header("Retry-After") or every * float(answer.header("Ask-Slower") or 1))
        due = time.monotonic() + wait * rng.uniform(SOONEST, 1)


async def save(session: Session, path: str, begin: float, end: float, waits: Waits) -> None:
    """Correct the slip of a table as one referee, again and again."""
    wire, due, turn = session.where.wire(), begin, 0
    hand = {"ns_base": 300, "ns_points": 100, "ew_base": 0, "ew_points": 85, "end": "closed"}
    figures = {f"h{number}_{name}": figure for number in range(1, HANDS + 1) for name, figure in hand.items()}
    while due < end:
        await asyncio.sleep(due - time.monotonic())
        due, turn = due + SAVES_EVERY, turn + 1
        try:
            page = await wire.ask(path, {"Cookie": session.cookie})
            if page.status != 200:
                waits.fault(f"a page to save from: {page.status}")
                continue
            version = re.findall(r'name="version" value="([^"]+)"', page.body.decode())[0]
            typed = figures | {"version": version, "depth": "slip", "csrfmiddlewaretoken": session.token}
            typed |= {"h1_ns_points": 100 + 5 * (turn % 2)}
            since = time.monotonic()
            answer = await wire.ask(path, {"Cookie": session.cookie}, urlencode(typed).encode())
            waits.add(SAVED, since)
            if answer.status != 302:
                waits.fault(f"a save: {answer.status}")
        except (OSError, TimeoutError) as fault:
            waits.fault(f"a save: {type(fault).__name__}")


async def play(where: Where, slug: str, phones: int, tables: Sequence[str], key: str) -> Waits:
    """Run all phones and referees at once."""
    rng, now = Random(1), time.monotonic()
    begin, end = now + RAMP_SECONDS, now + RAMP_SECONDS + LOAD_SECONDS
    waits = Waits(begin)
    paths = rng.choices(list(PAGES), weights=list(PAGES.values()), k=phones)
    looking = (
        look(
            where.wire(),
            f"/t/{slug}/{path.format(pair=number % PAIRS + 1)}",
            *(now + RAMP_SECONDS * rng.random(), end),
            *(waits, rng),
        )
        for number, path in enumerate(paths)
    )
    saving = (
        save(Session(where, key), path, now + SAVES_EVERY * number / REFEREES, end, waits)
        for number, path in enumerate(tables)
    )
    await asyncio.gather(*looking, *saving)
    return waits


def report(waits: Waits, phones: int) -> None:
    print(f"{'':28}{'asked':>8}{'p50':>9}{'p90':>9}{'p95':>9}{'p99':>9}{'max':>9}")
    pages = [wait for what in (OPENED, NOTHING_NEW, NEWS) for wait in waits.waited[what]]
    for what in (OPENED, NOTHING_NEW, NEWS, TURNED_AWAY):
        print_row(what, waits.waited[what], SHARES)
    print_row(f"every page of {phones} phones", pages, SHARES)
    print_row(SAVED, waits.waited[SAVED], SHARES)
    print(f"{waits.sent / 2**20:.0f} MiB of pages; faults: {dict(waits.faults) or 'none'}")


@contextmanager
def club() -> Iterator[Where]:
    """Serve the club as `club.py` does."""
    from burraco_club.network import free_port_after

    port = free_port_after(HOST, 8200)
    if port is None:
        raise SystemExit("expected a free port")
    with open_club(port):
        yield Where(f"http://{HOST}:{port}")
    print(f"CPU seconds: the club {club_seconds():.0f}")


@contextmanager
def proxy(folder: Path, database: str) -> Iterator[Where]:
    """Serve the club as `deploy/` describes."""
    from deploy.rolling_update import collect

    collect(PROJECT, folder / "static", {})
    environment = {"DATABASE_URL": database, "SECRET_KEY": KEY, "WEB_CONCURRENCY": "1"}
    with Rehearsal(folder / "server", environment, static=folder / "static") as server:
        yield Where(f"https://{HOST}:{server.https}", SERVER, SESSION_COOKIE, CSRF_COOKIE)


def main(phones: int, serve: AbstractContextManager[Where]) -> None:
    django.setup()
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connections
    from django.test import Client

    call_command("migrate", verbosity=0)
    tournament = championship()
    referee = Client()
    referee.force_login(User.objects.create_superuser("referee"))
    tables = [f"/tournaments/{tournament.slug}/rounds/{ROUNDS}/tables/{2 * n + 1}/" for n in range(REFEREES)]
    connections.close_all()
    resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))
    key = referee.cookies[settings.SESSION_COOKIE_NAME].value
    with serve as where:
        print(f"{phones} phones; load of the machine before: {os.getloadavg()[0]:.1f}", flush=True)
        begun = time.process_time()
        waits = asyncio.run(play(where, tournament.slug, phones, tables, key))
        own = time.process_time() - begun
        print(f"load of the machine after: {os.getloadavg()[0]:.1f}, of {os.cpu_count()} cores")
    report(waits, phones)
    print(f"CPU seconds of {RAMP_SECONDS + LOAD_SECONDS}: the load itself {own:.0f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phones", type=int, default=PHONES)
    parser.add_argument("--proxy", action="store_true", help="serve as deploy/ describes it, on DATABASE_URL")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "burraco_club.settings")
    with TemporaryDirectory(prefix="club-") as scratch:
        if options.proxy:
            with scratch_database(os.environ.get("DATABASE_URL")) as made:
                os.environ |= {"DATABASE_URL": made, "SECRET_KEY": KEY}
                main(options.phones, proxy(Path(scratch), made))
        else:
            os.environ["BURRACO_DATA"] = scratch
            main(options.phones, club())
