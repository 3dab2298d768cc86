"""The check-in of players by themselves: their only page that writes, so the only one with a cookie and a token.

The cookie names the phone: wrong numbers are counted by phone and by tournament, never by the hall's shared address.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.logins.security_log import note
from pages.refusals import Refused
from tournaments.forms.hall import CardForm
from tournaments.models import Pair, Tournament
from tournaments.selectors.registration import SelfCheckIn, self_check_in_of
from tournaments.services import card_check_in, own_link_check_in
from tournaments.services.check_in import is_own_link
from tournaments.views.common import device_of, get_tournament, name_device, new_device
from tournaments.wording.check_in import CLOSED_SENTENCES
from tournaments.wording.entrants import words_of

UNPROCESSABLE = 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def public_check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Check in by the number of a player's card. No name is shown before the number is right."""
    tournament = get_tournament(slug)
    device = device_of(request)
    if request.method != "POST":
        return name_device(_show(request, tournament, form=CardForm()), device or new_device())
    form = CardForm(request.POST)
    if not device:
        form.add_error("card", _("Your phone does not accept cookies: tell the referee that you are here."))
    if not form.is_valid():
        return name_device(_show(request, tournament, form=form, status=UNPROCESSABLE), device or new_device())
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
    """Check in by the pair's own link. Opening it ticks nobody, because messengers open links before people do."""
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
