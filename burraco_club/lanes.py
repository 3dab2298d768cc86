"""Two lanes for requests: readers pass the writers, however many writers wait for each other.

A database has one writer at a time. With a single set of threads, waiting writers would hold them all, and a phone that
shows its table would wait for a lock that it does not need.

A request that comes when too many are waiting is refused at once and repeated by its page later: players' requests
first, because their pages repeat them, and referees' only when nothing else helps. In a lane so long that clients give
up, all work would be wasted.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

from django.conf import settings
from waitress.task import ThreadedTaskDispatcher

READERS, WRITERS = 2, 2
"""Threads. They share one interpreter, so more would slow each other, and SQLite has one writer at a time anyway."""
ONLY_READ = {"GET", "HEAD", "OPTIONS"}
UNHURRIED_SECONDS = 0.05
"""Seconds that a request may wait for a reader before pages are told to ask less often, in proportion to the wait."""
SLOWEST = 5
REMEMBERED = 20
"""The number of requests over which their duration is averaged."""
LONGEST_COURTESY = 0.2
"""Seconds that a reader gives way to a referee who saves: all threads share one interpreter."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds of waiting in a lane above which the next request is refused."""

    players: float
    referees: float


TO_READ, TO_WRITE = Patience(players=1, referees=5), Patience(players=2, referees=7)
"""A page gives up after eight seconds and asks again."""


class Lane(ThreadedTaskDispatcher):  # type: ignore[misc]
    """A lane: a number of threads and a queue."""

    average_seconds = 0.0
    """The recent average of seconds that a request takes."""

    def __init__(self, threads: int, patience: Patience) -> None:
        super().__init__()
        self.patience, self._threads = patience, threads
        self.set_thread_count(threads)

    @property
    def waited(self) -> float:
        """The seconds that the first request in the queue has waited."""
        try:
            came: float = self.queue[0].last_activity
        except IndexError:
            return 0.0
        return time.time() - came

    @property
    def wait(self) -> float:
        """The estimated seconds that the next request will wait."""
        return max(self.waited, len(self.queue) * self.average_seconds / self._threads)

    def has_time_for(self, request: Any) -> bool:
        """Return whether to accept a request.

        A referee's is judged by the measured wait, because the estimate may be wrong.
        """
        return self.waited <= self.patience.referees if _comes_last(request) else self.wait <= self.patience.players

    def took(self, seconds: float) -> None:
        """Count an answered request."""
        self.average_seconds += (seconds - self.average_seconds) / REMEMBERED


class TwoLanes:
    """The task dispatcher of waitress: a channel joins the lane of its next request."""

    def __init__(self) -> None:
        self.reading, self.writing = Lane(READERS, TO_READ), Lane(WRITERS, TO_WRITE)
        self.refusing = ThreadedTaskDispatcher()
        self.refusing.set_thread_count(1)
        self.turned_away: WeakSet[Any] = WeakSet()
        """Requests that are answered with nothing but that."""
        self._saves, self._saving, self._nobody_saves = threading.Lock(), 0, threading.Event()
        self._nobody_saves.set()

    @contextmanager
    def turn(self, request: Any) -> Iterator[None]:
        """Answer a request within the block. While a referee saves, no reader begins.

        A reader waits no longer than others have waited already: a client that claims to be a referee and saves without
        end must not hold up the hall.
        """
        reads = self.lane_of(request) is self.reading
        if reads and request not in self.turned_away and self.reading.waited < LONGEST_COURTESY:
            self._nobody_saves.wait(LONGEST_COURTESY)
        is_save = not reads and _comes_last(request)
        self._count_saving(is_save)
        try:
            yield
        finally:
            self._count_saving(-is_save)

    def _count_saving(self, more: int) -> None:
        with self._saves:
            self._saving += more
            (self._nobody_saves.clear if self._saving else self._nobody_saves.set)()

    def lane_of(self, request: Any) -> Lane:
        """Return the lane of a request. An unreadable one has no method and belongs to the readers."""
        return self.reading if getattr(request, "command", "GET") in ONLY_READ else self.writing

    def add_task(self, channel: Any) -> None:
        request = channel.requests[0]
        lane = self.lane_of(request)
        if lane.has_time_for(request):
            lane.add_task(channel)
        else:
            self.turned_away.add(request)
            self.refusing.add_task(channel)

    def took(self, request: Any, seconds: float) -> None:
        """Count an answered request."""
        if request not in self.turned_away:
            self.lane_of(request).took(seconds)

    @property
    def waiting(self) -> int:
        """The number of requests that wait for a reader."""
        return len(self.reading.queue)

    @property
    def slower(self) -> float:
        """The factor by which pages should slow their polling."""
        return min(SLOWEST, round(max(1.0, self.reading.wait / UNHURRIED_SECONDS), 1))

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        """Finish the requests in progress, writers first."""
        shut = {lane.shutdown(cancel_pending, timeout) for lane in (self.writing, self.reading, self.refusing)}
        return shut == {True}


def _comes_last(request: Any) -> bool:
    """Return whether the request is refused last: it has a session cookie, even a false one, or is for a static file.

    A false cookie gains nothing else. Without its styles and scripts a page would not ask again.
    """
    headers, path = getattr(request, "headers", {}), getattr(request, "path", "")
    return f"{settings.SESSION_COOKIE_NAME}=" in headers.get("COOKIE", "") or path.startswith(settings.STATIC_URL)
