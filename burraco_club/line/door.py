"""The socket at which the line ends: the server's second one, on this computer alone.

Whatever comes in here is marked as come by the line, in the request's environment, where no client can write. The proxy
at the other end of the line has ended TLS, and has written who asks.
"""

import logging
import time
from contextlib import suppress
from ipaddress import ip_address
from math import isfinite
from selectors import EVENT_READ
from typing import Any

from burraco_club.club_server import ClubServer
from burraco_club.keep_alive import KeepAliveChannel, KeepAliveTask
from burraco_club.network import listen
from pages.line import BY_LINE

HERE = "127.0.0.1"

logger = logging.getLogger(__name__)


class LineTask(KeepAliveTask):
    def get_environment(self) -> dict[str, Any]:
        environ = super().get_environment()
        environ[BY_LINE] = self.channel.door.public_address
        environ["wsgi.url_scheme"] = "https"
        self.channel.door.hear_time(environ.get("HTTP_HOUSE_TIME", ""))
        environ["REMOTE_ADDR"] = environ["REMOTE_HOST"] = client_of(environ.get("HTTP_X_FORWARDED_FOR", ""))
        return environ


class LineChannel(KeepAliveChannel):
    """A connection of the proxy's."""

    task_class = LineTask

    def __init__(self, *opened: Any, door: "LineDoor", **named: Any) -> None:
        self.door = door
        super().__init__(*opened, **named)


class LineDoor:
    """A listening socket of the server for the requests to a public address.

    It is open from the beginning, and accepts connections once the server has been told, by any thread.
    """

    connected = True

    def __init__(self, server: ClubServer, public_address: str) -> None:
        self._server, self.public_address = server, public_address
        self.clock_ahead = 0.0
        """Seconds by which this computer's clock is ahead of the house's, which says its time with each request."""
        self._socket = listen(HERE, 0)
        self._socket.setblocking(False)
        self._fileno = self._socket.fileno()
        self.port: int = self._socket.getsockname()[1]
        server.trigger.pull_trigger(lambda: server.watch(self, EVENT_READ))

    def shut(self) -> None:
        """Accept nothing more, and close what is open."""
        self._server.trigger.pull_trigger(self._shut)

    def _shut(self) -> None:
        self._server.watch(self, 0)
        self._socket.close()
        for channel in list(self._server.active_channels.values()):
            if isinstance(channel, LineChannel):
                channel.handle_close()

    def handle_read_event(self) -> None:
        """Accept a connection; the server calls this."""
        try:
            connection, address = self._socket.accept()
        except OSError:
            # It was closed before we came to it.
            return
        server = self._server
        LineChannel(server, connection, address, server.adj, map=server._map, door=self)
        server.make_room()

    def hear_time(self, seconds: str) -> None:
        """Compare the time that the house has written into a request, in seconds since 1970, with ours."""
        with suppress(ValueError):
            ahead = time.time() - float(seconds)
            # Other programs of this computer reach the door, too, and may say anything.
            if isfinite(ahead):
                self.clock_ahead = ahead

    def handle_error(self) -> None:
        """Say what has failed; the hall is served all the same."""
        logger.exception("a connection of the line could not be opened")


def client_of(forwarded: str) -> str:
    """Return the address that the nearest proxy has written last into `X-Forwarded-For`; empty if it is none.

    >>> client_of("10.0.0.1, 203.0.113.9"), client_of("203.0.113.9, me")
    ('203.0.113.9', '')
    """
    address = forwarded.rpartition(",")[2].strip()
    try:
        return str(ip_address(address))
    except ValueError:
        return ""
