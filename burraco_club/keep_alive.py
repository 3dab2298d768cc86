"""A connection of a phone that stays open after a response and costs nothing while it is idle.

waitress closes the connection after every response without a length, and a 304 has none. A phone that asks every few
seconds would open a new connection each time.

A poll for which there is nothing new may be held back on its connection until there is (`held_polls.py`).
"""

import re
import time
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.task import WSGITask
from waitress.utilities import build_http_date

from burraco_club.held_polls import NOT_READ, Awaited, HeldPoll
from burraco_club.load_shedding import TURNED_AWAY
from burraco_club.request_parser import PREFERENCE, ClubParser
from pages.held_answers import HOLD, Hold
from pages.page_cache import WAITING

SLOWER = "Ask-Slower"
"""The header with the factor by which a page should slow its polling; `static/js/polling.js` obeys it."""
DATE = re.compile(rb"\r\nDate: [^\r]*")
"""The line of a header that tells when it was sent."""


class KeepAliveTask(WSGITask):  # type: ignore[misc]
    hold: Hold | None = None
    waits_for_news = False
    """Whether the answer is sent later."""

    def set_close_on_finish(self) -> None:
        """Close the connection only if the client wants that: a response without a body needs no length."""
        closes = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or closes or self.version == "1.0":
            super().set_close_on_finish()

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        server = self.channel.server
        lanes = server.task_dispatcher
        environ[TURNED_AWAY], environ[WAITING] = self.request in lanes.turned_away, lanes.waiting
        if self.request.head and server.has_room_to_hold:
            self.hold = environ[HOLD] = Hold()
        return environ

    def build_response_header(self) -> bytes:
        if not self.waits_for_news and (slower := self.channel.server.task_dispatcher.slower) > 1:
            self.response_headers.append((SLOWER, str(slower)))
        if self.request.is_a_check:
            # A monitor that keeps its connection would keep the club awake.
            self.set_close_on_finish()
        if self.hold is not None and self.hold.subject is not None:
            self.response_headers.append(("Preference-Applied", PREFERENCE))
        header: bytes = super().build_response_header()
        return header

    def finish(self) -> None:
        """Send the rest of the answer, or leave an answer without news to be sent later."""
        if self.hold is None or self.hold.has_news or not self.status.startswith("304"):
            super().finish()
            return
        self.waits_for_news = True
        header = self.build_response_header()
        if self.close_on_finish:
            self.channel.write_soon(header)
        else:
            self.channel.answer_later(self.request, self.hold.subject, header)


class KeepAliveChannel(HTTPChannel):  # type: ignore[misc]
    parser_class = ClubParser
    task_class: Any = KeepAliveTask
    client = ""
    """The address of whoever asks; behind a proxy, as the proxy named it with the last request."""
    watched = 0
    """The events that the operating system was told to watch for."""
    held: HeldPoll | None = None
    """The poll whose answer is held back."""
    _later: HeldPoll | None = None
    """The poll being served whose answer is to be held back."""

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        super().__init__(server, sock, addr, adj, map)
        self.client = addr[0]

    @property
    def wanted(self) -> int:
        """The events to watch for now, as `selectors` defines them."""
        return (EVENT_READ if self.readable() else 0) | (EVENT_WRITE if self.writable() else 0)

    def service(self) -> None:
        self.server.serving.channel, request = self, self.requests[0]
        request.states = self.server.held_polls.states
        lanes = self.server.task_dispatcher
        with lanes.turn(request):
            begun = time.perf_counter()
            super().service()
            lanes.took(request, time.perf_counter() - begun)
        with self.requests_lock:
            if self._later is not None and self.connected and self.request is None:
                poll, self._later = self._later, None
                self.wait_for_news(poll)
            self.answer_before_others()

    def answer_later(self, request: Any, subject: Any, answer: bytes) -> None:
        """Hold back the answer to the request being served, once its service has ended."""
        awaited = Awaited(subject=subject, state=request.states.get(subject, NOT_READ), answer=answer)
        self._later = HeldPoll(channel=self, request=request, awaited=awaited)

    def answer_before_others(self) -> None:
        """Send the answer that was to be held back, if another request follows it. The caller has the lock of those."""
        poll, self._later = self._later, None
        if poll is not None:
            self.answer(poll)

    def wait_for_news(self, poll: HeldPoll) -> None:
        """Hold back an answer of this connection, which waits for no other. The caller has its lock of requests."""
        self.held = poll
        self.server.held_polls.hold(poll)

    def received(self, data: bytes) -> bool:
        """Take what has come in; an answer held back goes first."""
        with self.requests_lock:
            poll = self._let_go()
        if poll is not None:
            self.answer(poll)
        is_taken: bool = super().received(data)
        return is_taken

    def answer_held(self, poll: HeldPoll) -> None:
        """Say that nothing is new, unless the connection has another thing to do by now."""
        with self.requests_lock:
            is_held = self.held is poll and self._let_go() is not None
        if is_held:
            self.answer(poll)

    def ask_again(self, poll: HeldPoll) -> None:
        """Have a request answered for which there is news."""
        with self.requests_lock:
            if self.held is poll and self.connected:
                self._let_go()
                # Its lane judges by this how long a request has waited for a thread.
                self.last_activity = time.time()
                self.requests.append(poll.request)
                self.server.task_dispatcher.add_task(self)

    def answer(self, poll: HeldPoll) -> None:
        """Send an answer that was held back, with what is true now: the time, and how busy the server is."""
        now = b"\r\nDate: " + build_http_date(time.time()).encode()
        if (slower := self.server.task_dispatcher.slower) > 1:
            now += f"\r\n{SLOWER}: {slower}".encode()
        self.server.serving.channel = self
        with suppress(ClientDisconnected):
            self.write_soon(DATE.sub(now, poll.awaited.answer, count=1))

    def _let_go(self) -> HeldPoll | None:
        poll, self.held = self.held, None
        if poll is not None:
            self.server.held_polls.forget(poll)
        return poll

    def add_channel(self, map: Any = None) -> None:
        super().add_channel(map)
        self.server.stirred.append(self)

    def del_channel(self, map: Any = None) -> None:
        self._let_go()
        self.server.watch(self, 0)
        super().del_channel(map)
