"""What the players and the hall see. Every page is the same for everybody who asks in one language.

So a page carries no cookie, no token and no user; its ETag is made of the tournament's revision, the language
and the version of the code. A phone that asks again gets a 304 for the price of one small query, and a page that is
new is made once for all phones.

A page that has been made is answered before sessions, addresses and policies are looked at
(`burraco_club/made_pages.py`), by `made_already`; everything else, and the first of all phones, comes to the view.
"""

import re
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.views.cached_pages import SHARED_SECONDS, answer, conditional, has_page, shareable
from tournaments.models import Tournament
from tournaments.selectors.hall.hall import Hall
from tournaments.selectors.hall.revision import revision_of
from tournaments.wording.entrants import words_of

from .kept import KEPT_PAGES, WAITING, Place, tournament_now

KEPT_QUERIES = re.compile(r"(after=[1-9][0-9]?|as=list)?")
"""What may be asked of an address that is kept. What people type is without end, and is answered as it comes."""
FOUND = "burraco_club.tournament_found"
"""The key of a request's environment that says which tournament it is about, once that has been asked."""
CACHING = {"max_age": 0, "s_maxage": SHARED_SECONDS}


def page_etag(tournament: Tournament) -> str:
    """Everything that a public page is made from: another ETag, another page."""
    return _etag(tournament.pk, tournament.revision)


def _etag(pk: int, revision: int) -> str:
    return f'"{pk}-{revision}-{get_language()}-{settings.CODE_VERSION}"'


def public_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """A page for everybody: no login, a 304 while nothing changed, may be shared by a proxy.

    The view gets the tournament as it was when the ETag was made of it: what it reads later can only be newer than
    the ETag says, and then the next request gets it again.
    """

    @require_safe
    @wraps(view)
    def shared(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        tournament = tournament_now(slug, request.META.get(FOUND))
        make = partial(view, request, tournament, **kwargs)
        return kept_answer(request, tournament.pk, page_etag(tournament), make)

    shared.is_kept = True  # type: ignore[attr-defined]
    return shared


def kept_answer(request: HttpRequest, pk: int, etag: str, make: Callable[[], HttpResponse]) -> HttpResponseBase:
    """The page of that ETag, made once for everybody where its address is kept; a 304 for who has it.

    `pk`: the key of the tournament or the season that the address is of.
    """
    place = place_of(request, pk)
    if place is not None and not has_page(request, etag):
        page = KEPT_PAGES.page(place, etag, make, crowded=_is_crowded(request))
        make, etag = partial(page.response, request), page.etag
    return answer(request, etag, make, **CACHING)


def made_already(request: HttpRequest, slug: str) -> HttpResponseBase | None:
    """What the view of a public page would answer, where that takes no making; else None. One query.

    In the language that is active. For who is let in to the page: the view is not asked, nor who may see it.
    """
    if (found := revision_of(slug)) is None:
        return None
    request.META[FOUND] = found
    pk, revision = found
    etag, place, page = _etag(pk, revision), place_of(request, pk), None
    if place is not None and not has_page(request, etag):
        page = KEPT_PAGES.made(place, etag, crowded=_is_crowded(request))
    etag = page.etag if page else etag
    response = conditional(request, etag)
    if response is None and page is not None:
        response = page.response(request)
    return response and shareable(response, etag, **CACHING)


def place_of(request: HttpRequest, pk: int) -> Place | None:
    """Where the page that is asked for is kept; None if it is not."""
    query = request.META.get("QUERY_STRING", "")
    return Place(pk, f"{request.path}?{query}") if KEPT_QUERIES.fullmatch(query) else None


def _is_crowded(request: HttpRequest) -> bool:
    return bool(request.META.get(WAITING))


def render_public(request: HttpRequest, template: str, hall: Hall, context: dict[str, Any]) -> HttpResponse:
    tournament = hall.tournament
    shared = {
        "tournament": tournament,
        "words": words_of(tournament.kind),
        "hall": hall,
        "etag": page_etag(tournament),
    }
    return render(request, template, shared | context)
