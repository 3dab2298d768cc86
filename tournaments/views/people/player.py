"""A player's page, for the staff and, if the club wants it, for everybody."""

from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pages.conditional_answers import answer
from tournaments.models import Player
from tournaments.selectors.careers import (
    career_view_of,
    careers_public,
    facts_behind,
    has_public_career,
    tournaments_played_by,
)
from tournaments.selectors.generations import generation

from .career import career_context


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player's results, and the member's data as far as the reader may see them."""
    player = get_object_or_404(Player, pk=pk)
    career = career_view_of(player, tournaments_played_by(player))
    return render(request, "people/player.html", career_context(career, in_public=False))


@require_safe
def public_player(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the public page; a player without one is answered like an unknown one."""
    if not careers_public():
        raise Http404
    player = get_object_or_404(Player, pk=pk)
    tournaments = tournaments_played_by(player)
    if not has_public_career(player, tournaments):
        raise Http404
    facts = (facts_behind(player, tournaments), generation(), get_language(), settings.CODE_VERSION)
    etag = f'"{sha256(repr(facts).encode()).hexdigest()[:32]}"'

    def make() -> HttpResponse:
        context = career_context(career_view_of(player, tournaments), in_public=True)
        response = render(request, "people/public.html", context)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return answer(request, etag, make)
