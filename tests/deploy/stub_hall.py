"""A club's program as far as a line needs one: pages that say what they are, and what was sent to it."""

import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

AS_OF = f"{date.today():%d/%m/%Y} 21:43"
NOTE = '<p class="as-of" hidden data-line>The club is not connected: as of <time></time>.</p>'
KEPT_SECONDS = 1
KEPT_LONG = "/t/for-an-hour/"
"""The path below which pages stay fresh for longer than any test takes."""


class StubHall(ThreadingHTTPServer):
    """`state` is what its public page shows; `written` has every POST, and `asked` every path with its headers."""

    def __init__(self, name: str) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.name, self.state, self.as_of = name, "round 1", AS_OF
        self.written: list[str] = []
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.gone: set[str] = set()
        """Paths of pages that are there no more."""
        self.is_busy = False
        """Whether it has no time for readers."""
        self.answers_writes = threading.Event()
        self.answers_writes.set()

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Answers(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: StubHall

    def do_GET(self) -> None:
        self.server.asked.append((self.path, dict(self.headers)))
        etag = f'"{self.server.state}"'
        seconds = 3600 if KEPT_LONG in self.path else KEPT_SECONDS
        if self.server.is_busy:
            self._answer("busy", {"Cache-Control": "no-store", "Retry-After": "1"}, status=503)
        elif self.path.startswith("/own/"):
            self._answer({"who": self.headers["Cookie"]}, {"Cache-Control": "private, no-store", "Vary": "Cookie"})
        elif self.path in self.server.gone:
            keeps = f"public, max-age=0, s-maxage={seconds}"
            self._answer("gone", {"Cache-Control": keeps, "X-As-Of": self.server.as_of}, status=404)
        elif self.headers["If-None-Match"] == etag:
            self._answer("", {"ETag": etag}, status=304)
        else:
            public = {
                "ETag": etag,
                "Cache-Control": f"public, max-age=0, s-maxage={seconds}",
                "X-As-Of": self.server.as_of,
            }
            page = f"<!DOCTYPE html><p>{self.server.name}: {self.server.state}</p>{NOTE}{'<p>filled</p>' * 200}"
            self._answer(page, public | {"Vary": "Accept-Encoding, Accept-Language"})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.written.append(body)
        self.server.answers_writes.wait(60)
        self._answer({"written": body}, {"Cache-Control": "no-store"})

    def _answer(self, what: Any, headers: dict[str, str], *, status: int = 200) -> None:
        kind = "text/html; charset=utf-8" if isinstance(what, str) else "application/json"
        body = what.encode() if isinstance(what, str) else json.dumps(what).encode()
        if body and "gzip" in self.headers.get("Accept-Encoding", ""):
            body, headers = gzip.compress(body), headers | {"Content-Encoding": "gzip"}
        self.send_response(status)
        for name, value in (headers | {"Content-Type": kind, "Content-Length": str(len(body))}).items():
            self.send_header(name, value)
        self.end_headers()
        if status != 304:
            self.wfile.write(body)

    def log_message(self, *_words: Any) -> None:
        pass


@contextmanager
def stub_hall(name: str) -> Iterator[StubHall]:
    with StubHall(name) as hall:
        thread = threading.Thread(target=hall.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield hall
        finally:
            hall.answers_writes.set()
            hall.shutdown()
            thread.join()
