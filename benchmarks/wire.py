"""HTTP like a browser's to one server, for loads that must cost less than what they measure.

This module uses no Django.
"""

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

NO_BODY = (204, 304)
UNVERIFIED = ssl._create_unverified_context()
"""For a local server with a certificate made on the spot."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response, parsed only where needed."""

    status: int
    head: bytes
    body: bytes

    def header(self, name: str) -> str:
        """Return the first header with this name, whatever its capitals, or an empty string."""
        start = self.head.lower().find(f"\r\n{name}: ".lower().encode())
        if start < 0:
            return ""
        start += len(name) + 4
        return self.head[start : self.head.index(b"\r\n", start)].decode()


class Wire:
    """A connection that is kept open and reopened if the server has closed it, as in browsers."""

    def __init__(self, at: str, *, patience: float, name: str = "") -> None:
        """Connect to `at`; `name` is the server's name if it differs from its address."""
        where = urlsplit(at)
        if where.hostname is None or where.port is None:
            raise ValueError(f"expected http://HOST:PORT, got {at!r}")
        self._host, self._port, self._patience = where.hostname, where.port, patience
        self._name = name or f"{self._host}:{self._port}"
        self._origin = f"{where.scheme}://{self._name}"
        self._tls = UNVERIFIED if where.scheme == "https" else None
        self._asked_for = self._name.partition(":")[0] if self._tls else None
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, url: str, headers: Mapping[str, str], body: bytes | None = None) -> Answer:
        """Send a GET, or a POST with a body. Raise OSError without a response, and TimeoutError after `patience`."""
        sent = {"Host": self._name, "Referer": f"{self._origin}/"} | headers
        if body is not None:
            sent |= {"Content-Length": str(len(body)), "Content-Type": "application/x-www-form-urlencoded"}
        lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        request = f"{'GET' if body is None else 'POST'} {url} HTTP/1.1\r\n{lines}\r\n".encode() + (body or b"")
        async with asyncio.timeout(self._patience):
            was_open = self._open is not None
            try:
                return await self._send(request)
            except (ConnectionError, asyncio.IncompleteReadError) as fault:
                if not was_open or (isinstance(fault, asyncio.IncompleteReadError) and fault.partial):
                    raise ConnectionError(str(fault)) from fault
            return await self._send(request)

    async def _send(self, request: bytes) -> Answer:
        reader, writer = self._open or await asyncio.open_connection(
            self._host, self._port, ssl=self._tls, server_hostname=self._asked_for
        )
        self._open = None
        try:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            answer = Answer(int(head[9:12]), head, b"")
            if answer.status not in NO_BODY:
                answer = Answer(answer.status, head, await _body(answer, reader))
        except BaseException:
            writer.close()
            raise
        if answer.header("Connection") == "close":
            writer.close()
        else:
            self._open = reader, writer
        return answer


async def _body(answer: Answer, reader: asyncio.StreamReader) -> bytes:
    """Read what follows a head: as long as it says, or in chunks."""
    if length := answer.header("Content-Length"):
        return await reader.readexactly(int(length))
    if answer.header("Transfer-Encoding") != "chunked":
        raise SystemExit(f"expected a length, got {answer.head.decode()}")
    whole = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        whole += (await reader.readexactly(size + 2))[:-2]
    await reader.readexactly(2)
    return whole
