"""What the players and the hall see. Every page is the same for everybody who asks in one language.

So a page carries no cookie, no token and no user; its ETag is made of the tournament's revision, the language
and the version of the code, and a phone that asks again gets a 304 for the price of one small query.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.views.cached_pages import SHARED_SECONDS, answer
from tournaments.models import Tournament
from tournaments.selectors.hall.hall import Hall
from tournaments.views.common import get_tournament
from tournaments.wording.entrants import words_of


def page_etag(tournament: Tournament) -> str:
    """Everything that a public page is made from: another ETag, another page."""
    return f'"{tournament.pk}-{tournament.revision}-{get_language()}-{settings.CODE_VERSION}"'


def public_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """A page for everybody: no login, a 304 while nothing changed, may be shared by a proxy.

    The view gets the tournament as it was when the ETag was made of it: what it reads later can only be newer than
    the ETag says, and then the next request gets it again.
    """

    @login_not_required
    @require_safe
    @wraps(view)
    def shared(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        tournament = get_tournament(slug)
        make = partial(view, request, tournament, **kwargs)
        return answer(request, page_etag(tournament), make, max_age=0, s_maxage=SHARED_SECONDS)

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
