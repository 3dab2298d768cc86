"""A hall on the web whose line is cut again and again: `python -m benchmarks.line [phones] [cuts] [pace]`.

A house (sshd and nginx from its own files), a club on SQLite as `club.py --online` serves it, and between them the
line that the club holds itself. The phones of every table write four hands over the web, as in `benchmarks.hall`;
others look at the players' pages. The line is cut in four ways: the laptop's ssh is killed, the house's side is,
nothing comes through any more, and sshd is gone with all it had. A phone sends what was not acknowledged once more,
under the same number, as `static/js/phone/phone.js` does.

In the end every slip must be in the database as it was typed, and once; and whoever looked at a page that had been
looked at before must have got it each time. `pace` 0.1 plays an evening in a tenth of its time.
"""

import asyncio
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import django

from benchmarks.hall import HOST, club_seconds, deal, lost, open_club, print_row, slips_of
from benchmarks.phones import KINDS, PATIENCE, POLLED, Hall, Phone, TableSlip
from benchmarks.wire import Wire
from deploy.house.line_rehearsal import HouseOfHalls
from deploy.house.lines import LineState, line_state

PHONES, CUTS = 300, 20
CLUB = "aurora"
AGAIN_SECONDS = 5
"""After which a phone sends again what was not acknowledged: the house's page says so."""
LATE_SECONDS = 120
"""After the evening, for what cuts have held up."""
READERS, LOOKS_EVERY = 20, 1.0
"""Phones that look at the players' pages, and the seconds from one look to the next."""
COMES_BACK_SECONDS = 60
UNREACHED = 503
"""What the house answers in place of a club that is not connected."""


@dataclass(slots=True)
class WebHall(Hall):
    """The phones of a hall that reach it over the web, and come again where they got no answer of its own."""

    unanswered: Counter[str] = field(default_factory=Counter)
    """Requests without an answer of the hall's, by kind."""

    async def status_of(
        self, phone: Phone, kind: str, url: str, fields: Mapping[str, str] | None, headers: Mapping[str, str]
    ) -> int:
        """Ask until the hall answers, with the same number each time. A poll is left to the next one."""
        while True:
            status = UNREACHED
            with suppress(OSError, TimeoutError):
                status = await phone.ask(url, fields, headers)
            if status != UNREACHED:
                return status
            self.unanswered[kind] += 1
            if kind == POLLED:
                return UNREACHED
            await asyncio.sleep(max(0.5, self.pace * AGAIN_SECONDS))


@dataclass(slots=True)
class Cutter:
    """Cuts the line, and waits for it to come back."""

    house: HouseOfHalls
    process_number: Path
    """The file that says which process of the laptop's holds the line."""
    away: list[float] = field(default_factory=list)
    """The seconds for which each cut lasted."""

    def is_held(self) -> bool:
        return line_state(self.house.keys, CLUB, self.house.port(CLUB)) is LineState.CONNECTED

    async def wait(self) -> None:
        """Wait until the line holds. Raise TimeoutError."""
        async with asyncio.timeout(COMES_BACK_SECONDS):
            while not self.is_held():
                await asyncio.sleep(0.05)

    async def cut(self, cuts: int, begin: float, seconds: float) -> None:
        """Cut it so often within these seconds."""
        ways = (self._kill_ssh, self._kill_connection, self._freeze, self._kill_sshd)
        for number in range(cuts):
            await asyncio.sleep(begin + seconds * (number + 0.5) / cuts - time.monotonic())
            await self.wait()
            began = time.monotonic()
            await ways[number % len(ways)]()
            await self.wait()
            self.away.append(time.monotonic() - began)

    async def _kill_ssh(self) -> None:
        os.kill(self._ssh(), signal.SIGKILL)
        await self._gone()

    async def _kill_connection(self) -> None:
        for process in self.house.connections():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        await self._gone()

    async def _freeze(self) -> None:
        frozen = self._ssh()
        os.kill(frozen, signal.SIGSTOP)
        await self._gone()
        os.kill(frozen, signal.SIGCONT)

    async def _kill_sshd(self) -> None:
        self.house.close_sshd()
        await asyncio.sleep(1)
        self.house.open_sshd()

    def _ssh(self) -> int:
        return int(self.process_number.read_text())

    async def _gone(self) -> None:
        async with asyncio.timeout(COMES_BACK_SECONDS):
            while self.is_held():
                await asyncio.sleep(0.02)


