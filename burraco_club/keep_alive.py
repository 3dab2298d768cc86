"""A connection of a phone that stays open after a response and costs nothing while it is idle.

waitress closes the connection after every response without a length, and a 304 has none. A phone that asks every few
seconds would open a new connection each time.
"""

import time
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from burraco_club.load_shedding import TURNED_AWAY
from burraco_club.request_parser import ClubParser
from pages.page_cache import WAITING

SLOWER = "Ask-Slower"
"""The header with the factor by which a page should slow its polling; `static/js/polling.js` obeys it."""


class KeepAliveTask(WSGITask):  # type: ignore[misc]
    def set_close_on_finish(self) -> None:
        """Close the connection only if the client wants that: a response without a body needs no length."""
        closes = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or closes or self.version == "1.0":
            super().set_close_on_finish()

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        lanes = self.channel.server.task_dispatcher
        environ[TURNED_AWAY], environ[WAITING] = self.request in lanes.turned_away, lanes.waiting
        return environ

    def build_response_header(self) -> bytes:
        if (slower := self.channel.server.task_dispatcher.slower) > 1:
            self.response_headers.append((SLOWER, str(slower)))
        header: bytes = super().build_response_header()
        return header


class KeepAliveChannel(HTTPChannel):  # type: ignore[misc]
    parser_class = ClubParser
    task_class: Any = KeepAliveTask
    watched = 0
    """The events that the operating system was told to watch for."""

    @property
    def wanted(self) -> int:
        """The events to watch for now, as `selectors` defines them."""
        return (EVENT_READ if self.readable() else 0) | (EVENT_WRITE if self.writable() else 0)

    def service(self) -> None:
        self.server.serving.channel, request = self, self.requests[0]
        lanes = self.server.task_dispatcher
        with lanes.turn(request):
            begun = time.perf_counter()
            super().service()
            lanes.took(request, time.perf_counter() - begun)

    def add_channel(self, map: Any = None) -> None:
        super().add_channel(map)
        self.server.stirred.append(self)

    def del_channel(self, map: Any = None) -> None:
        self.server.watch(self, 0)
        super().del_channel(map)
