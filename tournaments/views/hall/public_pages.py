"""The pages for the players and the hall. Every page is the same for everybody who asks in one language.

So a page carries no cookie, no token and no user; its ETag is made of the tournament's revision, the language
and the version of the code. A phone that asks again gets a 304 for the price of one small query, and a page that is
new is made once for all phones.

A cached page is answered before sessions, addresses and policies are looked at (`burraco_club/early_answers.py`), by
`cached_response`; everything else, and the first of all phones, comes to the view.
"""

import re
from collections.abc import Callable
from functools import partial, wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pages.conditional_answers import answer, conditional, has_page, shareable
from pages.held_answers import depends_on
from pages.line import line_mark
from pages.page_cache import WAITING, PageKey
from tournaments.models import Tournament
from tournaments.selectors.generations import stamped
from tournaments.selectors.hall.hall import Hall
from tournaments.selectors.hall.news import PublicPages
from tournaments.selectors.hall.revision import revision_of
from tournaments.wording.entrants import words_of

from .page_cache import PAGE_CACHE, current_tournament
from .previews import hall_preview

CACHED_QUERIES = re.compile(r"(after=[1-9][0-9]?|as=list)?((^|&)page=[1-9][0-9]?)?|part=[1-9][0-9]?")
"""The queries with which a page is cached. Typed queries are endless, and are not cached."""
FOUND = "burraco_club.tournament_found"
"""The key in a request's environment for the tournament, once it has been read."""


def page_etag(tournament: Tournament) -> str:
    """Return the ETag of everything that a public page is made from."""
    return _etag(tournament.pk, tournament.revision)


def _etag(pk: int, revision: int) -> str:
    return f'"{pk}-{stamped(revision)}-{get_language()}-{settings.CODE_VERSION}{line_mark()}"'


def public_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Make a view a page for everybody: no login, a 304 while nothing changed, and a proxy may share it.

    The view gets the tournament as it was when the ETag was made of it: what it reads later can only be newer than
    the ETag says, and then the next request gets it again.
    """

    @require_safe
    @wraps(view)
    def shared(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        tournament = current_tournament(slug, request.META.get(FOUND))
        make = partial(view, request, tournament, **kwargs)
        return cached_answer(request, tournament.pk, page_etag(tournament), make)

    shared.is_cached = True  # type: ignore[attr-defined]
    return shared


def cached_answer(request: HttpRequest, pk: int, etag: str, make: Callable[[], HttpResponse]) -> HttpResponseBase:
    """Return the page with this ETag, made once for everybody if its address is cached, or a 304.

    `pk`: the key of the tournament or the season that the address belongs to.
    """
    key = page_key(request, pk)
    if key is not None and not has_page(request, etag):
        page = PAGE_CACHE.page(key, etag, make, crowded=_is_crowded(request))
        make, etag = partial(page.response, request), page.etag
    return answer(request, etag, make)


def cached_response(request: HttpRequest, slug: str) -> HttpResponseBase | None:
    """Return what the view of a public page would answer, or None if the page has to be made. One query.

    In the active language. The view is not asked, nor who may see it: call it for pages that everybody may see.
    """
    if (found := revision_of(slug)) is None:
        return None
    request.META[FOUND] = found
    pk, revision = found
    etag = _etag(pk, revision)
    response = cached_page(request, pk, etag)
    # An older page, which is accepted for a moment, is no reason to wait.
    is_current = response is not None and response.status_code == HTTPStatus.NOT_MODIFIED and response["ETag"] == etag
    depends_on(request, PublicPages(slug), has_news=not is_current)
    return response


def cached_page(request: HttpRequest, pk: int, etag: str) -> HttpResponseBase | None:
    """Return a 304 if the client has the page with this ETag, or the cached page, or None if it has to be made."""
    key, page = page_key(request, pk), None
    if key is not None and not has_page(request, etag):
        page = PAGE_CACHE.cached(key, etag, crowded=_is_crowded(request))
    etag = page.etag if page else etag
    response = conditional(request, etag)
    if response is None and page is not None:
        response = page.response(request)
    return response and shareable(response, etag)


def page_key(request: HttpRequest, pk: int) -> PageKey | None:
    """Return the key of the requested page in the cache, or None if it is not cached."""
    query = request.META.get("QUERY_STRING", "")
    return PageKey(pk, f"{request.path}?{query}") if CACHED_QUERIES.fullmatch(query) else None


def _is_crowded(request: HttpRequest) -> bool:
    return bool(request.META.get(WAITING))


def render_public(request: HttpRequest, template: str, hall: Hall, context: dict[str, Any]) -> HttpResponse:
    """Return a page of a public tournament, with what all of them share."""
    tournament = hall.tournament
    shared = {
        "tournament": tournament,
        "words": words_of(tournament.kind),
        "hall": hall,
        "etag": page_etag(tournament),
        "preview": hall_preview(hall),
    }
    return render(request, template, shared | context)
