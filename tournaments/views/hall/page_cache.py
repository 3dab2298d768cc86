"""The players' pages that are cached, and the tournament and hall that they are made of, read once a revision."""

from functools import lru_cache

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language

from pages.page_cache import PageCache
from tournaments.models import Tournament
from tournaments.selectors.hall.hall import Hall, hall_of
from tournaments.selectors.hall.revision import revision_of

HALLS = 4  # equivalent: speed alone
PAGE_CACHE = PageCache()


def current_tournament(slug: str, revision: tuple[int, int] | None) -> Tournament:
    """Return the tournament with this address, read once a revision; `revision`: its key and revision, if known."""
    if (revision := revision or revision_of(slug)) is None:
        raise Http404
    return _tournament(*revision)


def current_hall(tournament: Tournament, after_round: int | None = None) -> Hall:
    """Return the hall of the tournament's revision, read once for all the pages that are made of it."""
    return _hall(tournament, tournament.revision, get_language(), after_round)


def clear_page_cache() -> None:
    """Forget every page of this process, and what they are made of."""
    PAGE_CACHE.clear()
    _tournament.cache_clear()
    _hall.cache_clear()


@lru_cache(maxsize=HALLS)
def _tournament(pk: int, _revision: int) -> Tournament:
    return get_object_or_404(Tournament, pk=pk)


@lru_cache(maxsize=HALLS)
def _hall(tournament: Tournament, _revision: int, _language: str | None, after_round: int | None) -> Hall:
    return hall_of(tournament, after_round=after_round)
