"""waitress for a hall: thousands of idle connections cost nothing and keep nobody out.

waitress asks every open connection what it waits for whenever anything happens on one of them. This server tells the
operating system once, and again when that changes.
"""

import selectors
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Iterable
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

from django.conf import settings
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from burraco_club.given_socket import is_local
from burraco_club.held_polls import HeldPoll, HeldPolls
from burraco_club.keep_alive import KeepAliveChannel
from burraco_club.lanes import TwoLanes
from burraco_club.load_shedding import Application
from burraco_club.transport import TrustedProxies

WAIT_SECONDS = 1
"""The longest wait for an event; connections silent for too long are closed in between."""
LONGEST_END = 5
"""The most seconds at the end in which requests that wait are still answered."""
NEWS_SECONDS = 0.02
"""The longest wait for an event while there are news to be sent."""
MOST_NEWS = 4
"""The most requests that wait for a reader when a poll with news joins them: others need not wait for all news."""
SHARE_TO_HOLD = 0.75
"""The share of the connections above which no answer is held back."""
LOCAL = ("", 0)
"""The address of whoever connects to a Unix socket: the empty one, which TRUSTED_PROXIES calls `unix`."""
SPARE = 50
"""Connections beyond the limit, for the newest ones and for those being answered."""


class ClubServer(TcpWSGIServer):  # type: ignore[misc]
    """A server on a listening socket. It keeps `most` connections open and closes idle ones to stay below that."""

    channel_class = KeepAliveChannel

    def __init__(self, application: Application, opened: socket.socket, most: int, **adjustments: Any) -> None:
        self.selector = selectors.DefaultSelector()
        self.stirred: deque[KeepAliveChannel] = deque()
        """Those that may wait for something else than the system has been told; other threads add to them."""
        self.serving = threading.local()
        self.held_polls = HeldPolls(super().pull_trigger)
        self.most = most
        self.is_stopping = False
        self.is_tired = False
        """Whether it is to end as soon as nobody is connected."""
        self.asked_at = time.monotonic()
        """When somebody last asked for anything, on the monotonic clock; at first, when the server was made."""
        self._proxies = TrustedProxies(settings.TRUSTED_PROXIES) if settings.TRUSTED_PROXIES else None
        self._next_over = 0.0
        # Read ahead one request, to notice clients that have given up and not to answer them.
        adjusted = Adjustments(connection_limit=most + SPARE, channel_request_lookahead=1, ident="", **adjustments)
        where = (opened.family, opened.type, opened.proto, opened.getsockname())
        super().__init__(
            application, {}, _sock=opened, dispatcher=TwoLanes(), adj=adjusted, sockinfo=where, bind_socket=False
        )

    def run(self) -> None:
        """Serve until `stop` or `fall_asleep`, and answer what has been asked by then."""
        self.held_polls.start()
        while not self.is_stopping and not self._falls_asleep():
            self.look(WAIT_SECONDS)
        self._answer_the_rest()
        self.held_polls.stop()
        self.task_dispatcher.shutdown()
        for channel in list(self.active_channels.values()):
            channel.handle_close()

    def _answer_the_rest(self) -> None:
        """Take no more connections, and give those that have asked some seconds to be answered."""
        self.accepting = False
        until = time.monotonic() + LONGEST_END
        while time.monotonic() < until and any(
            channel.requests or channel.total_outbufs_len for channel in self.active_channels.values()
        ):
            self.look(NEWS_SECONDS)

    def stop(self, *_signal: object) -> None:
        """End `run`, from any thread. A signal handler that raised could leave a lock held."""
        self.is_stopping = True
        super().pull_trigger()

    def fall_asleep(self) -> None:
        """End `run` if nobody is connected by then, from any thread. Whoever comes later waits for the next server."""
        self.is_tired = True
        super().pull_trigger()

    def _falls_asleep(self) -> bool:
        """Take no more connections, and return true if there are none; otherwise stay awake.

        Connections that were not taken wait in the listening socket, which somebody else holds, too.
        """
        if not self.is_tired:
            return False
        self.accepting = False
        self.look(0)
        self.is_tired, self.accepting = False, bool(self.active_channels)
        return not self.accepting

    def look(self, seconds: float) -> None:
        """Wait for events and handle them."""
        self._answer_held_polls()
        seconds = min(seconds, NEWS_SECONDS) if self.held_polls.is_behind else seconds
        self.watch(self, EVENT_READ if self.readable() else 0)
        self.watch(self.trigger, EVENT_READ)
        while self.stirred:
            self._watch_for_what_it_wants(self.stirred.popleft())
        for key, events in self.selector.select(seconds):
            channel = key.data
            # What came before in this turn may have closed it.
            if events & EVENT_READ and getattr(channel, "socket", channel) is not None:
                wasyncore.read(channel)
            if events & EVENT_WRITE and channel.connected:
                wasyncore.write(channel)
            if isinstance(channel, KeepAliveChannel):
                self._watch_for_what_it_wants(channel)

    @property
    def has_room_to_hold(self) -> bool:
        """Whether there are connections left for phones that come in while others wait on theirs."""
        return len(self.active_channels) < SHARE_TO_HOLD * self.most

    def add_task(self, channel: KeepAliveChannel) -> None:
        """Have a request answered, unless it is a poll that is known to have no news. The caller has its lock."""
        channel.answer_before_others()
        request = channel.requests[0]
        if not request.is_a_check:
            self.asked_at = time.monotonic()
        if self._proxies is not None:
            channel.client = self._proxies.client(channel.addr[0], request.headers.get("X_FORWARDED_FOR", ""))
        awaited = self.held_polls.known(request.head) if request.head and self.has_room_to_hold else None
        if awaited is None or len(channel.requests) > 1:
            super().add_task(channel)
        else:
            channel.requests.clear()
            channel.wait_for_news(HeldPoll(channel=channel, request=request, awaited=awaited))

    def _answer_held_polls(self) -> None:
        if (now := time.monotonic()) >= self._next_over:
            self._next_over = now + WAIT_SECONDS / 4
            for over in self.held_polls.over(now):
                over.channel.answer_held(over)
        reading = self.task_dispatcher.reading
        while len(reading.queue) < MOST_NEWS and (poll := self.held_polls.next_with_news(reading.average_seconds)):
            poll.channel.ask_again(poll)

    def _watch_for_what_it_wants(self, channel: KeepAliveChannel) -> None:
        # A thread serving the channel may change this meanwhile: whichever looks last sees the change.
        while channel._fileno is not None and channel.watched != (wanted := channel.wanted):
            self.watch(channel, wanted)

    def watch(self, channel: Any, wanted: int) -> None:
        """Tell the operating system which events a channel waits for."""
        watched = getattr(channel, "watched", 0)
        if watched == wanted:
            return
        channel.watched = wanted
        if not watched:
            self.selector.register(channel._fileno, wanted, channel)
        elif wanted:
            self.selector.modify(channel._fileno, wanted, channel)
        else:
            self.selector.unregister(channel._fileno)

    def pull_trigger(self) -> None:
        """Note that a thread has served or blocked a channel.

        A channel that waits for the same events as before needs no note.
        """
        channel = self.serving.channel
        if channel.watched != channel.wanted:
            self.stirred.append(channel)
            super().pull_trigger()

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        self.stirred += [channel for channel in self.active_channels.values() if channel.will_close]

    def getsockname(self) -> tuple[str, str]:
        """Return host and port as texts; those of a Unix socket are nobody's."""
        if is_local(self.socket):
            return ("", "")
        name: tuple[str, str] = super().getsockname()
        return name

    def set_socket_options(self, conn: socket.socket) -> None:
        """Set waitress's options, which are TCP's."""
        if not is_local(self.socket):
            super().set_socket_options(conn)

    def fix_addr(self, addr: Any) -> Any:
        return LOCAL if is_local(self.socket) else addr

    def handle_accept(self) -> None:
        super().handle_accept()
        self.make_room()

    def make_room(self) -> None:
        """Close an idle connection if there are too many."""
        if len(self.active_channels) > self.most and (idle := least_missed(self.active_channels.values())):
            idle.handle_close()

    def del_channel(self, map: Any = None) -> None:
        self.watch(self, 0)
        super().del_channel(map)


def least_missed(channels: Iterable[KeepAliveChannel]) -> KeepAliveChannel | None:
    """Return the channel whose connection is closed for a newer one, or None if all are being answered.

    It belongs to the address with the most connections. So a flood from one address closes its own, and a hall behind
    one address may use all of them while nobody else needs one; a fixed limit could not tell the two apart. Behind a
    proxy, it is the address that the proxy named with the last request. Of that address it is the connection that has
    been silent for the longest; a phone opens another for its next request.
    """
    channels = list(channels)
    of_address = Counter(channel.client for channel in channels)
    return min(
        (channel for channel in channels if not channel.requests),
        key=lambda channel: (-of_address[channel.client], bool(channel.total_outbufs_len), channel.last_activity),
        default=None,
    )
