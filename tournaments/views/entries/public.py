"""The form with which pairs sign up, and the page of their own link, without accounts and without a cache.

Opening a link changes nothing, because messengers open links before people do.
"""

import secrets
from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.logins.security_log import note
from pages.addresses import club_address, qr_image
from pages.refusals import Refused
from tournaments.forms.entries import PublicEntryForm
from tournaments.models import Entry, Player, Tournament
from tournaments.selectors.careers import pages_of_entry
from tournaments.selectors.entries import (
    LIVE,
    Entrance,
    entered_in_public,
    entrance_of,
    entry_counts,
    is_alone,
    place_on_list,
    terms_of,
)
from tournaments.selectors.entry_conflicts import conflicts_of
from tournaments.selectors.partners import can_look, offers_to, partners_wanted
from tournaments.selectors.prizes import fee_and_prizes
from tournaments.services import entry_look, entry_make, entry_withdraw, offer_accept, offer_decline, player_hide_page
from tournaments.services.entry_tokens import entry_of_token
from tournaments.views.common import found_or_404, get_tournament
from tournaments.views.people.pairs import number_typed
from tournaments.wording.entrants import words_of
from tournaments.wording.entries import ENTRANCE_SENTENCES, STATE_SENTENCES, holds_no_place

from .partners import own_offer
from .sending import secret_of, sent_once

UNPROCESSABLE = 422
NAMES_A_PAGE = 300


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def public_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form, and save an entry. Without terms of entry there is no such page."""
    tournament = get_tournament(slug)
    if request.method != "POST":
        return _show(request, tournament, PublicEntryForm(tournament=tournament))
    form, secret = PublicEntryForm(request.POST, tournament=tournament), secret_of(request)
    if not form.is_valid():
        return _show(request, tournament, form, secret=secret)
    try:
        token = sent_once(request, form, secret, lambda sent, now: entry_make(tournament=tournament, sent=sent, at=now))
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return _show(request, tournament, form, secret=secret)
    return redirect("own_entry", slug, token)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_entry(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Show the state of an entry, withdraw it, and hide the public page of somebody whom it named."""
    tournament = get_tournament(slug)
    entry = entry_of_token(tournament, token)
    if entry is None:
        note(request, "wrong link of an entry", tournament=slug)
        raise Http404
    if entry.answers_id is not None:
        return own_offer(request, tournament, entry)
    refused, with_page = "", pages_of_entry(entry)
    if request.method == "POST":
        try:
            _act(request, entry, with_page)
        except Refused as refusal:
            refused = refusal.message
        else:
            return redirect("own_entry", slug, token)
        # Somebody else may have changed it.
        entry.refresh_from_db()
    conflict = conflicts_of(tournament).get(entry.pk)
    own_url = club_address(request, request.path)
    context = {
        "tournament": tournament,
        "entry": entry,
        "refused": refused,
        "state_sentence": holds_no_place(conflict.name) if conflict else STATE_SENTENCES[entry.state],
        "place": place_on_list(entry) if entry.state == Entry.State.LISTED and not conflict else None,
        "can_withdraw": entry.state in LIVE and tournament.state == Tournament.State.REGISTRATION,
        "with_page": with_page,
        "can_look": can_look(tournament, entry, timezone.now()),
        "offers": offers_to(entry) if is_alone(tournament, entry) else [],
        "own_url": own_url,
        "qr": qr_image(own_url),
    }
    return render(request, "entries/own.html", context, status=UNPROCESSABLE if refused else 200)


def _act(request: HttpRequest, entry: Entry, with_page: Sequence[Player]) -> None:
    """Do what the button says: withdraw, look for a partner or no longer, answer an offer, or hide a player's page."""
    act = request.POST.get("act", "")
    if "hide" in request.POST:
        _hide(request.POST["hide"], with_page)
    elif act == "look":
        entry_look(entry=entry, looking="looking" in request.POST, at=timezone.now())
    elif act in ("accept", "decline"):
        key = request.POST.get("offer", "")
        offer = get_object_or_404(entry.answered_by, pk=number_typed(key))
        if act == "accept":
            offer_accept(offer=offer, at=timezone.now())
        else:
            offer_decline(offer=offer)
    else:
        entry_withdraw(entry=entry)


def _hide(key: str, with_page: Sequence[Player]) -> None:
    player = next((player for player in with_page if str(player.pk) == key), None)
    if player is None:
        raise Refused(_("This page cannot be hidden from here: ask the club."))
    player_hide_page(player=player)


def _show(request: HttpRequest, tournament: Tournament, form: PublicEntryForm, secret: str = "") -> HttpResponse:
    terms = terms_of(tournament)
    entrance = entrance_of(tournament, terms, timezone.now())
    entered = entered_in_public(tournament) if terms.list_shown else []
    state = found_or_404(None if entrance is Entrance.OFF else entrance)
    context: dict[str, Any] = {
        "tournament": tournament,
        "terms": terms,
        "form": form,
        "secret": secret or secrets.token_hex(16),
        "closed": "" if state is Entrance.OPEN else ENTRANCE_SENTENCES[state.value],
        "counts": entry_counts(tournament, terms),
        "wanted": partners_wanted(tournament) if entrance is Entrance.OPEN else [],
        "facts": fee_and_prizes(tournament),
        "entered": Paginator(entered, NAMES_A_PAGE).get_page(request.GET.get("page")),
        "words": words_of(tournament.kind),
    }
    return render(request, "entries/enter.html", context, status=UNPROCESSABLE if form.is_bound else 200)
