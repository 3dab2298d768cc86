"""The club's page of entries: those awaiting approval, the waiting list, and the answers."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.addresses import club_address, qr_image
from pages.refusals import Refused
from tournaments import services
from tournaments.forms.entries import EntrantsForm, EntryTermsForm
from tournaments.models import Entry, Tournament
from tournaments.selectors.entries import crowds_of, entry_counts, terms_of
from tournaments.selectors.entry_board import EntryRow, entry_board, entry_rows
from tournaments.views.common import get_tournament, render_tournament

UNPROCESSABLE = 422
ENTRIES_A_PAGE = 80
"""The entries of one group on a page: four groups stay below 300 kB."""


@require_safe
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the entries, ordered by what the club still has to decide."""
    tournament = get_tournament(slug)
    terms = terms_of(tournament)
    context: dict[str, Any] = {
        "section": "pairs",
        "terms": terms,
        "counts": entry_counts(tournament, terms),
        "groups": _groups(request, tournament),
        "crowds": crowds_of(tournament),
        **entry_address(request, tournament),
    }
    return render_tournament(request, "entries/entries.html", tournament, context)


def _groups(request: HttpRequest, tournament: Tournament) -> dict[str, Page[EntryRow]]:
    """Return the page of each group that is asked for."""
    board = entry_board(tournament)
    pages = {
        group: Paginator[Any](getattr(board, group), ENTRIES_A_PAGE).get_page(request.GET.get(group))
        for group in ("waiting", "listed", "accepted", "gone")
    }
    rows = entry_rows(tournament, board, [key for page in pages.values() for key in page])
    for page in pages.values():
        page.object_list = [rows[key] for key in page]
    return pages


@require_http_methods(["GET", "POST"])
def entry_terms(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(slug)
    form = EntryTermsForm(request.POST or None, terms=terms_of(tournament))
    if form.is_valid():
        try:
            services.entry_terms_set(tournament=tournament, terms=form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("The terms of entry are saved."))
            return redirect("entries", slug)
    context = {"section": "pairs", "form": form}
    status = UNPROCESSABLE if form.is_bound else 200
    return render_tournament(request, "entries/terms.html", tournament, context, status=status)


@require_POST
def entries_accept(request: HttpRequest, slug: str) -> HttpResponse:
    """Accept all waiting entries; unclear ones are left, with a message."""
    try:
        left = services.entries_accept_all(tournament=get_tournament(slug))
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("entries", slug)
    if left:
        sentence = ngettext(
            "%(count)s entry has to be checked individually: %(names)s.",
            "%(count)s entries have to be checked individually: %(names)s.",
            len(left),
        )
        messages.warning(request, sentence % {"count": len(left), "names": "; ".join(map(str, left))})
    else:
        messages.success(request, _("Everybody on the waiting list has been entered."))
    return redirect("entries", slug)


@require_POST
def entries_take_out(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete all entries of one sender (`sender`), with what they created."""
    sender = request.POST.get("sender") or "-"  # equivalent `'-x'`: neither is anybody's mark
    stay = services.entries_take_out(tournament=get_tournament(slug), sender=sender)
    if stay:
        sentence = _("These stay, because they have a seat or have paid: %(names)s.")
        messages.warning(request, sentence % {"names": "; ".join(map(str, stay))})
    else:
        messages.success(request, _("They have been removed, with the members that only they had created."))
    return redirect("entries", slug)


@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Accept an entry, at once if its names are clear, otherwise once the members are chosen."""
    tournament = get_tournament(slug)
    wanted = get_object_or_404(tournament.entries.select_related("tournament"), pk=pk)
    form = EntrantsForm(request.POST if "player1" in request.POST else None, entry=wanted)
    refused = ""
    if request.method == "POST" and (not form.is_bound or form.is_valid()):
        try:
            services.entry_accept(entry=wanted, players=form.players if form.is_bound else ())
        except Refused as refusal:
            refused = refusal.message
        else:
            messages.success(request, _("%(names)s: entered.") % {"names": wanted})
            return redirect("entries", slug)
    context = {"section": "pairs", "entry": wanted, "form": form, "refused": refused}
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render_tournament(request, "entries/entry.html", tournament, context, status=status)


@require_POST
def entry_refuse(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    wanted = get_object_or_404(get_tournament(slug).entries, pk=pk)
    try:
        services.entry_refuse(entry=wanted)
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("entries", slug)


@require_POST
def entry_move_up(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Accept an entry from the waiting list out of turn, or one that was refused."""
    wanted: Entry = get_object_or_404(get_tournament(slug).entries, pk=pk)
    try:
        services.entry_move_up(entry=wanted)
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect("entries", slug)


def entry_address(request: HttpRequest, tournament: Tournament) -> dict[str, str]:
    """Show the address of the public form, with its QR code."""
    address = club_address(request, reverse("public_entry", args=[tournament.slug]))
    return {"entry_url": address, "entry_qr": qr_image(address)}
