"""waitress's request parser with stricter limits. A body that is too large is read to its end.

A browser reads no response before it has sent everything. Closing the connection over a large body would show a
connection error instead of a page.
"""

import time
from functools import cache
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_path, override
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import RequestEntityTooLarge

from burraco_club.held_polls import LONGEST_SECONDS

MOST_READ = 200_000_000
"""The most bytes of an oversized body that are read; no phone sends more, and the connection is closed."""


CHECKS = "/health/"
"""What the addresses of health checks begin with."""
PREFERENCE = f"wait={LONGEST_SECONDS}"
"""What a poll that would wait for news says in `Prefer`, and what an answer of a server that can says that it did."""


class TooLarge(RequestEntityTooLarge):  # type: ignore[misc]
    """The request is too large; the error is shown on a page like every other refusal."""

    def __init__(self, path: str) -> None:
        super().__init__("")
        self.page = _page(get_language_from_path(path) or settings.LANGUAGE_CODE)

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        headers = [("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store")]
        return f"{self.code} {self.reason}", headers, self.page


class DiscardedBody:
    """A body of which nothing is kept."""

    error = None

    def __init__(self, length: int) -> None:
        self.left = length

    @property
    def completed(self) -> bool:
        return self.left == 0

    def received(self, data: bytes) -> int:
        taken = min(len(data), self.left)
        self.left -= taken
        return taken

    def getbuf(self) -> "DiscardedBody":
        return self

    def close(self) -> None:
        """Do nothing: no file is open."""


class ClubParser(HTTPRequestParser):  # type: ignore[misc]
    """The parser of an incoming request."""

    error: Any
    body_rcv: Any
    head: bytes = b""
    """A digest of the whole head of a poll that would wait for news; empty for every other request."""
    waits_until = 0.0
    """The time on the monotonic clock until which it waits."""

    @property
    def is_a_check(self) -> bool:
        """Whether a monitor asks how the club is, and nobody anything of it (`health.py`)."""
        return getattr(self, "path", "").startswith(CHECKS)

    def parse_header(self, header_plus: bytes) -> None:
        """Refuse two lengths: this server might use one and a proxy in front of it the other (RFC 9112)."""
        names = {line.partition(b":")[0].strip().lower() for line in header_plus.split(b"\r\n")[1:]}
        super().parse_header(header_plus)
        if b"transfer-encoding" in names and (b"content-length" in names or self.version != "1.1"):
            raise ParsingError("the body has two lengths")
        if self.command == "GET" and not self.content_length and self.headers.get("PREFER") == PREFERENCE:
            self.head = blake2b(header_plus, digest_size=16).digest()
            self.waits_until = time.monotonic() + LONGEST_SECONDS

    def received(self, data: bytes) -> int:
        if isinstance(self.body_rcv, DiscardedBody):
            return self._read_on(data)
        consumed: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self.error = TooLarge(self.path)
            if not self.chunked and self.body_rcv is not None and self.content_length <= MOST_READ:
                self.close()
                self.body_rcv = DiscardedBody(self.content_length)
                self.completed = False
        return consumed

    def _read_on(self, data: bytes) -> int:
        taken: int = self.body_rcv.received(data)
        self.completed = self.body_rcv.completed
        return taken


@cache
def _page(language: str) -> bytes:
    """Render the page once; it is the same for everybody."""
    with override(language):
        return render_to_string("413.html").encode()
