"""Serves the club on the LAN with waitress, from one laptop to a hall full of phones."""

import contextlib
import gc
import io
import signal
import socket
import sys
from collections.abc import Callable

import segno
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from burraco_club import network
from burraco_club.club_server import ClubServer
from burraco_club.handler import ClubHandler
from burraco_club.tls import TlsChannel, TlsListener
from burraco_club.turned_away import TurnsAway

IDLE_SECONDS = 30
"""After which a silent phone's connection is closed."""
CONNECTIONS = 400 if sys.platform == "win32" else 4000
"""Phones leave connections open; beyond these the oldest idle one is closed. Windows can watch 512 at most."""
OPEN_FILES = 2 * CONNECTIONS
TURN_SECONDS = 0.001
"""After which a thread lets another one go on. A phone's question takes no longer, and beside it pages are made
that take a hundred times as long; Python's own turn has five milliseconds."""
MOST_BYTES = 20_000_000
"""Of one request: a photo from a phone has 15 million at most. waitress's own limit of a gigabyte fills the disk."""

Say = Callable[[str], None]


def serve_club(opened: socket.socket, say: Say) -> None:
    """Answer on a listening socket until Ctrl-C or SIGTERM; requests under way are finished first."""
    if settings.LAN_HTTPS:
        opened = _with_certificate(opened)
    sys.setswitchinterval(TURN_SECONDS)
    server = create_club_server(opened)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.stop)
    announce(opened, say)
    # What is loaded by now stays: looking for garbage, which every page makes, need not go through it again.
    gc.collect()
    gc.freeze()
    server.run()
    say(_("The club is closed. Everything that was entered is saved."))


def create_club_server(opened: socket.socket) -> ClubServer:
    """The server on a listening socket; its `run` answers until its `stop`."""
    server = ClubServer(
        TurnsAway(ClubHandler()),
        opened,
        _connection_limit(),
        channel_timeout=IDLE_SECONDS,
        # What proxies say is believed, or not, by whom they are: burraco_club/client_address.py.
        clear_untrusted_proxy_headers=not settings.TRUSTED_PROXIES,
        url_scheme=_scheme(),
        max_request_body_size=MOST_BYTES,
    )
    if settings.LAN_HTTPS:
        server.channel_class = TlsChannel
    return server


def _with_certificate(opened: socket.socket) -> socket.socket:
    # Only where somebody wants it: to load what makes certificates takes a moment.
    from burraco_club.certificate import certificate_for

    addresses = network.addresses(opened.getsockname()[0])
    return TlsListener(opened, certificate_for(settings.DATA_DIR, addresses, at=timezone.now()))


def _scheme() -> str:
    return "https" if settings.LAN_HTTPS else "http"


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


def announce(opened: socket.socket, say: Say) -> None:
    """Where the club can be reached."""
    host, port = opened.getsockname()
    urls = [f"{_scheme()}://{address}:{port}/" for address in network.addresses(host)]
    say("")
    say(_("The club is open."))
    if host == network.EVERYWHERE or host.startswith(network.LOOPBACK):
        say(_("On this computer: %(url)s") % {"url": f"{_scheme()}://localhost:{port}/"})
    for url in urls:
        say(_("On the hall’s network: %(url)s") % {"url": url})
    if urls:
        say(_terminal_qr(urls[0]))
    elif host == network.EVERYWHERE:
        say(_("This computer is in no network: connect it to the hall’s Wi-Fi and restart, and phones can open it."))
    if settings.LAN_HTTPS:
        _warn_of_the_warning(say)
    say(_("To close the club, press Ctrl-C here."))


def _warn_of_the_warning(say: Say) -> None:
    from burraco_club.certificate import FILE, fingerprint

    say(
        _(
            "HTTPS with a certificate of this computer’s own: every browser warns, once on each phone, that the "
            "connection is not private. It is encrypted, but nobody vouches for whom it leads to. Whoever goes on "
            "(“Advanced”, “Proceed”) is not asked again until the certificate changes."
        )
    )
    said = _("The fingerprint that the browser shows of the right one (SHA-256): %(fingerprint)s")
    say(said % {"fingerprint": fingerprint(settings.DATA_DIR / FILE)})


def _terminal_qr(text: str) -> str:
    """The QR code as blocks of text, dark on light on any terminal that knows colours."""
    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, border=2, compact=True)
    if not sys.stdout.isatty() or sys.platform == "win32":
        return drawn.getvalue()
    return "\n".join(f"\x1b[97;40m{row}\x1b[0m" for row in drawn.getvalue().splitlines())
