"""Players' pages made once for everybody who asks, and kept for as long as they are true.

First in this process, then on disk for the others that serve the club. A page is what its ETag says, so none of them
needs to know what another one keeps.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language

from tournaments.models import Tournament
from tournaments.selectors.hall.hall import Hall, hall_of
from tournaments.selectors.hall.revision import revision_of

from .finished import Page, packed
from .on_disk import PagesOnDisk

MOST = 1_000
"""Pages: every pair's own of a large tournament, packed about 4 kB each, and the longer ones for all."""
HALLS = 4
REST = 20
"""While others wait, a page is not made anew before so many times what it takes to make: a twentieth of the time."""
WAITING = "burraco_club.waiting"
"""The key of a request's environment that says how many wait behind it, where the server knows."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page is found: its address, which says its language and what is asked of it, and what it shows, by key.

    Another tournament, or another season, may come to have an address of one that was deleted.
    """

    shows: int
    address: str


class KeptPages:
    """The pages that were asked for last."""

    def __init__(self, on_disk: PagesOnDisk, most: int = MOST) -> None:
        self.on_disk = on_disk
        self._most = most
        self._pages: OrderedDict[Place, Page] = OrderedDict()
        self._making, self._keeping = Lock(), Lock()

    def made(self, place: Place, etag: str, *, crowded: bool) -> Page | None:
        """The page of that ETag if it has been made; while a crowd waits, also as it was a moment ago."""
        kept = self._pages.get(place)
        if kept is not None and (kept.etag == etag or (crowded and self._may_rest(kept))):
            return kept
        found = self.on_disk.page(place.address, etag)
        return found and self._keep(place, found)

    def page(self, place: Place, etag: str, make: Callable[[], HttpResponse], *, crowded: bool) -> Page:
        """The page of that ETag; or, while another one is being made or a crowd waits, as it was a moment ago."""
        if (made := self.made(place, etag, crowded=crowded)) is not None:
            return made
        kept = self._pages.get(place)
        if not self._making.acquire(blocking=kept is None):
            assert kept is not None
            return kept
        try:
            # Another may have made it while this one waited.
            kept = self._pages.get(place)
            if kept is None or kept.etag != etag:
                kept = self._keep(place, _made(etag, make))
                self.on_disk.keep(place.address, kept)
            return kept
        finally:
            self._making.release()

    def forget(self) -> None:
        """Of a database that is no more, nothing is true."""
        self._pages.clear()
        self.on_disk.forget()
        _tournament.cache_clear()
        _hall.cache_clear()

    def _keep(self, place: Place, page: Page) -> Page:
        with self._keeping:
            self._pages[place] = page
            self._pages.move_to_end(place)
            if len(self._pages) > self._most:
                self._pages.popitem(last=False)
        return page

    def _may_rest(self, kept: Page) -> bool:
        return time.monotonic() - kept.made_at < REST * kept.made_in


KEPT_PAGES = KeptPages(PagesOnDisk(settings.PUBLIC_PAGES))


def _made(etag: str, make: Callable[[], HttpResponse]) -> Page:
    begun = time.thread_time()
    response = make()
    content = packed(response.content)
    return Page(
        etag=etag,
        packed=content,
        content_type=response.headers["Content-Type"],
        made_in=time.thread_time() - begun,
        made_at=time.monotonic(),
    )


def tournament_now(slug: str, found: tuple[int, int] | None) -> Tournament:
    """The tournament of that address, read once a revision; `found`: its key and its revision, where they are known."""
    if (found := found or revision_of(slug)) is None:
        raise Http404
    return _tournament(*found)


def hall_now(tournament: Tournament, after_round: int | None = None) -> Hall:
    """The hall of that revision, read once for all the pages that are made of it."""
    return _hall(tournament, tournament.revision, get_language(), after_round)


@lru_cache(maxsize=HALLS)
def _tournament(pk: int, _revision: int) -> Tournament:
    return get_object_or_404(Tournament, pk=pk)


@lru_cache(maxsize=HALLS)
def _hall(tournament: Tournament, _revision: int, _language: str | None, after_round: int | None) -> Hall:
    return hall_of(tournament, after_round=after_round)
