"""One phone's connection: kept after an answer, and asked for nothing while nothing happens on it.

waitress closes after every answer without a length, and a 304 has none. A phone that asks every few seconds would open
a connection for each.
"""

import time
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from burraco_club.turned_away import TURNED_AWAY
from tournaments.views.hall.kept import WAITING

SLOWER = "Ask-Slower"
"""How many times as long as usual a page should wait before it asks again; `static/js/polling.js` does."""


class KeptAliveTask(WSGITask):  # type: ignore[misc]
    def set_close_on_finish(self) -> None:
        """What has no body needs no length to tell where it ends: closed only if whoever asked wants that."""
        asked = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or asked or self.version == "1.0":
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


class KeptAliveChannel(HTTPChannel):  # type: ignore[misc]
    task_class: Any = KeptAliveTask
    watched = 0
    """What the system has been told that it waits for."""

    @property
    def wanted(self) -> int:
        """What it waits for now, as `selectors` has it."""
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
