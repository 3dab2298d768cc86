"""A server that ends itself when nobody asks for anything: memory is for clubs that play.

It is started again by whoever holds its listening socket (`given_socket.py`), at the next connection.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta

from django.db import connection

from burraco_club.club_server import ClubServer

LOOK_SECONDS = 15.0
"""Seconds between two looks at whether somebody has asked."""

log = logging.getLogger(__name__)


class Sleep:
    """A thread that has a server fall asleep after so long without a request, unless it `is_needed`."""

    def __init__(
        self, after: timedelta, *, is_needed: Callable[[], bool], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.after = after
        self._is_needed, self._clock = is_needed, clock
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, server: ClubServer) -> None:
        self._thread = threading.Thread(target=self._watch, args=[server], name="sleep", daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._ending.set()
        if self._thread is not None:
            self._thread.join()

    def look(self, server: ClubServer) -> None:
        """Have the server fall asleep if it is time. One that cannot be asked whether it is needed stays awake."""
        if self._clock() - server.asked_at < self.after.total_seconds():
            return
        try:
            is_needed = self._is_needed()
        except Exception:
            log.exception("whether an evening is under way cannot be read: the club stays awake")
            return
        finally:
            connection.close()
        if not is_needed:
            server.fall_asleep()

    def _watch(self, server: ClubServer) -> None:
        while not self._ending.wait(LOOK_SECONDS):
            self.look(server)
