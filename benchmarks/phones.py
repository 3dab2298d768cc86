"""The phones of `benchmarks.hall`, which request and store over HTTP what a browser would. This module uses no Django.

A phone takes everything from the pages that it receives: its ticket, the version of the slip, the next address.
"""

import asyncio
import html
import re
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlencode

from benchmarks.wire import Wire

SOONEST = 0.8
"""The factor by which a phone may poll earlier than its page says: `static/js/polling.js`."""
OPENING_SECONDS = 30
"""The seconds in which every phone opens its table and enters its code, before the measured load begins."""
LOAD_SECONDS = 120
FIRST_FIGURE_WITHIN = 50
BETWEEN_FIGURES = (3, 7)
LOOK_BEFORE_YES = (2, 10)
PATIENCE = 20
"""Seconds after which a user would have given up."""

OPENED, POLLED, POLLED_NEWS, TYPED, SENT, CONFIRMED = (
    *("opened the slip", "poll, nothing new", "poll, something new"),
    *("typed a line of a hand", "sent", "confirmed"),
)
KINDS = (OPENED, POLLED, POLLED_NEWS, TYPED, SENT, CONFIRMED)

PART, WHOLE_PAGE = {"HX-Request": "true"}, {}
ASKS = re.compile(r'<div hx-get="([^"]+)" data-every="(\d+)"')
TICKET = re.compile(rb"Set-Cookie:\s+(phone-it=[^;]+)")
VERSION = re.compile(r'name="version"[^>]* value="([^"]+)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSlip:
    """A table's address and codes, and the fields that its writer enters for each line of each hand, in order."""

    address: str
    codes: tuple[str, str]
    """The codes of the line that writes and of the line that confirms."""
    typed: Sequence[Mapping[str, str]]


@dataclass(slots=True)
class Phone:
    """A phone's connection, and what it knows from the pages that it received."""

    wire: Wire
    address: str
    ticket: str = ""
    etag: str = ""
    page: str = ""
    poll_url: str = ""
    usual: float = 4
    """The seconds between polls according to its page; `every` is the interval of the last response."""
    every: float = 4
    version: str = "0"
    serial: int = 0

    async def ask(self, url: str, fields: Mapping[str, str] | None, headers: Mapping[str, str]) -> int:
        """Send a request, store the response, and return its status."""
        body = None if fields is None else urlencode(fields).encode()
        answer = await self.wire.ask(url, {"Cookie": self.ticket, **headers}, body)
        text = answer.body.decode()
        if ticket := TICKET.search(answer.head):
            self.ticket = ticket[1].decode()
        if found := VERSION.search(text):
            self.version = found[1]
        if found := ASKS.search(text):
            self.page, self.poll_url, self.etag = text, html.unescape(found[1]), answer.header("Etag")
            self.usual = float(found[2])
        self.every = float(answer.header("Retry-After") or self.usual * float(answer.header("Ask-Slower") or 1))
        return answer.status


@dataclass(slots=True)
class Hall:
    """The phones of a hall at work, and their waiting times in milliseconds."""

    at: str
    """The server's address, `http://HOST:PORT`."""
    rng: Random
    name: str = ""
    """The server's name, if it differs from its address."""
    pace: float = 1
    """The part of its time in which an evening is played."""
    late: float = 0
    """Seconds after the evening in which what was held up may still be done."""
    waited: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)

    @property
    def opening(self) -> float:
        return self.pace * OPENING_SECONDS

    @property
    def load(self) -> float:
        return self.pace * LOAD_SECONDS

    async def play(self, slips: Sequence[TableSlip]) -> None:
        """Run the two phones of every table, from the code to the result. Each goes on polling until the load ends."""
        begin = time.monotonic() + self.opening
        lines = (script(slip, begin) for slip in slips for script in (self._write, self._confirm))
        try:
            async with asyncio.timeout(self.opening + self.load + self.late + PATIENCE):
                await asyncio.gather(*(self._run(line) for line in lines))
        except TimeoutError:
            self.faults.append(f"some phones were not done {self.late + PATIENCE:g} s after their time")

    async def status_of(
        self, phone: Phone, _kind: str, url: str, fields: Mapping[str, str] | None, headers: Mapping[str, str]
    ) -> int:
        """Send a phone's request, and return the status of the response."""
        return await phone.ask(url, fields, headers)

    async def _run(self, line: Awaitable[None]) -> None:
        """Collect one phone's fault for the end, without stopping the others."""
        try:
            await line
        except (OSError, TimeoutError, Unexpected) as fault:
            self.faults.append(f"{type(fault).__name__}: {fault}")

    async def _write(self, slip: TableSlip, begin: float) -> None:
        phone = await self._open(slip, 0, begin)
        next_figure = begin + self.pace * self.rng.uniform(0, FIRST_FIGURE_WITHIN)
        await self._poll(phone, next_figure)
        await self._ask(phone, OPENED, time.monotonic(), f"{phone.address}?us=1", headers=PART)
        typed: dict[str, str] = {"depth": "slip"}
        for figures in slip.typed:
            typed |= figures
            await self._poll(phone, next_figure)
            await self._act(phone, TYPED, next_figure, "type", typed)
            next_figure += self.pace * self.rng.uniform(*BETWEEN_FIGURES)
        await self._poll(phone, next_figure)
        await self._act(phone, SENT, next_figure, "send", typed)
        await self._poll(phone, begin + self.load)

    async def _confirm(self, slip: TableSlip, begin: float) -> None:
        phone, end = await self._open(slip, 1, begin), begin + self.load
        await self._poll(phone, end + self.late, until=lambda: 'value="agree"' in phone.page)
        yes = time.monotonic() + self.pace * self.rng.uniform(*LOOK_BEFORE_YES)
        await self._poll(phone, yes)
        await self._act(phone, CONFIRMED, yes, "agree")
        await self._poll(phone, end)

    async def _open(self, slip: TableSlip, line: int, begin: float) -> Phone:
        """Open the table's page, and enter the code: the answer says who sits there."""
        phone = Phone(Wire(self.at, patience=PATIENCE, name=self.name), slip.address)
        at = begin - self.opening * self.rng.random()
        await asyncio.sleep(at - time.monotonic())
        await self._ask(phone, OPENED, at, phone.address)
        code = {"do": "code", "code": slip.codes[line]}
        await self._ask(phone, OPENED, time.monotonic(), phone.address, code)
        return phone

    async def _poll(self, phone: Phone, end: float, *, until: Callable[[], bool] = lambda: False) -> None:
        """Poll as the page does until the given time, or until the expected change arrives."""
        due = time.monotonic() + self.rng.uniform(0, phone.every)
        while due < end and not until():
            await asyncio.sleep(due - time.monotonic())
            known = PART | {"If-None-Match": phone.etag}
            await self._ask(phone, POLLED, due, phone.poll_url, headers=known, expected=304)
            due = time.monotonic() + phone.every * self.rng.uniform(SOONEST, 1)
        if not until():
            await asyncio.sleep(end - time.monotonic())

    async def _act(self, phone: Phone, kind: str, due: float, do: str, typed: Mapping[str, str] | None = None) -> None:
        phone.serial += 1
        fields = {"do": do, "version": phone.version, "serial": str(phone.serial)}
        await self._ask(phone, kind, due, phone.address, fields | dict(typed or {}), headers=PART)

    async def _ask(
        self,
        phone: Phone,
        kind: str,
        due: float,
        url: str,
        fields: Mapping[str, str] | None = None,
        *,
        headers: Mapping[str, str] = WHOLE_PAGE,
        expected: int = 200,
    ) -> None:
        """Send a request, and count the wait from the time when it was due, so that a late start counts as well.

        Who opens a page and is told that there is too much to do asks again, as that page does by itself.
        """
        while (status := await self.status_of(phone, kind, url, fields, headers)) == 503 and kind == OPENED:
            await asyncio.sleep(phone.every)
        news = kind == POLLED and status == 200
        self.waited[POLLED_NEWS if news else kind].append(1000 * (time.monotonic() - due))
        come_later = kind == POLLED and status == 503
        if status != expected and not (news or come_later):
            raise Unexpected(f"{kind}: expected {expected}, got {status}")


class Unexpected(Exception):
    """A response that no phone should have received."""
