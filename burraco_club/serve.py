"""Serving the club on the LAN with waitress, for one laptop or a hall full of phones."""

import contextlib
import io
import signal
import socket
import sys
import threading
from collections.abc import Callable

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from burraco_club import network
from burraco_club.backup.whole_check import WholeCheck
from burraco_club.club_server import ClubServer
from burraco_club.garbage import spare_what_is_loaded
from burraco_club.given_socket import is_local
from burraco_club.handler import ClubHandler
from burraco_club.line.served import begin_line
from burraco_club.load_shedding import LoadShedder
from burraco_club.sleep import Sleep
from burraco_club.tls import TlsChannel, TlsListener

IDLE_SECONDS = 30
"""Seconds after which a silent phone's connection is closed."""
CONNECTIONS = 400 if sys.platform == "win32" else 8000
"""Phones leave connections open; beyond this number the oldest idle one is closed. Windows can watch at most 512."""
OPEN_FILES = 2 * CONNECTIONS
TURN_SECONDS = 0.001
"""Seconds after which a thread yields to another.

A phone's poll takes no longer, while rendering a page takes a hundred times as long; Python's default is five
milliseconds.
"""
MOST_BYTES = 20_000_000
"""The most bytes of a request: a phone's photo has at most 15 million. waitress's limit of 1 GB would fill the disk."""

Say = Callable[[str], None]


def serve_club(
    opened: socket.socket,
    say: Say,
    *,
    is_given: bool,
    in_browser: bool,
    sleep: Sleep | None,
    check: WholeCheck | None,
) -> None:
    """Serve on a listening socket until Ctrl-C or SIGTERM, or until it sleeps, and finish requests in progress.

    `is_given` says that another program holds the socket, too, and nobody sits at a terminal. `in_browser` opens this
    computer's browser, which waits for its first page until the server runs. Raise BackupFailed if the `check` that
    runs meanwhile finds the database damaged.
    """
    if settings.LAN_HTTPS:
        opened = _with_certificate(opened)
    sys.setswitchinterval(TURN_SECONDS)
    server = create_club_server(opened)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.stop)
    announce(opened, say, is_given=is_given)
    if in_browser:
        # A browser that is a program of the terminal would keep the club from running.
        threading.Thread(target=_open_browser, args=[_own_address(opened)], daemon=True).start()
    spare_what_is_loaded()
    if check is not None:
        check.when_damaged(server.stop)
    if sleep is not None:
        sleep.begin(server)
    # A club whose socket is handed over is on a server, and so on the web.
    line = None if is_given or settings.HTTPS else begin_line(server, say)
    server.run()
    if line is not None:
        line.end()
    if sleep is not None:
        sleep.end()
    if check is not None:
        check.refuse()
    if server.is_stopping:
        say(_("The program has stopped. Everything entered has been saved."))
    else:
        say(_("Nobody has asked for anything for a while: the club sleeps until somebody does. Everything is saved."))


def create_club_server(opened: socket.socket) -> ClubServer:
    """Return the server of a listening socket. Its `run` serves until its `stop`."""
    server = ClubServer(
        LoadShedder(ClubHandler()),
        opened,
        _connection_limit(),
        channel_timeout=IDLE_SECONDS,
        # Whether forwarded headers are trusted is decided in burraco_club/transport.py.
        clear_untrusted_proxy_headers=not settings.TRUSTED_PROXIES,
        url_scheme=_scheme(),
        max_request_body_size=MOST_BYTES,
    )
    if settings.LAN_HTTPS:
        server.channel_class = TlsChannel
    return server


def _with_certificate(opened: socket.socket) -> socket.socket:
    # Import only if needed: loading the certificate library takes a moment.
    from burraco_club.certificate import certificate_for

    addresses = network.addresses(opened.getsockname()[0])
    return TlsListener(opened, certificate_for(settings.DATA_DIR, addresses, at=timezone.now()))


def _open_browser(address: str) -> None:
    import webbrowser

    webbrowser.open(address)


def _own_address(opened: socket.socket) -> str:
    return f"{_scheme()}://localhost:{opened.getsockname()[1]}/"


def _scheme() -> str:
    return "https" if settings.LAN_HTTPS else "http"


def _connection_limit() -> int:
    """Return the number of connections that the system allows, up to `CONNECTIONS`. macOS starts with 256."""
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


def announce(opened: socket.socket, say: Say, *, is_given: bool = False) -> None:
    """Print the addresses at which the club can be reached."""
    if is_given:
        say(_("The program is running, on the socket that was handed to it: %(name)s") % {"name": socket_name(opened)})
        return
    host, port = opened.getsockname()
    urls = [f"{_scheme()}://{address}:{port}/" for address in network.addresses(host)]
    say("")
    say(_("The program is running."))
    if host == network.EVERYWHERE or host.startswith(network.LOOPBACK):
        say(_("On this computer: %(url)s") % {"url": _own_address(opened)})
    for url in urls:
        say(_("On the hall’s network: %(url)s") % {"url": url})
    if urls:
        say(_terminal_qr(urls[0]))
    elif host == network.EVERYWHERE:
        say(_("This computer is not on a network: connect it to the hall’s Wi-Fi and restart, and phones can open it."))
    if settings.LAN_HTTPS:
        _warn_of_the_warning(say)
    say(_("To stop the program, press Ctrl-C here."))


def socket_name(opened: socket.socket) -> str:
    """Return the path of a Unix socket, or `host:port`.

    >>> with network.listen("127.0.0.1", 0) as opened:
    ...     socket_name(opened).partition(":")[0]
    '127.0.0.1'
    """
    name = opened.getsockname()
    return str(name) if is_local(opened) else f"{name[0]}:{name[1]}"


def _warn_of_the_warning(say: Say) -> None:
    from burraco_club.certificate import FILE, fingerprint

    say(
        _(
            "HTTPS with this computer’s own certificate: every browser warns, once on each phone, that the connection "
            "is not private. It is encrypted, but nobody vouches for the computer at the other end. After “Advanced” "
            "and “Proceed” the browser does not ask again until the certificate changes."
        )
    )
    sentence = _("The fingerprint that the browser shows for the right certificate (SHA-256): %(fingerprint)s")
    say(sentence % {"fingerprint": fingerprint(settings.DATA_DIR / FILE)})


def _terminal_qr(text: str) -> str:
    """Return the QR code as text blocks, dark on light on any terminal with colours."""
    # Import only if needed: a computer in no network has no address to draw.
    import segno

    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, border=2, compact=True)
    if not sys.stdout.isatty() or sys.platform == "win32":
        return drawn.getvalue()
    return "\n".join(f"\x1b[97;40m{row}\x1b[0m" for row in drawn.getvalue().splitlines())
