"""Players alone who look for a partner: offers to play with them, the offers' own links, and the club's answers."""

import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from pages.addresses import club_address, qr_image
from pages.refusals import Refused
from tournaments import services
from tournaments.forms.entries import OfferForm
from tournaments.models import Entry, Tournament
from tournaments.selectors.entries import LIVE, Entrance, entrance_of, terms_of
from tournaments.selectors.partners import partner_wanted, short_name
from tournaments.views.common import found_or_404, get_tournament
from tournaments.wording.entries import ENTRANCE_SENTENCES, OFFER_SENTENCES, STATE_SENTENCES

from .sending import secret_of, sent_once

UNPROCESSABLE = 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def public_offer(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the form with which somebody offers to play with a player who looks for a partner, and save the offer."""
    tournament = get_tournament(slug)
    is_open = entrance_of(tournament, terms_of(tournament), timezone.now()) is Entrance.OPEN
    wanted = found_or_404(partner_wanted(tournament, pk) if is_open else None)
    form = OfferForm(request.POST if request.method == "POST" else None, tournament=tournament)
    secret = secret_of(request) if form.is_bound else secrets.token_hex(16)
    if form.is_valid():
        try:
            token = sent_once(
                request, form, secret, lambda sent, now: services.offer_make(wanted=wanted, sent=sent, at=now)
            )
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            return redirect("own_entry", slug, token)
    context = {"tournament": tournament, "form": form, "secret": secret, "wanted": short_name(wanted)}
    return render(request, "entries/offer.html", context, status=UNPROCESSABLE if form.is_bound else 200)


def own_offer(request: HttpRequest, tournament: Tournament, offer: Entry) -> HttpResponse:
    """Show how an offer stands to whoever has its link, and withdraw it, or the entry of two that it has become."""
    refused = ""
    if request.method == "POST":
        try:
            services.offer_withdraw(offer=offer, joined=request.POST.get("act") == Entry.State.JOINED)
        except Refused as refusal:
            refused = refusal.message
        else:
            return redirect(request.path)
        offer.refresh_from_db()
    entry = Entry.objects.select_related("pair", "member1").get(answered_by=offer)
    is_joined = offer.state == Entry.State.JOINED
    name = str(entry.name1) if is_joined else short_name(entry)
    own_url = club_address(request, request.path)
    is_live = offer.state == Entry.State.PROPOSED or (is_joined and entry.state in LIVE)
    is_open = tournament.state == Tournament.State.REGISTRATION
    is_too_late = offer.state == Entry.State.PROPOSED and not is_open
    sentence = ENTRANCE_SENTENCES["begun"] if is_too_late else OFFER_SENTENCES[offer.state] % {"name": name}
    context = {
        "tournament": tournament,
        "offer": offer,
        "refused": refused,
        "state_sentence": sentence,
        "entry": entry if is_joined else None,
        "entry_sentence": STATE_SENTENCES[entry.state] if is_joined else "",
        "can_withdraw": is_live and is_open,
        "own_url": own_url,
        "qr": qr_image(own_url),
    }
    return render(request, "entries/own_offer.html", context, status=UNPROCESSABLE if refused else 200)


@require_POST
def entry_look(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a player alone as looking for a partner (`looking`), or no longer."""
    wanted = get_object_or_404(get_tournament(slug).entries, pk=pk)
    try:
        services.entry_look(entry=wanted, looking="looking" in request.POST)
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("entries", slug)


@require_POST
def entry_offer(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Accept or decline an offer (`act`) for the player to whom it was made."""
    offer = get_object_or_404(get_tournament(slug).entries.filter(answers__isnull=False), pk=pk)
    try:
        if request.POST.get("act") == "accept":
            entry = services.offer_accept(offer=offer)
            messages.success(request, _("%(names)s are now one entry.") % {"names": entry})
        else:
            services.offer_decline(offer=offer)
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("entries", slug)
