"""One pair, or one player of an individual tournament: corrected, substituted, withdrawn, deleted."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.errors import Refused
from scoring.views.page_address import shared_address
from tournaments import services
from tournaments.forms.people.pairs import PairChangeForm, SubstituteForm
from tournaments.models import Pair, Player, Round, Tournament
from tournaments.records import Kind
from tournaments.services.check_in import own_link_token
from tournaments.services.pairs import tables_of
from tournaments.services.substitutes import Seat
from tournaments.views.common import get_tournament, render_tournament
from tournaments.wording.entrants import words_of

from .pairs import said_with_new_members, with_players

PLACES: dict[str, Seat] = {"substitute1": 1, "substitute2": 2}
"""The fields of the two substitutes, and whose seats they take."""


@require_http_methods(["GET", "POST"])
def pair_edit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Correct the names, the number, the team, or the table that is kept."""
    tournament, pair = _found(slug, number)
    if request.method != "POST":
        return _render_pair(request, tournament, pair)
    form = _change_form(pair, tournament, request.POST)
    if form.is_valid():
        try:
            changed = services.pair_change(pair=pair, **form.changes)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            saved = words_of(tournament.kind).saved % {"number": changed.number, "pair": changed}
            messages.success(request, said_with_new_members(saved, form.new_names))
            return redirect("pairs", slug)
    return _render_pair(request, tournament, pair, form=form, status=422)


@require_POST
def pair_substitute(request: HttpRequest, slug: str, number: int, place: str) -> HttpResponse:
    """Somebody takes a player's place (`enter`), or gives it back (`back`)."""
    tournament, pair = _found(slug, number)
    if place not in PLACES or (PLACES[place] == 2 and pair.player2 is None):
        raise Http404
    if "back" in request.POST:
        return _substitute(request, tournament, pair, place, None)
    form = SubstituteForm(request.POST, pair=pair, place=place)
    if not form.is_valid():
        return _render_pair(request, tournament, pair, substitute=form, status=422)
    return _substitute(request, tournament, pair, place, form)


@require_POST
def pair_status(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Withdraw a pair, or take it back."""
    tournament, pair = _found(slug, number)
    if request.POST.get("status") not in Pair.Status.values:
        raise Http404
    try:
        changed = services.pair_set_status(pair=pair, status=Pair.Status(request.POST["status"]))
    except Refused as refusal:
        return _render_pair(request, tournament, pair, refusal=refusal.message, status=422)
    words = words_of(tournament.kind)
    said = words.has_withdrawn if changed.status == Pair.Status.WITHDRAWN else words.plays_again
    messages.success(request, said % {"number": number})
    return redirect("pairs", slug)


@require_POST
def pair_delete(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament, pair = _found(slug, number)
    try:
        services.pair_delete(pair=pair)
    except Refused as refusal:
        return _render_pair(request, tournament, pair, refusal=refusal.message, status=422)
    messages.success(request, words_of(tournament.kind).deleted % {"number": number, "pair": pair})
    return redirect("pairs", slug)


def _found(slug: str, number: int) -> tuple[Tournament, Pair]:
    tournament = get_tournament(slug)
    return tournament, get_object_or_404(with_players(tournament), number=number)


def _change_form(pair: Pair, tournament: Tournament, data: Any = None) -> PairChangeForm:
    played = tables_of(pair).exclude(round__state=Round.State.DRAFT)
    has_played = tournament.kind == Kind.TEAMS and played.exists()
    return PairChangeForm(data, tournament=tournament, pair=pair, has_played=has_played)


def _substitute(
    request: HttpRequest, tournament: Tournament, pair: Pair, place: str, form: SubstituteForm | None
) -> HttpResponse:
    """Save who sits in the place; without a form it is the player's own again."""
    newcomer = form.players[0] if form else None
    try:
        changed = services.pair_substitute(pair=pair, seat=PLACES[place], player=newcomer)
    except Refused as refusal:
        return _render_pair(request, tournament, pair, substitute=form, refusal=refusal.message, status=422)
    replaced = getattr(changed, f"player{PLACES[place]}")
    if form is None:
        messages.success(request, _("%(player)s plays again.") % {"player": replaced})
    else:
        facts = {"substitute": getattr(changed, place), "player": replaced}
        said = _("%(substitute)s takes the place of %(player)s.") % facts
        messages.success(request, said_with_new_members(said, form.new_names))
    return redirect("pair_edit", tournament.slug, changed.number)


def _render_pair(
    request: HttpRequest,
    tournament: Tournament,
    pair: Pair,
    *,
    form: PairChangeForm | None = None,
    substitute: SubstituteForm | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    words = words_of(tournament.kind)
    facts = {"number": pair.number, "pair": pair}
    context = {
        "pair": pair,
        "form": form or _change_form(pair, tournament),
        "seats": _seats(tournament, pair, substitute),
        "title": words.one % facts,
        "withdraw_confirm": words.withdraw_confirm % facts,
        "delete_confirm": words.delete_confirm % facts,
        "refusal": refusal,
        "seated": tables_of(pair).exists(),
        "section": "pairs",
    }
    if tournament.self_check_in and tournament.state == Tournament.State.REGISTRATION:
        own = reverse("own_check_in", args=[tournament.slug, pair.number, own_link_token(pair)])
        context["own_link"] = shared_address(request, own)
    if tournament.kind == Kind.TEAMS:
        context["teams"] = tournament.teams.all()
    return render_tournament(request, "people/pair.html", tournament, context, status=status)


def _seats(
    tournament: Tournament, pair: Pair, tried: SubstituteForm | None
) -> list[tuple[Player, Player | None, SubstituteForm]]:
    """Each player, who took the place, and the form for it; none while nobody has played, or where none is allowed."""
    if tournament.state in (Tournament.State.REGISTRATION, Tournament.State.FINAL):
        return []
    seats = []
    for place, seat in PLACES.items():
        player, substitute = getattr(pair, f"player{seat}"), getattr(pair, place)
        if player and (tournament.substitutes_allowed or substitute):
            form = tried if tried and tried.places == (place,) else SubstituteForm(pair=pair, place=place)
            seats.append((player, substitute, form))
    return seats
