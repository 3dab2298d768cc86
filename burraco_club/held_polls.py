"""Polls that are answered when there is news: phones learn it within a second, and ask seldom.

A poll may say that it would wait (`Prefer: wait=12`, RFC 7240). If it has nothing new to be told, its answer is held
back on the open connection, which costs nothing, until what it depends on changes or the time is over. One thread
watches the database for all of them: SQLite says whether anything has changed, and only then the states of what is
awaited are read, together. A change wakes those that wait for it, and their requests are answered as usual.

What a poll awaited is kept for a while by its head, so that when it comes again it waits without a thread and without
Django. An answer is never older than its state: a state was read before the view made its answer, so that a change
between the two is seen as one, and a poll that comes again is held against the newest states before it waits.

Who may look is checked when a request is served, never here. A poll is held back only after it was served like every
other request and answered that nothing is new; one that waits learns no more than that, and news are sent by serving
its request again, by the rights of that moment. So a right that was taken away meanwhile is noticed with the next news,
or else when a poll with that head comes again and the head is no longer remembered.
"""

import logging
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import DatabaseError, connection
from django.utils import timezone

from pages.line import line_address
from tournaments.selectors.hall.news import PublicPages, Subject, data_version, end_of, states_of

LONGEST_SECONDS = 12
"""Seconds for which an answer is held back: few enough for every proxy, and for a phone that loses its network."""
LOOK_SECONDS = 0.25
"""Seconds between two looks at the database."""
SHARE_OF_LOOKS = 0.05
"""The most of the time that reading states may take; the more there is to read, the less often."""
REMEMBERED, REMEMBERED_SECONDS = 10_000, 600
"""The most polls whose heads are remembered, and for how many seconds after a view has answered them."""
SHARE_OF_NEWS = 0.25
"""The most of the time in which news are rendered for pages that everybody reads: many of them wait a little."""

States = Mapping[Subject, object]
NOT_READ = object()
"""The state of a subject that has not been read yet, which is unlike every other."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaited:
    """What a poll waits for."""

    subject: Subject
    state: object
    """The state of the subject when the answer was made."""
    answer: bytes
    """The response to send if nothing changes."""


@dataclass(slots=True, kw_only=True, eq=False)
class HeldPoll:
    """A poll whose answer is held back."""

    channel: Any
    request: Any
    awaited: Awaited


class HeldPolls:
    """The polls of a server that wait, and the thread that watches for them. `wake` is called by that thread."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._lock = threading.Lock()
        self._held: dict[HeldPoll, None] = {}
        self._remembered: OrderedDict[bytes, tuple[float, Awaited]] = OrderedDict()
        self._version: tuple[int | None, str] | None = None
        self._stopped, self._thread = threading.Event(), threading.Thread(target=self._watch, daemon=True)
        self._tables: deque[HeldPoll] = deque()
        self._pages: deque[HeldPoll] = deque()
        """Those for which there is news: phones at tables, and pages that everybody reads."""
        self._pages_rest_until = 0.0
        self.states: States = {}
        """The states read last. It is replaced as a whole, never changed."""
        self._end: datetime | None = None
        """The moment at which one of them is over by itself."""

    def start(self) -> None:
        """Watch for news until `stop`."""
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def hold(self, poll: HeldPoll) -> None:
        """Hold back an answer, and remember what its request awaits."""
        awaited = poll.awaited
        with self._lock:
            self._held[poll] = None
            _until, remembered = self._remembered.get(head := poll.request.head, (0.0, None))
            if awaited.state is not NOT_READ and awaited is not remembered:
                self._remembered[head] = (time.monotonic() + REMEMBERED_SECONDS, awaited)
                self._remembered.move_to_end(head)
                if len(self._remembered) > REMEMBERED:
                    self._remembered.popitem(last=False)

    def known(self, head: bytes) -> Awaited | None:
        """Return what a poll with this head awaits, if the state is still the same as far as is known."""
        with self._lock:
            until, awaited = self._remembered.get(head, (0.0, None))
            if awaited is None:
                return None
            if until < time.monotonic() or self.states.get(awaited.subject) != awaited.state:
                del self._remembered[head]
                return None
        return awaited

    def forget(self, poll: HeldPoll) -> None:
        """Take out a poll whose connection is closed, or which was answered."""
        with self._lock:
            self._held.pop(poll, None)

    def over(self, now: float) -> list[HeldPoll]:
        """Return the polls that have waited long enough."""
        with self._lock:
            return [poll for poll in self._held if poll.request.waits_until <= now]

    @property
    def is_behind(self) -> bool:
        """Whether there are news that have not been sent."""
        return bool(self._tables or self._pages)

    def next_with_news(self, page_seconds: float) -> HeldPoll | None:
        """Return the next poll to be answered with news, tables first, or None for the moment.

        So many phones may show a ranking that it would take all of the time to send it to them after every slip: they
        get a share of the time. `page_seconds`: how long one answer takes.
        """
        if self._tables:
            return self._tables.popleft()
        now = time.monotonic()
        if not self._pages or now < self._pages_rest_until:
            return None
        self._pages_rest_until = now + page_seconds / SHARE_OF_NEWS
        return self._pages.popleft()

    def look(self) -> None:
        """Read the states of what is awaited if any may have changed, and wake those for which there is news."""
        with self._lock:
            subjects = {poll.awaited.subject for poll in self._held}
        version, address = data_version(), line_address()
        is_over = self._end is not None and self._end <= timezone.now()
        if version is None or (version, address) != self._version or is_over or not subjects <= self.states.keys():
            self.states = states_of(subjects | self._remembered_subjects())
            self._version, self._end = (version, address), end_of(self.states)
        self._wake_those(lambda awaited: self.states.get(awaited.subject, NOT_READ) != awaited.state)

    def _remembered_subjects(self) -> set[Subject]:
        now = time.monotonic()
        with self._lock:
            while self._remembered and next(iter(self._remembered.values()))[0] < now:
                self._remembered.popitem(last=False)
            return {awaited.subject for _until, awaited in self._remembered.values()}

    def _wake_those(self, have_news: Callable[[Awaited], bool]) -> None:
        with self._lock:
            woken = [poll for poll in self._held if have_news(poll.awaited)]
            for poll in woken:
                del self._held[poll]
        for poll in woken:
            (self._pages if isinstance(poll.awaited.subject, PublicPages) else self._tables).append(poll)
        if woken:
            self._wake()

    def _watch(self) -> None:
        rest = LOOK_SECONDS
        while not self._stopped.wait(rest):
            began = time.thread_time()
            if self._held:
                self._look_safely()
            rest = max(LOOK_SECONDS, (time.thread_time() - began) / SHARE_OF_LOOKS)
        connection.close()

    def _look_safely(self) -> None:
        try:
            self.look()
        except Exception as fault:
            if not isinstance(fault, DatabaseError):
                logger.exception("what polls wait for cannot be read: they are answered")
            # A view says what is wrong with the database.
            self.states, self._version, self._end = {}, None, None
            self._wake_those(lambda _awaited: True)
            connection.close()
