"""Players who check themselves in: the one page of theirs that writes, so the one with a cookie and a token.

The cookie names the phone: wrong numbers are counted by phone and by tournament, never by the hall's one address.
"""

import secrets
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.logins.security_log import note
from scoring.errors import Refused
from tournaments.forms.hall import CardForm
from tournaments.models import Pair, Tournament
from tournaments.selectors.registration import SelfCheckIn, self_check_in_of
from tournaments.services import card_check_in, own_link_check_in
from tournaments.services.check_in import is_own_link
from tournaments.views.common import get_tournament
from tournaments.wording.check_in import CLOSED_SENTENCES
from tournaments.wording.entrants import words_of

DEVICE = "club_device"
DEVICE_SECONDS = 24 * 60 * 60
UNPROCESSABLE = 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def public_check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """By the number of a player's card. Nobody's name is shown before the number is right."""
    tournament = get_tournament(slug)
    device = request.COOKIES.get(DEVICE, "")[:32]
    if request.method != "POST":
        return _known(_show(request, tournament, form=CardForm()), device)
    form = CardForm(request.POST)
    if not device:
        form.add_error("card", _("Your phone keeps no cookies: tell the referee that you are here."))
    if not form.is_valid():
        return _known(_show(request, tournament, form=form, status=UNPROCESSABLE), device)
    try:
        pair = card_check_in(tournament=tournament, card=form.cleaned_data["card"], device=device, at=timezone.now())
    except Refused as refusal:
        return _show(request, tournament, form=form, refused=refusal.message, status=UNPROCESSABLE)
    if pair is None:
        note(request, "wrong card at check-in", tournament=slug)
        form.add_error("card", _("Nobody with this card is expected. Look at the number again, or tell the referee."))
        return _show(request, tournament, form=form, status=UNPROCESSABLE)
    return _show(request, tournament, arrived=pair)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_check_in(request: HttpRequest, slug: str, number: int, token: str) -> HttpResponse:
    """By the pair's own link; looking at it ticks nobody, for messengers look at links before people do."""
    tournament = get_tournament(slug)
    pair = get_object_or_404(tournament.pairs.select_related("player1", "player2"), number=number)
    if not is_own_link(pair, token):
        note(request, "wrong link of a pair", tournament=slug, pair=number)
        raise Http404
    if request.method != "POST":
        is_here = pair.status == Pair.Status.ACTIVE
        return _show(request, tournament, arrived=pair) if is_here else _show(request, tournament, pair=pair)
    try:
        arrived = own_link_check_in(pair=pair, at=timezone.now())
    except Refused as refusal:
        return _show(request, tournament, refused=refusal.message, status=UNPROCESSABLE)
    return _show(request, tournament, arrived=arrived)


def _show(request: HttpRequest, tournament: Tournament, *, status: int = 200, **context: Any) -> HttpResponse:
    words = words_of(tournament.kind)
    about: Pair | None = context.get("arrived") or context.get("pair")
    state = self_check_in_of(tournament, timezone.now())
    if state is not SelfCheckIn.OPEN and "arrived" not in context:
        context.setdefault("refused", str(CLOSED_SENTENCES[state.value]))
    shared = {
        "tournament": tournament,
        "words": words,
        "own_number": words.one % {"number": about.number} if about else "",
    }
    return render(request, "hall/check_in.html", shared | context, status=status)


def _known(response: HttpResponse, device: str) -> HttpResponse:
    """The page, with a name for the phone that it gives back."""
    name = device or secrets.token_hex(16)
    response.set_cookie(
        DEVICE,
        name,
        max_age=DEVICE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response
