"""Two lanes for requests: however many writers wait for each other, whoever only reads goes past them.

A database has one writer at a time. With one set of threads, writers that wait for it hold them all, and a phone that
wants to see its table waits for a lock that it does not need.

Who comes when too many wait already is turned away at once, and asks again later: players first, who have a page
before them; a referee only when nothing else helps. A lane that is long enough to be given up by those who wait in it
would work for nobody.
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
"""Threads. All share one interpreter: more of them make each slower, and SQLite has one writer at a time anyway."""
ONLY_READ = {"GET", "HEAD", "OPTIONS"}
UNHURRIED_SECONDS = 0.05
"""So long a request may wait for a reader before pages are asked to come less often; twice as long, half as often."""
SLOWEST = 5
REMEMBERED = 20
"""Requests, over which what one takes is averaged."""
LONGEST_COURTESY = 0.2
"""Seconds that a reader lets a referee go first who saves: all threads share one interpreter."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a lane may be before who comes next is turned away. In seconds of waiting."""

    players: float
    referees: float


TO_READ, TO_WRITE = Patience(players=1, referees=5), Patience(players=2, referees=7)
"""A page gives an answer up after eight seconds, and asks again."""


class Lane(ThreadedTaskDispatcher):  # type: ignore[misc]
    """So many threads, and those who wait for them."""

    each = 0.0
    """Seconds that a request takes, of late."""

    def __init__(self, threads: int, patience: Patience) -> None:
        super().__init__()
        self.patience, self._threads = patience, threads
        self.set_thread_count(threads)

    @property
    def waited(self) -> float:
        """How many seconds the first one has waited."""
        try:
            came: float = self.queue[0].last_activity
        except IndexError:
            return 0.0
        return time.time() - came

    @property
    def wait(self) -> float:
        """How many seconds who comes next will wait, as it looks."""
        return max(self.waited, len(self.queue) * self.each / self._threads)

    def has_time_for(self, request: Any) -> bool:
        """For a referee unless others have really waited too long: what it looks like may be wrong."""
        return self.waited <= self.patience.referees if _comes_last(request) else self.wait <= self.patience.players

    def took(self, seconds: float) -> None:
        """A request has been answered."""
        self.each += (seconds - self.each) / REMEMBERED


class TwoLanes:
    """What waitress hands its requests to: a channel waits in the lane of the request that it has to answer next."""

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
        """As long as the request is being answered: beside a referee who saves, no reader begins.

        Unless others have waited as long already: whoever only says to be a referee, and saves without end, must not
        hold up the hall.
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
        """A request that cannot even be read, and has no method, is answered by a reader."""
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
        """A request has been answered."""
        if request not in self.turned_away:
            self.lane_of(request).took(seconds)

    @property
    def waiting(self) -> int:
        """How many wait for a reader."""
        return len(self.reading.queue)

    @property
    def slower(self) -> float:
        """How many times as long as usual pages should wait before they ask again."""
        return min(SLOWEST, round(max(1.0, self.reading.wait / UNHURRIED_SECONDS), 1))

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        """Let what is under way be finished, the writers first."""
        shut = {lane.shutdown(cancel_pending, timeout) for lane in (self.writing, self.reading, self.refusing)}
        return shut == {True}


def _comes_last(request: Any) -> bool:
    """Whom to turn away last: whoever has logged in, or says so, which gains nothing but this.

    And what a page needs that has come: without its styles and scripts it would not ask again.
    """
    headers, path = getattr(request, "headers", {}), getattr(request, "path", "")
    return f"{settings.SESSION_COOKIE_NAME}=" in headers.get("COOKIE", "") or path.startswith(settings.STATIC_URL)
