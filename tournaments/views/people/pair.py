"""A pair, or a player of an individual tournament: corrected, substituted, withdrawn, deleted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from pages.addresses import club_address
from pages.refusals import Refused
from tournaments import services
from tournaments.forms.people.pairs import PairChangeForm, RoundsForm, SubstituteForm
from tournaments.models import Pair, Player, Round, Substitute, Tournament
from tournaments.selectors.rounds import round_at_hand
from tournaments.services.check_in import own_link_token
from tournaments.services.pairs import tables_of
from tournaments.services.substitutes import Seat
from tournaments.views.common import get_tournament, render_tournament
from tournaments.wording.entrants import words_of
from tournaments.wording.substitutes import rounds_in_words

from .pairs import with_new_members, with_players

PLACES: dict[str, Seat] = {"substitute1": 1, "substitute2": 2}
"""The fields of the two substitutes, and their seats."""


def substitute_sentence(substitute: Substitute, player: Player) -> str:
    facts = {"substitute": substitute.player, "player": player, "rounds": rounds_in_words(substitute.rounds)}
    return _("%(substitute)s plays in place of %(player)s, %(rounds)s.") % facts


def ended_sentence(ended: Substitute) -> str:
    facts = {"substitute": ended.player, "rounds": rounds_in_words(ended.rounds)}
    return _("%(substitute)s has the place %(rounds)s.") % facts


@require_http_methods(["GET", "POST"])
def pair_edit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Correct the names, the number, the team, or the fixed table."""
    tournament, pair = _pair_of(slug, number)
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
            messages.success(request, with_new_members(saved, form.new_names))
            return redirect("pairs", slug)
    return _render_pair(request, tournament, pair, form=form, status=422)


@require_POST
def pair_substitute(request: HttpRequest, slug: str, number: int, place: str) -> HttpResponse:
    """Add a substitute."""
    tournament, pair = _pair_of(slug, number)
    if place not in PLACES or (PLACES[place] == 2 and pair.player2 is None):
        raise Http404
    form = SubstituteForm(request.POST, pair=pair, place=place)
    if not form.is_valid():
        return _render_pair(request, tournament, pair, substitute=form, status=422)
    newcomer = form.players[0]
    try:
        done = services.pair_substitute(pair=pair, seat=PLACES[place], player=newcomer, **form.rounds)
    except Refused as refusal:
        return _render_pair(request, tournament, pair, substitute=form, refusal=refusal.message, status=422)
    sentence = substitute_sentence(done.substitute, getattr(pair, f"player{PLACES[place]}"))
    if done.ended is not None:
        sentence += " " + ended_sentence(done.ended)
    messages.success(request, with_new_members(sentence, form.new_names))
    return redirect("pair_edit", tournament.slug, pair.number)


@require_POST
def pair_substitute_change(request: HttpRequest, slug: str, number: int, pk: int) -> HttpResponse:
    """Change the rounds of a substitute, or remove it (`back`)."""
    tournament, pair = _pair_of(slug, number)
    substitute = get_object_or_404(pair.substitutes.select_related("player", "pair"), pk=pk)
    player = getattr(pair, f"player{substitute.seat}")
    if "back" in request.POST:
        try:
            services.substitute_take_back(substitute=substitute)
        except Refused as refusal:
            return _render_pair(request, tournament, pair, refusal=refusal.message, status=422)
        messages.success(request, _("%(player)s has played all along.") % {"player": player})
        return redirect("pair_edit", slug, number)
    form = _rounds_form(substitute, request.POST)
    refused = ""
    if form.is_valid():
        try:
            changed = services.substitute_change(substitute=substitute, **form.rounds)
        except Refused as refusal:
            refused = refusal.message
        else:
            messages.success(request, substitute_sentence(changed, player))
            return redirect("pair_edit", slug, number)
    return _render_pair(request, tournament, pair, rounds=(pk, form), refusal=refused, status=422)


def _rounds_form(substitute: Substitute, data: Any = None) -> RoundsForm:
    """Return the form, prefixed with the substitute's key to distinguish it on the page."""
    initial = {"first": substitute.first_round, "last": substitute.last_round}
    return RoundsForm(data, initial=initial, auto_id=f"id_substitute_{substitute.pk}_%s")


