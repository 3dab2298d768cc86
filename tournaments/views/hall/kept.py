"""Players' pages made once for everybody who asks, and kept in this process for as long as they are true.

A page is what its ETag says, so another process that serves the club needs to know nothing of what this one keeps.
"""

import gzip
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from tournaments.models import Tournament
from tournaments.selectors.hall.hall import Hall, hall_of

MOST = 1_000
"""Pages: every pair's own of a large tournament, packed about 4 kB each, and the longer ones for all."""
HALLS = 4
REST = 20
"""While others wait, a page is not made anew before so many times what it takes to make: a twentieth of the time."""
WAITING = "burraco_club.waiting"
"""The key of a request's environment that says how many wait behind it, where the server knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page as it was made."""

    etag: str
    packed: bytes
    content_type: str
    made_in: float
    """CPU seconds."""
    made_at: float
    """On the monotonic clock."""

    def response(self, request: HttpRequest) -> HttpResponse:
        """Packed, as every browser takes it; over a hall's network a page of all names is a tenth as long."""
        if "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", ""):
            response = HttpResponse(self.packed, self.content_type)
            response["Content-Encoding"] = "gzip"
        else:
            response = HttpResponse(gzip.decompress(self.packed), self.content_type)
        patch_vary_headers(response, ["Accept-Encoding"])
        return response


class KeptPages:
    """The pages that were asked for last."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._pages: OrderedDict[Hashable, Page] = OrderedDict()
        self._making = Lock()

    def page(self, key: Hashable, etag: str, make: Callable[[], HttpResponse], *, crowded: bool) -> Page:
        """The page of that ETag; or, while another one is being made or a crowd waits, as it was a moment ago."""
        kept = self._pages.get(key)
        if kept is not None and (kept.etag == etag or (crowded and self._may_rest(kept))):
            return kept
        if not self._making.acquire(blocking=kept is None):
            assert kept is not None
            return kept
        try:
            # Another may have made it while this one waited.
            kept = self._pages.get(key)
            if kept is None or kept.etag != etag:
                kept = self._pages[key] = _made(etag, make)
                if len(self._pages) > self._most:
                    self._pages.popitem(last=False)
            self._pages.move_to_end(key)
            return kept
        finally:
            self._making.release()

    def forget(self) -> None:
        """Of a database that is no more, nothing is true."""
        self._pages.clear()
        _hall.cache_clear()

    def _may_rest(self, kept: Page) -> bool:
        return time.monotonic() - kept.made_at < REST * kept.made_in


KEPT_PAGES = KeptPages()


def _made(etag: str, make: Callable[[], HttpResponse]) -> Page:
    begun = time.thread_time()
    response = make()
    packed = gzip.compress(response.content, compresslevel=5, mtime=0)
    return Page(
        etag=etag,
        packed=packed,
        content_type=response.headers["Content-Type"],
        made_in=time.thread_time() - begun,
        made_at=time.monotonic(),
    )


def hall_now(tournament: Tournament, after_round: int | None = None) -> Hall:
    """The hall of that revision, read once for all the pages that are made of it."""
    return _hall(tournament, tournament.revision, get_language(), after_round)


@lru_cache(maxsize=HALLS)
def _hall(tournament: Tournament, _revision: int, _language: str | None, after_round: int | None) -> Hall:
    return hall_of(tournament, after_round=after_round)
