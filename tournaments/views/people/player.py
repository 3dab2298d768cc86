"""A player's page, for whoever keeps the score and, if the club wants it, for everybody."""

from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.views.cached_pages import SHARED_SECONDS, answer
from tournaments.models import Player
from tournaments.selectors.careers import (
    career_shown,
    careers_public,
    facts_behind,
    has_public_career,
    tournaments_played_by,
)

from .career import career_context


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """What somebody has done here, and what the club knows of them as far as whoever looks may know it."""
    found = get_object_or_404(Player, pk=pk)
    shown = career_shown(found, tournaments_played_by(found))
    return render(request, "people/player.html", career_context(shown, in_public=False))


@require_safe
def public_player(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The same for everybody, where the club shows it; of any other player nobody is told that there is one."""
    if not careers_public():
        raise Http404
    found = get_object_or_404(Player, pk=pk)
    tournaments = tournaments_played_by(found)
    if not has_public_career(found, tournaments):
        raise Http404
    facts = (facts_behind(found, tournaments), get_language(), settings.CODE_VERSION)
    etag = f'"{sha256(repr(facts).encode()).hexdigest()[:32]}"'

    def make() -> HttpResponse:
        context = career_context(career_shown(found, tournaments), in_public=True)
        response = render(request, "people/public.html", context)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return answer(request, etag, make, max_age=0, s_maxage=SHARED_SECONDS)
