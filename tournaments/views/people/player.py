"""A player's page, for the staff and, if the club wants it, for everybody."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pages.conditional_answers import answer
from tournaments.models import Player
from tournaments.records import EntrantId
from tournaments.selectors.careers import (
    CareerView,
    career_view_of,
    careers_public,
    facts_behind,
    has_public_career,
    tournaments_played_by,
)
from tournaments.selectors.consents import consents_of
from tournaments.selectors.generations import generation
from tournaments.selectors.hall.goodbye import goodbye_in, numbers_of
from tournaments.selectors.hall.hall import hall_of
from tournaments.selectors.memberships import book_values, membership_of
from tournaments.selectors.ranking import hands_of_entrant
from tournaments.wording.goodbye import goodbye_facts
from tournaments.wording.memberships import book_facts, consent_sentence
from tournaments.wording.results import place_words

from .career import career_context


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player's results, and the member's data as far as the reader may see them."""
    player = get_object_or_404(Player, pk=pk)
    career = career_view_of(player, tournaments_played_by(player))
    book = book_facts(book_values(membership_of(player)))
    consents = [
        consent_sentence(event.name, event.agreed_on, event.withdrawn_on, event.noted_by)
        for event in consents_of(player)
    ]
    context = career_context(career, in_public=False) | {"book": book, "consents": consents}
    return render(request, "people/player.html", context)


def _latest_evening(career: CareerView, numbers: Mapping[int, EntrantId]) -> dict[str, Any]:
    """Return what the player took home from the latest final tournament that it played from its own seat."""
    latest = next((appearance.tournament for appearance in career.career.appearances if appearance.sat), None)
    if latest is None or latest not in numbers:
        return {"goodbye": None}
    tournament, number = career.tournaments[latest], numbers[latest]
    hall = hall_of(tournament)
    goodbye = goodbye_in(hall, number, hands_of_entrant(tournament, number))
    return {
        "goodbye": goodbye and goodbye_facts(goodbye, hall.entrants),
        "evening": tournament,
        "place": goodbye and place_words(goodbye.place, tied=goodbye.tied),
        "evening_vp": goodbye and goodbye.vp,
        "evening_url": reverse("public_pair", args=[tournament.slug, number]),
    }


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
        career = career_view_of(player, tournaments)
        numbers = numbers_of(player, career.tournaments)
        context = career_context(career, in_public=True, numbers=numbers) | _latest_evening(career, numbers)
        response = render(request, "people/public.html", context)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return answer(request, etag, make)
