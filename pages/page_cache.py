"""Cached pages that are the same for everybody, kept compressed in the memory of this process.

A page is identified by its ETag, so no process needs to know what another one keeps, and nothing is stored on disk:
after a restart, as after every change, each page is rendered once more (`docs/speed.md`).
"""

import gzip
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

MOST = 1_000
"""The most pages: those of every pair of a large tournament, about 4 kB each when compressed, and the longer ones."""
REST = 20
"""While others wait, the rendering of a page takes at most one part in this many of the time."""
WAITING = "pages.waiting"
"""The key of a request's environment for the number of waiting requests, if the server knows it."""

INDENTED = re.compile(rb"\n\s+")
"""Indentation, which changes nothing in a page without `AS_WRITTEN`."""
AS_WRITTEN = re.compile(rb"<(pre|textarea)\b")
LEVEL = 7
"""The compression level: a page is compressed once for all phones, and a hall's network is slower than a laptop."""


@dataclass(frozen=True, slots=True)
class PageKey:
    """The key of a page: its address, which includes language and query, and the row that it shows.

    Without the row, a new tournament or season at the address of a deleted one would get its pages.
    """

    shows: int
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedPage:
    """A rendered page."""

    etag: str
    gzipped: bytes
    content_type: str
    made_in: float
    """The CPU seconds of the rendering."""
    made_at: float
    """The time of the rendering, on this process's monotonic clock."""

    def response(self, request: HttpRequest) -> HttpResponse:
        """Return the page, compressed if the client accepts it: a page of all names is then a tenth as long."""
        if "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", ""):
            response = HttpResponse(self.gzipped, self.content_type)
            response["Content-Encoding"] = "gzip"
        else:
            response = HttpResponse(gzip.decompress(self.gzipped), self.content_type)
        response["Content-Length"] = str(len(response.content))
        patch_vary_headers(response, ["Accept-Encoding"])
        return response


class PageCache:
    """The pages that were rendered last."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._pages: OrderedDict[PageKey, CachedPage] = OrderedDict()
        self._making, self._keeping = Lock(), Lock()

    def cached(self, key: PageKey, etag: str, *, crowded: bool) -> CachedPage | None:
        """Return the page with this ETag, or None. If `crowded` is true, an older one is accepted for a moment."""
        page = self._pages.get(key)
        return page if page is not None and (page.etag == etag or (crowded and self._may_rest(page))) else None

    def page(self, key: PageKey, etag: str, make: Callable[[], HttpResponse], *, crowded: bool) -> CachedPage:
        """Return the page with this ETag, and render it if needed.

        During another thread's rendering, return the older one.
        """
        if (cached := self.cached(key, etag, crowded=crowded)) is not None:
            return cached
        cached = self._pages.get(key)
        if not self._making.acquire(blocking=cached is None):
            assert cached is not None
            return cached
        try:
            # Another thread may have rendered it meanwhile.
            cached = self._pages.get(key)
            if cached is None or cached.etag != etag:
                cached = self._keep(key, _made(etag, make))
            return cached
        finally:
            self._making.release()

    def clear(self) -> None:
        """Forget all pages, because the database was replaced or a person erased."""
        self._pages.clear()

    def _keep(self, key: PageKey, page: CachedPage) -> CachedPage:
        with self._keeping:
            self._pages[key] = page
            self._pages.move_to_end(key)
            if len(self._pages) > self._most:
                self._pages.popitem(last=False)
        return page

    def _may_rest(self, page: CachedPage) -> bool:
        rested = time.monotonic() - page.made_at
        return rested < REST * page.made_in  # equivalent `rested <= REST * page.made_in`: no clock stops there


def compressed(content: bytes) -> bytes:
    """Return the content, always compressed to the same bytes, without blank lines and indentation if they are nothing.

    >>> gzip.decompress(compressed(b"<ul>\\n\\n  <li>Rossi  Anna</li>\\n</ul>\\n"))
    b'<ul>\\n<li>Rossi  Anna</li>\\n</ul>\\n'
    >>> gzip.decompress(compressed(b"<pre>{\\n  1\\n}</pre>"))
    b'<pre>{\\n  1\\n}</pre>'
    """
    plain = content if AS_WRITTEN.search(content) else INDENTED.sub(b"\n", content)
    return gzip.compress(plain, compresslevel=LEVEL, mtime=0)


def _made(etag: str, make: Callable[[], HttpResponse]) -> CachedPage:
    started = time.thread_time()
    response = make()
    content = compressed(response.content)
    return CachedPage(
        etag=etag,
        gzipped=content,
        content_type=response.headers["Content-Type"],
        made_in=time.thread_time() - started,
        made_at=time.monotonic(),
    )
