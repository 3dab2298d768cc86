"""The time until phones learn news, and what their waiting costs: `python -m benchmarks.news [--phones N] [--polls]`.

The club is served as `club.py` does, from a SQLite database of its own. Four phones at each table show its slip, and
one of a hundred the ranking. They wait for news as `static/js/polling.js` does; with `--polls` as where the server
holds nothing back, which is the alternative. First nothing happens for a while, then figures are typed at one table
after the other. Aims: 5,000 phones of which nobody has news take 0.3 of a core, and news arrive within a second.
"""

import argparse
import asyncio
import os
import resource
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import django

from benchmarks.hall import HOST, open_club, percentile
from benchmarks.wire import Wire

PHONES, AT_A_TABLE = 5_000, 4
TABLES = 250
"""The most tables of a tournament; more phones are in several."""
WAITS = {"Prefer": "wait=12"}
USUAL, SOONEST = 10, 0.8
"""Seconds between the polls of a phone whose polls are not held, and the factor by which it may come earlier."""
PAUSE = 0.5
RAMP_SECONDS, STILL_SECONDS = 60, 30
FIGURES, BETWEEN = 60, 0.25
"""The number of figures typed, and the seconds from one to the next."""
PATIENCE = 30
TURNED_AWAY = 503
"""The status while too many open their pages at the same time."""
OPEN_FILES = 16_000
CORE, SECONDS = 0.3, 1.0


@dataclass(slots=True)
class Phone:
    """A phone that shows a page and asks for news of it."""

    wire: Wire
    page: str
    poll: str
    cookie: str
    etag: str = ""
    heard: float = 0.0
    """The time of the last news."""

    async def open(self) -> None:
        while (answer := await self.wire.ask(self.page, {"Cookie": self.cookie})).status == TURNED_AWAY:
            await asyncio.sleep(float(answer.header("Retry-After")))
        if answer.status != 200:
            raise SystemExit(f"expected a page at {self.page}, got {answer.status}")
        self.etag = answer.header("Etag")

    async def ask(self, waits: dict[str, str]) -> bool:
        """Poll once; return whether the server holds polls back."""
        known = {"Cookie": self.cookie, "HX-Request": "true", "If-None-Match": self.etag}
        answer = await self.wire.ask(self.poll, known | waits)
        if answer.status == 200:
            self.etag, self.heard = answer.header("Etag"), time.monotonic()
        elif answer.status not in (304, TURNED_AWAY):
            raise SystemExit(f"expected 200 or 304, got {answer.status}")
        return bool(answer.header("Preference-Applied"))


@dataclass(slots=True)
class Hall:
    """Phones that wait for news, and those that make some."""

    phones: Sequence[Phone]
    writers: Sequence[Phone]
    """A phone at each table that types; it does not poll."""
    waits: dict[str, str]
    process: int
    rng: Random = field(default_factory=lambda: Random(1))
    seconds: list[float] = field(default_factory=list)
    """The seconds until a phone at the table had the news."""

    async def measure(self) -> None:
        polling = [asyncio.create_task(self._poll(phone)) for phone in self.phones]
        for writer in self.writers[:FIGURES]:
            await writer.open()
        await asyncio.sleep(RAMP_SECONDS)
        before = cpu_seconds(self.process)
        await asyncio.sleep(STILL_SECONDS)
        share = (cpu_seconds(self.process) - before) / STILL_SECONDS
        print(f"{len(self.phones):,} phones without news: {share:.2f} of a core (aim {CORE})", flush=True)
        before, since = cpu_seconds(self.process), time.monotonic()
        for serial, writer in enumerate(self.writers[:FIGURES], start=1):
            await self._type(writer, serial)
            await asyncio.sleep(BETWEEN)
        await asyncio.sleep(2 * USUAL)
        share = (cpu_seconds(self.process) - before) / (time.monotonic() - since)
        for task in polling:
            task.cancel()
        failed = [task for task in await asyncio.gather(*polling, return_exceptions=True) if isinstance(task, OSError)]
        print(f"{FIGURES} figures typed meanwhile: {share:.2f} of a core; {len(failed)} connections lost")
        waits = " / ".join(f"{percentile(self.seconds, share):.2f}" for share in (50, 90, 99, 100))
        print(f"news at the table after {waits} s (50, 90, 99, 100 of a hundred; aim {SECONDS})")

    async def _type(self, writer: Phone, serial: int) -> None:
        others = [phone for phone in self.phones if phone.page == writer.page]
        fields = {"do": "type", "version": "0", "serial": str(serial), "depth": "slip", "h1_ns_base": "300"}
        asked = time.monotonic()
        answer = await writer.wire.ask(
            writer.page, {"Cookie": writer.cookie, "HX-Request": "true"}, urlencode(fields).encode()
        )
        if answer.status != 200:
            raise SystemExit(f"expected that the figure is saved, got {answer.status}: {answer.body.decode()}")
        asyncio.get_running_loop().call_later(2 * USUAL - 1, self._count, others, asked)

    def _count(self, phones: Sequence[Phone], asked: float) -> None:
        self.seconds += [phone.heard - asked if phone.heard > asked else PATIENCE for phone in phones]

    async def _poll(self, phone: Phone) -> None:
        await asyncio.sleep(self.rng.uniform(0, RAMP_SECONDS - 2 * USUAL))
        await phone.open()
        while True:
            is_held = await phone.ask(self.waits)
            await asyncio.sleep((PAUSE if is_held else USUAL) * self.rng.uniform(SOONEST, 1))


def cpu_seconds(process: int) -> float:
    """Return the CPU seconds of a process of Linux so far."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def process_of(port: int) -> int:
    """Return the process that serves at this port of Linux, which is this one's child."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text(encoding="ascii").split()
    return next(
        int(child) for child in children if f"--port\0{port}" in Path(f"/proc/{child}/cmdline").read_text("utf-8")
    )


@contextmanager
def served(phones: int, waits: dict[str, str]) -> Iterator[Hall]:
    """Serve a club with rounds of so many phones in all, and yield its hall."""
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connections

    from burraco_club.network import free_port_after
    from tests.factories import start_on_phones
    from tournaments.records import Line
    from tournaments.slips.codes import ticket_of
    from tournaments.slips.states import Phone as Seat
    from tournaments.views.phone.door import table_address

    call_command("migrate", verbosity=0)
    User.objects.create_superuser("referee")
    sizes = [min(TABLES, tables) for tables in range(phones // AT_A_TABLE, 0, -TABLES)]
    rounds = [start_on_phones(pairs=2 * tables) for tables in sizes]
    port = free_port_after(HOST, 8000)
    at = f"http://{HOST}:{port}"

    def phone(page: str, poll: str, cookie: str) -> Phone:
        return Phone(Wire(at, patience=PATIENCE), page, poll, cookie)

    shown, writers = [], []
    for table in (table for round_ in rounds for table in round_.tables.select_related("round__tournament")):
        address = table_address(table)
        tickets = [
            f"phone-it={ticket_of(table.slip_secret, table.number, Seat(line, f'{line}{number}'))}"
            for number in range(AT_A_TABLE // 2)
            for line in Line
        ]
        shown += [phone(address, f"{address}?us=1", ticket) for ticket in tickets[1:]]
        writers.append(phone(address, f"{address}?us=1", tickets[0]))
    ranking = f"/t/{rounds[0].tournament.slug}/"
    shown += [phone(ranking, ranking, "") for _reader in range(phones - len(shown))]
    connections.close_all()
    assert port is not None
    with open_club(port):
        yield Hall(shown, writers, waits, process_of(port))


def main(phones: int, *, polls: bool) -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(OPEN_FILES, hard), hard))
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}; polls {'are not' if polls else 'are'} held back")
    with served(phones, {} if polls else WAITS) as hall:
        asyncio.run(hall.measure())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=PHONES)
    parser.add_argument("--polls", action="store_true")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        os.environ |= {"BURRACO_DATA": folder, "DJANGO_SETTINGS_MODULE": "burraco_club.settings"}
        django.setup()
        main(given.phones, polls=given.polls)