@require_POST
def pair_status(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Withdraw a pair, or reinstate it."""
    tournament, pair = _pair_of(slug, number)
    if request.POST.get("status") not in Pair.Status.values:
        raise Http404
    try:
        changed = services.pair_set_status(pair=pair, status=Pair.Status(request.POST["status"]))
    except Refused as refusal:
        return _render_pair(request, tournament, pair, refusal=refusal.message, status=422)
    words = words_of(tournament.kind)
    words_now = words.has_withdrawn if changed.status == Pair.Status.WITHDRAWN else words.plays_again
    messages.success(request, words_now % {"number": number})
    return redirect("pairs", slug)


@require_POST
def pair_delete(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament, pair = _pair_of(slug, number)
    try:
        services.pair_delete(pair=pair)
    except Refused as refusal:
        return _render_pair(request, tournament, pair, refusal=refusal.message, status=422)
    messages.success(request, words_of(tournament.kind).deleted % {"number": number, "pair": pair})
    return redirect("pairs", slug)


def _pair_of(slug: str, number: int) -> tuple[Tournament, Pair]:
    tournament = get_tournament(slug)
    return tournament, get_object_or_404(with_players(tournament), number=number)


def _change_form(pair: Pair, tournament: Tournament, data: Any = None) -> PairChangeForm:
    played = tables_of(pair).exclude(round__state=Round.State.DRAFT)
    has_played = tournament.has_teams and played.exists()
    return PairChangeForm(data, tournament=tournament, pair=pair, has_played=has_played)


def _render_pair(
    request: HttpRequest,
    tournament: Tournament,
    pair: Pair,
    *,
    form: PairChangeForm | None = None,
    substitute: SubstituteForm | None = None,
    rounds: tuple[int, RoundsForm] | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    words = words_of(tournament.kind)
    facts = {"number": pair.number, "pair": pair}
    context = {
        "pair": pair,
        "form": form or _change_form(pair, tournament),
        "seats": _seats(tournament, pair, substitute, rounds),
        "title": words.one % facts,
        "withdraw_confirm": words.withdraw_confirm % facts,
        "delete_confirm": words.delete_confirm % facts,
        "refusal": refusal,
        "seated": tables_of(pair).exists(),
        "section": "pairs",
    }
    if tournament.self_check_in and tournament.state == Tournament.State.REGISTRATION:
        own = reverse("own_check_in", args=[tournament.slug, pair.number, own_link_token(pair)])
        context["own_link"] = club_address(request, own)
    if tournament.has_teams:
        context["teams"] = tournament.teams.all()
    return render_tournament(request, "people/pair.html", tournament, context, status=status)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstituteRow:
    """A substitute in words, with the form for other rounds."""

    pk: int
    sentence: str
    form: RoundsForm


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSeat:
    """A player with the substitutes and the form for another; no form if nobody else can come."""

    player: Player
    taken: Sequence[SubstituteRow]
    form: SubstituteForm | None


def _seats(
    tournament: Tournament, pair: Pair, tried: SubstituteForm | None, rounds: tuple[int, RoundsForm] | None
) -> list[PairSeat]:
    """Return the seats; empty while nobody has played, or without a substitute or room for one."""
    if tournament.state in (Tournament.State.REGISTRATION, Tournament.State.FINAL):
        return []
    tried_rounds = dict([rounds] if rounds else [])
    seats = []
    first = round_at_hand(tournament)
    for place, seat in PLACES.items():
        player = getattr(pair, f"player{seat}")
        substitutes = [substitute for substitute in pair.substitutes.all() if substitute.seat == seat]
        if not player or not (tournament.substitutes_allowed or substitutes):
            continue
        taken = [
            SubstituteRow(
                pk=substitute.pk,
                sentence=substitute_sentence(substitute, player),
                form=tried_rounds.get(substitute.pk) or _rounds_form(substitute),
            )
            for substitute in substitutes
        ]
        form = tried if tried and tried.places == (place,) else SubstituteForm(pair=pair, place=place, first=first)
        seats.append(PairSeat(player=player, taken=taken, form=form if tournament.substitutes_allowed else None))
    return seats
