"""Where pairs enter themselves, and the page of their own link: without an account, kept by nobody.

Looking at a link changes nothing, for messengers look at links before people do.
"""

import re
import secrets
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.errors import LoginDelayed
from accounts.logins.security_log import note
from accounts.services.limits import EntrySent, check_delay, count_attempt, network_of
from scoring.errors import Refused
from scoring.views.page_address import qr_image, shared_address
from tournaments.errors import EnteredAlready
from tournaments.forms.entries import PublicEntryForm
from tournaments.models import Entry, Tournament
from tournaments.selectors.entries import (
    LIVE,
    Entrance,
    entered_in_public,
    entrance_of,
    entry_counts,
    place_on_list,
    terms_of,
)
from tournaments.services import entry_make, entry_withdraw
from tournaments.services.entries import Sent, entry_of_token, sender_of
from tournaments.views.common import found_or_404, get_tournament
from tournaments.wording.entrants import words_of
from tournaments.wording.entries import ENTRANCE_SENTENCES, STATE_SENTENCES

FORM = re.compile(r"[0-9a-f]{32}")
UNPROCESSABLE = 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def public_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """The form; sent, on to the page of the entry. Where the club never opened it there is no such page."""
    tournament = get_tournament(slug)
    if request.method != "POST":
        return _show(request, tournament, PublicEntryForm(tournament=tournament))
    form, secret = PublicEntryForm(request.POST, tournament=tournament), request.POST.get("form", "")
    if not FORM.fullmatch(secret):
        secret = secrets.token_hex(16)
    if not form.is_valid():
        return _show(request, tournament, form, secret=secret)
    address = request.META.get("REMOTE_ADDR", "")
    sent = Sent(
        names=form.names,
        club=form.cleaned_data["club"],
        contact=form.cleaned_data["contact"],
        team=form.cleaned_data.get("team", ""),
        form=secret,
        sender=sender_of(network_of(address)),
    )
    try:
        token = _enter(tournament, sent, EntrySent(address=address))
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return _show(request, tournament, form, secret=secret)
    return redirect("own_entry", slug, token)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_entry(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """How the entry stands; sent, it is withdrawn."""
    tournament = get_tournament(slug)
    entry = entry_of_token(tournament, token)
    if entry is None:
        note(request, "wrong link of an entry", tournament=slug)
        raise Http404
    refused = ""
    if request.method == "POST":
        try:
            entry_withdraw(entry=entry)
        except Refused as refusal:
            refused = refusal.message
        else:
            return redirect("own_entry", slug, token)
    own_url = shared_address(request, request.path)
    context = {
        "tournament": tournament,
        "entry": entry,
        "refused": refused,
        "said": STATE_SENTENCES[entry.state],
        "place": place_on_list(entry) if entry.state == Entry.State.LISTED else None,
        "can_withdraw": entry.state in LIVE and tournament.state == Tournament.State.REGISTRATION,
        "own_url": own_url,
        "qr": qr_image(own_url),
    }
    return render(request, "entries/own.html", context, status=UNPROCESSABLE if refused else 200)


def _enter(tournament: Tournament, sent: Sent, sender: EntrySent) -> str:
    """The secret of the entry's own link. Whoever sends many names that have entered already has to wait."""
    now = timezone.now()
    try:
        check_delay(sender, at=now)
        try:
            return entry_make(tournament=tournament, sent=sent, at=now)[1]
        except EnteredAlready:
            count_attempt(sender, at=now)
            raise
    except LoginDelayed as delayed:
        said = ngettext(
            "Wait %(count)s second, then try again.", "Wait %(count)s seconds, then try again.", delayed.seconds
        )
        raise Refused(said % {"count": delayed.seconds}) from None


def _show(request: HttpRequest, tournament: Tournament, form: PublicEntryForm, secret: str = "") -> HttpResponse:
    terms = terms_of(tournament)
    entrance = entrance_of(tournament, terms, timezone.now())
    shown = found_or_404(None if entrance is Entrance.OFF else entrance)
    context: dict[str, Any] = {
        "tournament": tournament,
        "terms": terms,
        "form": form,
        "secret": secret or secrets.token_hex(16),
        "closed": "" if shown is Entrance.OPEN else ENTRANCE_SENTENCES[shown.value],
        "counts": entry_counts(tournament, terms),
        "entered": entered_in_public(tournament) if terms.list_shown else [],
        "words": words_of(tournament.kind),
    }
    return render(request, "entries/enter.html", context, status=UNPROCESSABLE if form.is_bound else 200)
