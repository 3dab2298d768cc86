"""waitress for a hall: thousands of idle connections cost nothing and keep nobody out.

waitress asks every open connection what it waits for whenever anything happens on one of them. This server tells the
operating system once, and again when that changes.
"""

import selectors
import socket
import threading
from collections import Counter, deque
from collections.abc import Iterable
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from burraco_club.keep_alive import KeepAliveChannel
from burraco_club.lanes import TwoLanes
from burraco_club.load_shedding import Application

WAIT_SECONDS = 1
"""The longest wait for an event; connections silent for too long are closed in between."""
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
        self.most = most
        self.is_stopping = False
        # Read ahead one request, to notice clients that have given up and not to answer them.
        adjusted = Adjustments(connection_limit=most + SPARE, channel_request_lookahead=1, ident="", **adjustments)
        where = (opened.family, opened.type, opened.proto, opened.getsockname())
        super().__init__(
            application, {}, _sock=opened, dispatcher=TwoLanes(), adj=adjusted, sockinfo=where, bind_socket=False
        )

    def run(self) -> None:
        """Serve until `stop`, and finish requests in progress."""
        while not self.is_stopping:
            self.look(WAIT_SECONDS)
        self.task_dispatcher.shutdown()
        for channel in list(self.active_channels.values()):
            channel.handle_close()

    def stop(self, *_signal: object) -> None:
        """End `run`, from any thread. A signal handler that raised could leave a lock held."""
        self.is_stopping = True
        super().pull_trigger()

    def look(self, seconds: float) -> None:
        """Wait for events and handle them."""
        self.watch(self, EVENT_READ if self.readable() else 0)
        self.watch(self.trigger, EVENT_READ)
        while self.stirred:
            self._watch_for_what_it_wants(self.stirred.popleft())
        for key, events in self.selector.select(seconds):
            channel = key.data
            if events & EVENT_READ:
                wasyncore.read(channel)
            if events & EVENT_WRITE and channel.connected:
                wasyncore.write(channel)
            if isinstance(channel, KeepAliveChannel):
                self._watch_for_what_it_wants(channel)

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

    def handle_accept(self) -> None:
        super().handle_accept()
        if len(self.active_channels) > self.most and (idle := least_missed(self.active_channels.values())):
            idle.handle_close()

    def del_channel(self, map: Any = None) -> None:
        self.watch(self, 0)
        super().del_channel(map)


def least_missed(channels: Iterable[KeepAliveChannel]) -> KeepAliveChannel | None:
    """Return the channel whose connection is closed for a newer one, or None if all are being answered.

    It belongs to the address with the most connections. So a flood from one address closes its own, and a hall behind
    one address may use all of them while nobody else needs one; a fixed limit could not tell the two apart. Of that
    address it is the connection that has been silent for the longest; a phone opens another for its next request.
    """
    channels = list(channels)
    of_address = Counter(channel.addr[0] for channel in channels)
    return min(
        (channel for channel in channels if not channel.requests),
        key=lambda channel: (-of_address[channel.addr[0]], bool(channel.total_outbufs_len), channel.last_activity),
        default=None,
    )
