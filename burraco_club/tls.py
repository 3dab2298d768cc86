"""HTTPS for waitress, which does not support it: sockets that encrypt, and redirect plain http to https.

Nothing is between waitress and the phones, so a connection's address is the phone's own. A TLS connection begins with
another byte than a plain http request, so both can use one port.
"""

import errno
import re
import socket
import ssl
import threading
from pathlib import Path
from typing import Any

from burraco_club.keep_alive import KeepAliveChannel

HANDSHAKE = b"\x16"
"""The first byte of a TLS connection."""
ASKED = re.compile(rb"[A-Z]+ (/[!-~]*) HTTP/1\.[01]\r\n")
HOST = re.compile(rb"\r\nhost: *([\w.:\[\]-]+) *\r\n", re.IGNORECASE)
MOST = 8192
"""Bytes read at once. A plain request's first line and host fit into them."""


class TlsConnection(ssl.SSLSocket):
    """A phone's connection.

    Reading takes two steps: incoming bytes are decrypted first, which may yield nothing yet.
    """

    turn: threading.Lock
    """One thread reads while another writes, which OpenSSL does not allow on one connection."""
    _is_tls = False
    _plain = b""
    _read = b""
    _ended = False

    def arrived(self) -> bool:
        """Decrypt what has come. Return whether `recv` has data or the end to report."""
        try:
            with self.turn:
                self._take()
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError, BlockingIOError):
            pass
        except OSError:
            # The phone went away, or its owner does not trust the certificate yet.
            self._ended = True
        return bool(self._read) or self._ended

    def recv(self, _most: int = MOST, _flags: int = 0) -> bytes:
        """Return everything decrypted, because no selector would report what stays here. Return nothing at the end."""
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
        """Redirect a plain http request; nothing else is sent without TLS."""
        data = socket.socket.recv(self, MOST)
        self._plain += data
        whole = b"\r\n\r\n" in self._plain
        if whole:
            socket.socket.send(self, redirect(self._plain))
        self._ended = whole or not data or len(self._plain) > MOST


def redirect(head: bytes) -> bytes:
    """Return a temporary redirect for a request's head: the laptop may use plain http another evening.

    >>> redirect(b"GET /t/friday/ HTTP/1.1\\r\\nHost: 192.168.1.20:8000\\r\\n\\r\\n").splitlines()[1]
    b'Location: https://192.168.1.20:8000/t/friday/'
    """
    request, host = ASKED.match(head), HOST.search(head)
    if not request or not host:
        return b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    where = b"Location: https://" + host[1] + request[1]
    headers = [b"HTTP/1.1 307 Temporary Redirect", where, b"Cache-Control: no-store", b"Content-Length: 0"]
    return b"\r\n".join([*headers, b"Connection: close", b"", b""])


class TlsListener(socket.socket):
    """A listening socket with encrypted connections. It takes over the plain socket."""

    def __init__(self, opened: socket.socket, certificate: Path) -> None:
        super().__init__(opened.family, opened.type, opened.proto, fileno=opened.detach())
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._context.set_alpn_protocols(["http/1.1"])
        self._context.load_cert_chain(certificate)
        self._context.sslsocket_class = TlsConnection

    def accept(self) -> tuple[socket.socket, Any]:
        plain, address = super().accept()
        # Nobody waits here: the handshake proceeds as bytes come in.
        connection = self._context.wrap_socket(plain, server_side=True, do_handshake_on_connect=False)
        assert isinstance(connection, TlsConnection)
        connection.turn = threading.Lock()
        return connection, address


class TlsChannel(KeepAliveChannel):
    """A channel that is notified only once decrypted data are available."""

    def handle_read(self) -> None:
        if self.socket.arrived():
            super().handle_read()
