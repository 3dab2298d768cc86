"""The address at which the club listens, and the addresses that phones in the hall can open."""

import errno
import socket
import sys

EVERYWHERE = "0.0.0.0"
"""Every IPv4 address of this computer."""
LOOPBACK = "127."
"""The prefix of addresses that only this computer can open."""

NEXT_PORTS = 100
"""The number of ports after a busy one among which a free one is suggested."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there alone. A second start on the same port raises OSError on every system."""
    opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            # A start just after a stop must not wait until old connections time out.
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((host, port))
        opened.listen(socket.SOMAXCONN)
    except OSError:
        opened.close()
        raise
    return opened


def is_busy(error: OSError) -> bool:
    """Return whether `listen` failed because another program has the port.

    Windows may report a lack of permission instead.
    """
    return error.errno == errno.EADDRINUSE or (sys.platform == "win32" and error.errno == errno.EACCES)


def free_port_after(host: str, port: int) -> int | None:
    """Return the first free port of the hundred after `port`, or None."""
    for candidate in range(port + 1, min(port + NEXT_PORTS, 65535) + 1):
        try:
            listen(host, candidate).close()
        except OSError:
            continue
        return candidate
    return None


def addresses(host: str) -> list[str]:
    """Return the IPv4 addresses at which phones reach a server on `host`, the likeliest first; none without a LAN."""
    found = [*_address_of_default_route(), *_addresses_of_own_name()] if host == EVERYWHERE else [host]
    return [address for address in dict.fromkeys(found) if not address.startswith(LOOPBACK)]


def lan_addresses() -> list[str]:
    """Return the IPv4 addresses at which phones reach a server that listens on all of them."""
    return addresses(EVERYWHERE)


def _address_of_default_route() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting a datagram socket only looks up the route.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return []
        address: str = probe.getsockname()[0]
        return [address]


def _addresses_of_own_name() -> list[str]:
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []
