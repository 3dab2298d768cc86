"""The form with which pairs sign up, and the page of their own link, without accounts and without a cache.

Opening a link changes nothing, because messengers open links before people do.
"""

import re
import secrets
from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.errors import LoginDelayed
from accounts.logins.security_log import note
from accounts.services.login_delays import EntryAttempt, check_delay, count_attempt, network_of
from pages.addresses import qr_image
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
    place_on_list,
    terms_of,
)
from tournaments.selectors.entry_conflicts import conflicts_of
from tournaments.selectors.prizes import fee_and_prizes
from tournaments.services import entry_make, entry_withdraw, player_hide_page
from tournaments.services.entries import SentEntry
from tournaments.services.entry_tokens import entry_of_token, sender_of
from tournaments.services.refusals import EnteredAlready
from tournaments.views.common import found_or_404, get_tournament
from tournaments.views.hall.address import club_address
from tournaments.wording.entrants import words_of
from tournaments.wording.entries import ENTRANCE_SENTENCES, STATE_SENTENCES, holds_no_place

FORM = re.compile(r"[0-9a-f]{32}")
UNPROCESSABLE = 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def public_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form, and save an entry. Without terms of entry there is no such page."""
    tournament = get_tournament(slug)
    if request.method != "POST":
        return _show(request, tournament, PublicEntryForm(tournament=tournament))
    form, secret = PublicEntryForm(request.POST, tournament=tournament), request.POST.get("form", "")
    if not FORM.fullmatch(secret):
        secret = secrets.token_hex(16)
    if not form.is_valid():
        return _show(request, tournament, form, secret=secret)
    address = request.META.get("REMOTE_ADDR", "")
    sent = SentEntry(
        names=form.names,
        club=form.cleaned_data["club"],
        contact=form.cleaned_data["contact"],
        team=form.cleaned_data.get("team", ""),
        form=secret,
        sender=sender_of(network_of(address)),
        mail=form.cleaned_data.get("mail", False),
    )
    try:
        token = _enter(tournament, sent, EntryAttempt(address=address))
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
    refused, with_page = "", pages_of_entry(entry)
    if request.method == "POST":
        try:
            if "hide" in request.POST:
                _hide(request.POST["hide"], with_page)
            else:
                entry_withdraw(entry=entry)
        except Refused as refusal:
            refused = refusal.message
        else:
            return redirect("own_entry", slug, token)
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
        "own_url": own_url,
        "qr": qr_image(own_url),
    }
    return render(request, "entries/own.html", context, status=UNPROCESSABLE if refused else 200)


def _hide(key: str, with_page: Sequence[Player]) -> None:
    player = next((player for player in with_page if str(player.pk) == key), None)
    if player is None:
        raise Refused(_("This page cannot be hidden from here: ask the club."))
    player_hide_page(player=player)


def _enter(tournament: Tournament, sent: SentEntry, sender: EntryAttempt) -> str:
    """Save the entry and return the secret of its link. Senders of many known names have to wait."""
    now = timezone.now()
    try:
        check_delay(sender, at=now)
        try:
            return entry_make(tournament=tournament, sent=sent, at=now)[1]
        except EnteredAlready:
            count_attempt(sender, at=now)
            raise
    except LoginDelayed as delayed:
        sentence = ngettext(
            "Wait %(count)s second, then try again.", "Wait %(count)s seconds, then try again.", delayed.seconds
        )
        raise Refused(sentence % {"count": delayed.seconds}) from None


def _show(request: HttpRequest, tournament: Tournament, form: PublicEntryForm, secret: str = "") -> HttpResponse:
    terms = terms_of(tournament)
    entrance = entrance_of(tournament, terms, timezone.now())
    state = found_or_404(None if entrance is Entrance.OFF else entrance)
    context: dict[str, Any] = {
        "tournament": tournament,
        "terms": terms,
        "form": form,
        "secret": secret or secrets.token_hex(16),
        "closed": "" if state is Entrance.OPEN else ENTRANCE_SENTENCES[state.value],
        "counts": entry_counts(tournament, terms),
        "facts": fee_and_prizes(tournament),
        "entered": entered_in_public(tournament) if terms.list_shown else [],
        "words": words_of(tournament.kind),
    }
    return render(request, "entries/enter.html", context, status=UNPROCESSABLE if form.is_bound else 200)
