"""The listening socket that systemd opens for the club and hands over when it starts it (sd_listen_fds(3)).

Whoever holds it starts the club at the first connection, and again after it has ended: what comes in between waits in
the socket.
"""

import os
import socket
from collections.abc import MutableMapping

from django.utils.translation import gettext as _

FIRST = 3
"""The number under which a program finds the first of its sockets."""
FOR, COUNT, NAMES = "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"
UNIX = getattr(socket, "AF_UNIX", None)
"""None on Windows, where Python knows no such sockets."""


class WrongSocket(Exception):
    """What was handed over cannot be served; the message says why, and what to do."""


def given_socket(environment: MutableMapping[str, str] = os.environ, *, number: int = FIRST) -> socket.socket | None:
    """Return the socket that was handed over, or None if none was. Raise WrongSocket.

    It is taken out of the environment, so that no program that the club starts takes it for its own.
    """
    given = {name: environment.pop(name) for name in (FOR, COUNT, NAMES) if name in environment}
    if FOR not in given and COUNT not in given:
        return None
    if given.get(FOR) != str(os.getpid()):
        raise WrongSocket(
            _(
                "The listening socket is meant for another process (%(name)s is %(value)s, this one is %(own)s): let "
                "manage.py serve be started itself, without a shell or club.py in between."
            )
            % {"name": FOR, "value": given.get(FOR) or "“”", "own": os.getpid()}
        )
    if given.get(COUNT) != "1":
        raise WrongSocket(
            _("The club listens on one socket, and %(name)s is %(value)s: leave one ListenStream= in its .socket unit.")
            % {"name": COUNT, "value": given.get(COUNT) or "“”"}
        )
    return _listening(number)


def is_local(opened: socket.socket) -> bool:
    """Return whether it is a Unix socket, on which nobody has an address."""
    return UNIX is not None and opened.family == UNIX


def _listening(number: int) -> socket.socket:
    try:
        opened = socket.socket(fileno=number)
        opened.set_inheritable(False)
        is_listening = bool(opened.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
    except OSError as error:
        raise _no_listener(number, error.strerror or str(error)) from error
    if opened.type != socket.SOCK_STREAM or not is_listening:
        opened.close()
        raise _no_listener(number, _("it does not listen for connections"))
    return opened


def _no_listener(number: int, reason: str) -> WrongSocket:
    sentence = _(
        "What was handed over as number %(number)s is no socket to listen on (%(reason)s): its .socket unit needs "
        "ListenStream= and Accept=no."
    )
    return WrongSocket(sentence % {"number": number, "reason": reason})