@dataclass(slots=True)
class Readers:
    """Phones that look at pages which were looked at before."""

    hall: WebHall
    pages: Sequence[str]
    came: Counter[str] = field(default_factory=Counter)
    """The answers: `fresh`, `kept` while the line was cut, or what went wrong."""

    async def open(self) -> None:
        wire = Wire(self.hall.at, patience=PATIENCE, name=self.hall.name)
        for page in self.pages:
            while (await wire.ask(page, {})).status != 200:
                await asyncio.sleep(0.2)

    async def look(self, number: int, end: float) -> None:
        wire = Wire(self.hall.at, patience=PATIENCE, name=self.hall.name)
        while time.monotonic() < end:
            page = self.pages[(number + sum(self.came.values())) % len(self.pages)]
            self.came[await self._look(wire, page)] += 1
            await asyncio.sleep(LOOKS_EVERY * self.hall.rng.uniform(0.5, 1.5))

    async def _look(self, wire: Wire, page: str) -> str:
        try:
            answer = await wire.ask(page, {})
        except (OSError, TimeoutError) as fault:
            return f"{type(fault).__name__} at {page}"
        if answer.status != 200:
            whose = "the house" if answer.header("Line-Lost") == "yes" else "the club"
            return f"{answer.status} of {whose} at {page}"
        since = answer.header("Line-Lost")
        if since == "no":
            return "fresh"
        return "kept" if f"<time>{since}</time>".encode() in answer.body else f"kept without its time: {page}"


async def play(hall: WebHall, slips: Sequence[TableSlip], readers: Readers, cutter: Cutter, cuts: int) -> None:
    """Play the evening. The cuts begin once every phone has opened its table."""
    await cutter.wait()
    await readers.open()
    begin = time.monotonic() + hall.opening
    looking = (readers.look(number, begin + hall.load) for number in range(READERS))
    await asyncio.gather(hall.play(slips), cutter.cut(cuts, begin, hall.load), *looking)


def main(phones: int, cuts: int, pace: float) -> None:
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connections

    from burraco_club.line.files import LineFiles
    from burraco_club.network import free_port_after
    from tests.factories import start_on_phones

    call_command("migrate", verbosity=0)
    # With an account present, none is created when the club opens.
    User.objects.create_superuser("referee")
    rng, tables = Random(1), phones // 2
    dealt, round_ = deal(rng, tables), start_on_phones(pairs=2 * tables, hands_per_round=4)
    slips, slug = slips_of(round_, dealt), round_.tournament.slug
    connections.close_all()
    files = LineFiles(settings.DATA_DIR)
    port = free_port_after(HOST, 8000)
    if port is None:
        raise SystemExit("expected a free port")
    folder = settings.DATA_DIR.parent / "house"
    with HouseOfHalls(folder, [CLUB], alive_seconds=1) as house:
        os.environ["BURRACO_LINE_USER"] = house.user
        files.keep_code(house.code(CLUB))
        at = f"https://{HOST}:{house.settings.https_port}"
        hall = WebHall(at, rng, house.address(CLUB), pace, LATE_SECONDS)
        pages = [f"/t/{slug}/", f"/t/{slug}/rounds/1/", f"/en/t/{slug}/seat/", f"/es/t/{slug}/pairs/1/"]
        cutter, readers = Cutter(house, files.process_number), Readers(hall, pages)
        print(f"{tables} tables, {phones} phones, {READERS} more that look, {cuts} cuts", flush=True)
        with open_club(port, "--online"):
            asyncio.run(play(hall, slips, readers, cutter, cuts))
    tell(hall, readers, cutter)
    wrong = {what: count for what, count in readers.came.items() if what not in ("fresh", "kept")}
    faults = [
        *hall.faults,
        *lost(round_, dealt, may_come_in_again=True),
        *(f"{count} × {what}" for what, count in wrong.items()),
    ]
    if faults:
        raise SystemExit("\n".join(faults))
    print(f"All {tables} slips are in the database as they were typed, none twice; every kept page was served.")


def tell(hall: WebHall, readers: Readers, cutter: Cutter) -> None:
    print(f"{'waits in milliseconds':28}{'asked':>8}{'p50':>9}{'p90':>9}{'p99':>9}{'max':>9}")
    for kind in KINDS:
        print_row(kind, hall.waited[kind])
    print(f"CPU seconds of the club, sshd and nginx: {club_seconds():.0f}.")
    if cutter.away:
        print(
            f"The line was cut {len(cutter.away)} times, for {sum(cutter.away):.0f} s in all:"
            f" {median(cutter.away):.1f} s in the middle, {max(cutter.away):.1f} s the longest."
        )
    unanswered = ", ".join(f"{kind} {count}" for kind, count in sorted(hall.unanswered.items())) or "none"
    print(f"Requests that the hall did not answer, and the phones sent again: {unanswered}.")
    print("Pages looked at: " + ", ".join(f"{count} {what}" for what, count in sorted(readers.came.items())) + ".")


if __name__ == "__main__":
    given = [*sys.argv[1:], *("", "", "")]
    with TemporaryDirectory() as scratch:
        os.environ |= {
            "BURRACO_DATA": f"{scratch}/data",
            "DJANGO_SETTINGS_MODULE": "burraco_club.settings",
        }
        django.setup()
        main(int(given[0] or PHONES), int(given[1] or CUTS), float(given[2] or 1))
