"""Serves the club on the LAN with waitress, from one laptop to a hall full of phones."""

import contextlib
import io
import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

import segno
from django.core.wsgi import get_wsgi_application
from django.utils.translation import gettext as _
from waitress.server import create_server

from burraco_club import network

THREADS = 8
"""More do not make SQLite faster; fewer let one slow phone wait for another."""
IDLE_SECONDS = 30
"""After which a silent phone's connection is closed."""
CONNECTIONS = 450 if sys.platform == "win32" else 1000
"""Phones leave connections open: waitress's own limit of 100 shuts the referee out. Windows can watch 512 at most."""
OPEN_FILES = 4096

Say = Callable[[str], None]


def serve_club(opened: socket.socket, say: Say) -> None:
    """Answer on a listening socket until Ctrl-C or SIGTERM; requests under way are finished first."""
    signal.signal(signal.SIGTERM, _stop)
    server = create_server(
        get_wsgi_application(),
        sockets=[opened],
        threads=THREADS,
        connection_limit=_connection_limit(),
        channel_timeout=IDLE_SECONDS,
        asyncore_use_poll=sys.platform != "win32",
        ident="",
    )
    _announce(opened, say)
    server.run()
    say(_("The club is closed. Everything that was entered is saved."))


def _stop(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)


def _connection_limit() -> int:
    """As many connections as the system lets this program have open, up to `CONNECTIONS`. macOS starts with 256."""
    try:
        import resource
    except ImportError:
        return CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return CONNECTIONS if soft == resource.RLIM_INFINITY else min(CONNECTIONS, soft // 2)


def _announce(opened: socket.socket, say: Say) -> None:
    host, port = opened.getsockname()
    urls = [f"http://{address}:{port}/" for address in network.addresses(host)]
    say("")
    say(_("The club is open."))
    if host == network.EVERYWHERE or host.startswith(network.LOOPBACK):
        say(_("On this computer: %(url)s") % {"url": f"http://localhost:{port}/"})
    for url in urls:
        say(_("On the hall's network: %(url)s") % {"url": url})
    if urls:
        say(_terminal_qr(urls[0]))
    elif host == network.EVERYWHERE:
        say(_("This computer is in no network: connect it to the hall's Wi-Fi and restart, and phones can open it."))
    say(_("To close the club, press Ctrl-C here."))


def _terminal_qr(text: str) -> str:
    """The QR code as blocks of text, dark on light on any terminal that knows colours."""
    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, border=2, compact=True)
    if not sys.stdout.isatty() or sys.platform == "win32":
        return drawn.getvalue()
    return "\n".join(f"\x1b[97;40m{row}\x1b[0m" for row in drawn.getvalue().splitlines())
