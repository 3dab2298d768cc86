"""HTTPS for waitress, which speaks none: sockets that encrypt what goes through them, and send plain http to https.

Nothing stands between waitress and the phones: a connection is the phone's own, and so is its address. Whoever opens
a TLS connection begins with another byte than whoever asks in plain http, so both can come to one port.
"""

import errno
import re
import socket
import ssl
import threading
from pathlib import Path
from typing import Any

from burraco_club.kept_alive import KeptAliveChannel

HANDSHAKE = b"\x16"
"""The first byte of a TLS connection."""
ASKED = re.compile(rb"[A-Z]+ (/[!-~]*) HTTP/1\.[01]\r\n")
HOST = re.compile(rb"\r\nhost: *([\w.:\[\]-]+) *\r\n", re.IGNORECASE)
MOST = 8192
"""Bytes that are read at once; and of a plain request's head, more than its first line and its host take."""


class TlsConnection(ssl.SSLSocket):
    """One phone's. Reading is in two steps: what came is decrypted first, which may give nothing yet."""

    turn: threading.Lock
    """One thread reads while another writes, which OpenSSL does not bear on one connection."""
    _is_tls = False
    _plain = b""
    _read = b""
    _ended = False

    def arrived(self) -> bool:
        """Decrypt what came; whether `recv` has something to say, be it the end."""
        try:
            with self.turn:
                self._take()
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError, BlockingIOError):
            pass
        except OSError:
            # A phone that went away, or one whose owner does not trust the certificate yet.
            self._ended = True
        return bool(self._read) or self._ended

    def recv(self, _most: int = MOST, _flags: int = 0) -> bytes:
        """All that was decrypted: what stays here, no selector would tell of. Empty at the end."""
        read, self._read = self._read, b""
        return read

    def send(self, data: Any, _flags: int = 0) -> int:
        try:
            with self.turn:
                return super().send(data)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError) as busy:
            raise BlockingIOError(errno.EWOULDBLOCK, "not yet") from busy
        except ssl.SSLError as gone:
            raise ConnectionResetError(errno.ECONNRESET, "the connection broke") from gone

    def _take(self) -> None:
        if not self._is_tls:
            self._is_tls = not self._plain and socket.socket.recv(self, 1, socket.MSG_PEEK) == HANDSHAKE
            if not self._is_tls:
                self._send_elsewhere()
                return
        waits = True
        while waits:
            data = super().recv(MOST)
            self._read += data
            self._ended = not data
            waits = self.pending() > 0

    def _send_elsewhere(self) -> None:
        """Tell who asks in plain http where to ask instead; that is all that is said without TLS."""
        data = socket.socket.recv(self, MOST)
        self._plain += data
        whole = b"\r\n\r\n" in self._plain
        if whole:
            socket.socket.send(self, redirect(self._plain))
        self._ended = whole or not data or len(self._plain) > MOST


def redirect(head: bytes) -> bytes:
    """The answer to a request's head. For now: the same laptop may speak plain http another evening.

    >>> redirect(b"GET /t/friday/ HTTP/1.1\\r\\nHost: 192.168.1.20:8000\\r\\n\\r\\n").splitlines()[1]
    b'Location: https://192.168.1.20:8000/t/friday/'
    """
    asked, host = ASKED.match(head), HOST.search(head)
    if not asked or not host:
        return b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    where = b"Location: https://" + host[1] + asked[1]
    said = [b"HTTP/1.1 307 Temporary Redirect", where, b"Cache-Control: no-store", b"Content-Length: 0"]
    return b"\r\n".join([*said, b"Connection: close", b"", b""])


class TlsListener(socket.socket):
    """A listening socket whose connections are encrypted; the one that it is made of is used up."""

    def __init__(self, opened: socket.socket, certificate: Path) -> None:
        super().__init__(opened.family, opened.type, opened.proto, fileno=opened.detach())
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._context.set_alpn_protocols(["http/1.1"])
        self._context.load_cert_chain(certificate)
        self._context.sslsocket_class = TlsConnection

    def accept(self) -> tuple[socket.socket, Any]:
        plain, address = super().accept()
        # Nobody is waited for here: the handshake is made of what comes, when it comes.
        connection = self._context.wrap_socket(plain, server_side=True, do_handshake_on_connect=False)
        assert isinstance(connection, TlsConnection)
        connection.turn = threading.Lock()
        return connection, address


class TlsChannel(KeptAliveChannel):
    """Hears of what came only once there is something in it."""

    def handle_read(self) -> None:
        if self.socket.arrived():
            super().handle_read()
