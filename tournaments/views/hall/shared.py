"""What the players and the hall see. Every page is the same for everybody who asks in one language.

So a page carries no cookie, no token and no user; its ETag is made of the tournament's revision, the language
and the version of the code. A phone that asks again gets a 304 for the price of one small query, and a page that is
new is made once for all phones.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.views.cached_pages import SHARED_SECONDS, answer, has_page
from tournaments.models import Tournament
from tournaments.selectors.hall.hall import Hall
from tournaments.views.common import get_tournament
from tournaments.wording.entrants import words_of

from .kept import KEPT_PAGES, WAITING


def page_etag(tournament: Tournament) -> str:
    """Everything that a public page is made from: another ETag, another page."""
    return f'"{tournament.pk}-{tournament.revision}-{get_language()}-{settings.CODE_VERSION}"'


def public_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """A page for everybody: no login, a 304 while nothing changed, may be shared by a proxy.

    The view gets the tournament as it was when the ETag was made of it: what it reads later can only be newer than
    the ETag says, and then the next request gets it again.
    """

    @require_safe
    @wraps(view)
    def shared(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        tournament = get_tournament(slug)
        make, etag = partial(view, request, tournament, **kwargs), page_etag(tournament)
        if not request.META.get("QUERY_STRING") and not has_page(request, etag):
            key, crowded = (tournament.pk, request.path), bool(request.META.get(WAITING))
            page = KEPT_PAGES.page(key, etag, make, crowded=crowded)
            make, etag = partial(page.response, request), page.etag
        return answer(request, etag, make, max_age=0, s_maxage=SHARED_SECONDS)

    return shared


def render_public(request: HttpRequest, template: str, hall: Hall, context: dict[str, Any]) -> HttpResponse:
    tournament = hall.tournament
    shared = {
        "tournament": tournament,
        "words": words_of(tournament.kind),
        "hall": hall,
        "etag": page_etag(tournament),
    }
    return render(request, template, shared | context)
