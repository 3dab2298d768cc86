"""A round from its draft to its close, on the referee's pages. Nobody else sees a draft."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.errors import Refused
from tournaments.models import Round, Tournament
from tournaments.records import Policy, System
from tournaments.services import round_close, round_discard, round_publish, round_withdraw
from tournaments.system_names import SYSTEM_NAMES

from .common import get_tournament, render_tournament
from .seats import seats_of


@require_safe
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The draft with its reasons; once published, the seats and what can be done with the round."""
    tournament = get_tournament(slug)
    return _show_round(request, _round_of(tournament, number))


@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _round_of(get_tournament(slug), number)
    try:
        round_publish(round=round_, at=timezone.now())
    except Refused as refusal:
        return _show_round(request, round_, refusal)
    messages.success(request, _("Round %(round)s is published: everybody can find the table.") % {"round": number})
    return redirect("round", slug, number)


@require_POST
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _round_of(get_tournament(slug), number)
    try:
        round_withdraw(round=round_)
    except Refused as refusal:
        return _show_round(request, round_, refusal)
    messages.success(request, _("Round %(round)s is a draft again: only you see it.") % {"round": number})
    return redirect("round", slug, number)


@require_POST
def discard(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _round_of(get_tournament(slug), number)
    try:
        round_discard(round=round_)
    except Refused as refusal:
        return _show_round(request, round_, refusal)
    messages.success(request, _("The draft of round %(round)s is gone.") % {"round": number})
    return redirect("round_new", slug)


@require_POST
def close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = _round_of(get_tournament(slug), number)
    try:
        round_close(round=round_)
    except Refused as refusal:
        return _show_round(request, round_, refusal)
    messages.success(request, _("Round %(round)s is closed: the ranking stands.") % {"round": number})
    return redirect("ranking", slug)


def _round_of(tournament: Tournament, number: int) -> Round:
    round_ = get_object_or_404(tournament.rounds, number=number)
    round_.tournament = tournament
    return round_


def _show_round(request: HttpRequest, round_: Round, refusal: Refused | None = None) -> HttpResponse:
    seats = seats_of(round_)
    context = {
        "section": "round",
        "round": round_,
        "system": SYSTEM_NAMES[System(round_.system)],
        "seats": seats,
        "refused": refusal.message if refusal else "",
        "next_seed": round_.seed + 1 if _is_drawn_by_lot(round_) else None,
        "can_withdraw": round_.state == Round.State.PUBLISHED and not seats.handed_in,
        "can_close": round_.state == Round.State.PUBLISHED and seats.handed_in == seats.playing,
    }
    return render_tournament(request, "rounds/round.html", round_.tournament, context, status=422 if refusal else 200)


def _is_drawn_by_lot(round_: Round) -> bool:
    """Whether another seed gives another draft."""
    if round_.system == System.DANISH_NO_REMATCH:
        return round_.chosen.policy is Policy.MIN_SQUARE
    return round_.system == System.DRAW
