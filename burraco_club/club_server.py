"""waitress for a hall: thousands of connections on which nothing happens cost nothing, and shut nobody out.

waitress asks every open connection, whenever anything happens on one of them, whether it wants something. Here the
system is told once what each waits for, and told again when that changes.
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

from burraco_club.kept_alive import KeptAliveChannel
from burraco_club.lanes import TwoLanes
from burraco_club.turned_away import Application

WAIT_SECONDS = 1
"""At most, for something to happen: connections that have been silent for too long are looked for in between."""
SPARE = 50
"""Connections beyond those that are kept, while the newest and those that are being answered go on."""


class ClubServer(TcpWSGIServer):  # type: ignore[misc]
    """A server on a socket that listens; it keeps `most` connections open, and closes idle ones before it has more."""

    channel_class = KeptAliveChannel

    def __init__(self, application: Application, opened: socket.socket, most: int, **adjustments: Any) -> None:
        self.selector = selectors.DefaultSelector()
        self.stirred: deque[KeptAliveChannel] = deque()
        """Those that may wait for something else than the system has been told; other threads add to them."""
        self.serving = threading.local()
        self.most = most
        self.told_to_stop = False
        # Whoever has given up is noticed while the request waits, and not answered any more.
        adjusted = Adjustments(connection_limit=most + SPARE, channel_request_lookahead=1, ident="", **adjustments)
        where = (opened.family, opened.type, opened.proto, opened.getsockname())
        super().__init__(
            application, {}, _sock=opened, dispatcher=TwoLanes(), adj=adjusted, sockinfo=where, bind_socket=False
        )

    def run(self) -> None:
        """Answer until `stop`; what is under way then is finished first."""
        while not self.told_to_stop:
            self.look(WAIT_SECONDS)
        self.task_dispatcher.shutdown()
        for channel in list(self.active_channels.values()):
            channel.handle_close()

    def stop(self, *_signal: object) -> None:
        """End `run`, from wherever: a handler of signals that raised could leave a lock taken behind it."""
        self.told_to_stop = True
        super().pull_trigger()

    def look(self, seconds: float) -> None:
        """Do what has become possible, once something has."""
        self.watch(self, EVENT_READ if self.readable() else 0)
        self.watch(self.trigger, EVENT_READ)
        while self.stirred:
            self._watch_for_what_it_wants(self.stirred.popleft())
        for key, events in self.selector.select(seconds):
            each = key.data
            if events & EVENT_READ:
                wasyncore.read(each)
            if events & EVENT_WRITE and each.connected:
                wasyncore.write(each)
            if isinstance(each, KeptAliveChannel):
                self._watch_for_what_it_wants(each)

    def _watch_for_what_it_wants(self, channel: KeptAliveChannel) -> None:
        # A thread that serves it may change that meanwhile: whoever of both looks last sees it.
        while channel._fileno is not None and channel.watched != (wanted := channel.wanted):
            self.watch(channel, wanted)

    def watch(self, each: Any, wanted: int) -> None:
        """Tell the system what it waits for."""
        watched = getattr(each, "watched", 0)
        if watched == wanted:
            return
        each.watched = wanted
        if not watched:
            self.selector.register(each._fileno, wanted, each)
        elif wanted:
            self.selector.modify(each._fileno, wanted, each)
        else:
            self.selector.unregister(each._fileno)

    def pull_trigger(self) -> None:
        """A thread has served a channel, or cannot go on: look at it, unless it waits for what it waited for before."""
        channel = self.serving.channel
        if channel.watched != channel.wanted:
            self.stirred.append(channel)
            super().pull_trigger()

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        self.stirred += [each for each in self.active_channels.values() if each.will_close]

    def handle_accept(self) -> None:
        super().handle_accept()
        if len(self.active_channels) > self.most and (idle := least_missed(self.active_channels.values())):
            idle.handle_close()

    def del_channel(self, map: Any = None) -> None:
        self.watch(self, 0)
        super().del_channel(map)


def least_missed(channels: Iterable[KeptAliveChannel]) -> KeptAliveChannel | None:
    """Whose connection is closed for a newer one; None where all are being answered.

    It is of the address that has the most. So a flood from one address closes its own, and a hall of which all are
    behind one address may have them all as long as nobody else needs one: no fixed limit could tell these apart. Of
    that address it is the one that has been silent for the longest; a phone opens another when it asks again.
    """
    channels = list(channels)
    of_address = Counter(each.addr[0] for each in channels)
    return min(
        (each for each in channels if not each.requests),
        key=lambda each: (-of_address[each.addr[0]], bool(each.total_outbufs_len), each.last_activity),
        default=None,
    )
