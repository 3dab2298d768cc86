"""A round from its draft to its close, on the referee's pages. Nobody else sees a draft."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.errors import Refused
from tournaments.forms.rounds import BaseSeatFormSet, RoundForm, SeatFormSet, pair_choices, seats_initial, usual_system
from tournaments.models import Pair, Round, Tournament
from tournaments.pairing import proposed_step, rounds_without_rematch
from tournaments.pairing_selectors import pairing_request
from tournaments.records import Policy, System
from tournaments.services import round_close, round_discard, round_draft, round_publish, round_withdraw
from tournaments.services.rounds import compute_draft, next_round_number
from tournaments.system_names import SYSTEM_NAMES

from .common import HtmxHttpRequest, get_tournament, render_tournament
from .seats import seats_of, seats_of_draft


@require_http_methods(["GET", "POST"])
def round_new(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Choose how the next round is paired; while choosing, htmx asks what would come of it."""
    tournament = get_tournament(slug)
    try:
        number = _number_to_draw(tournament)
    except Refused as refusal:
        return _cannot_draw(request, tournament, refusal)
    pairs = _pairs_of(tournament)
    usual = _usual_settings(tournament, number, _tables_for(pairs))
    data = request.POST if request.method == "POST" else request.GET if request.htmx else None
    form = RoundForm(
        data, initial=usual, usual=usual, step_help=_step_help(_tables_for(pairs), tournament.rounds_planned)
    )
    if request.htmx:
        return render(request, "rounds/_outlook.html", _form_outlook(tournament, number, form))
    status = 200
    if request.method == "POST":
        if form.is_valid():
            if form.system_chosen is System.MANUAL:
                return redirect("round_manual", slug, number)
            try:
                round_draft(tournament=tournament, system=form.system_chosen, **form.asked)
            except Refused as refusal:
                form.add_error(None, refusal.message)
            else:
                return redirect("round", slug, number)
        status = 422
    context = {
        "section": "round",
        "number": number,
        "form": form,
        "expected": [pair for pair in pairs if pair.status == Pair.Status.EXPECTED],
        "withdrawn": [pair for pair in pairs if pair.status == Pair.Status.WITHDRAWN],
        "here": sum(pair.status == Pair.Status.ACTIVE for pair in pairs),
    }
    if not form.is_bound:
        context |= _outlook(tournament, number, usual["system"], **form.asked_by(usual))
    return render_tournament(request, "rounds/new.html", tournament, context, status=status)


@require_safe
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The draft with its reasons; once published, the seats and what can be done with the round."""
    tournament = get_tournament(slug)
    return _show_round(request, _round_of(tournament, number))


@require_http_methods(["GET", "POST"])
def round_by_hand(request: HtmxHttpRequest, slug: str, number: int) -> HttpResponse:
    """Every seat in the referee's hand: the draft's seats to begin with, saved as a manual round."""
    tournament = get_tournament(slug)
    try:
        if number != _number_to_draw(tournament):
            raise Http404
    except Refused as refusal:
        return _cannot_draw(request, tournament, refusal)
    pairs = _pairs_of(tournament)
    if request.htmx:
        return render(request, "rounds/_outlook.html", _seats_outlook(tournament, number, SeatFormSet(request.POST)))
    refused, status = "", 200
    if request.method == "POST":
        formset = SeatFormSet(request.POST)
        if formset.is_valid():
            try:
                round_draft(tournament=tournament, system=System.MANUAL, seats=formset.seats)
            except Refused as refusal:
                refused = refusal.message
            else:
                return redirect("round", slug, number)
        status = 422
    else:
        choices = pair_choices(pairs)
        formset = SeatFormSet(initial=seats_initial(_seats_drafted(tournament, number), len(choices)))
    context = {
        "section": "round",
        "number": number,
        "formset": formset,
        "refused": refused,
        "choices": pair_choices(pairs),
    }
    return render_tournament(request, "rounds/manual.html", tournament, context, status=status)


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


def _number_to_draw(tournament: Tournament) -> int:
    """The number of the round that can be drawn now; refused with the sentence that says why not."""
    if tournament.state == Tournament.State.FINAL:
        raise Refused(_("The tournament is final: no more rounds are drawn."))
    return next_round_number(tournament)


def _cannot_draw(request: HttpRequest, tournament: Tournament, refusal: Refused) -> HttpResponse:
    context = {"section": "round", "refused": refusal.message}
    return render_tournament(request, "rounds/cannot_draw.html", tournament, context, status=409)


def _pairs_of(tournament: Tournament) -> list[Pair]:
    return list(tournament.pairs.select_related("player1", "player2").order_by("number"))


def _tables_for(pairs: Sequence[Pair]) -> int:
    return (sum(pair.status == Pair.Status.ACTIVE for pair in pairs) + 1) // 2


def _usual_settings(tournament: Tournament, number: int, tables: int) -> dict[str, Any]:
    """What `round_draft` would usually be given: as the draft has it if there is one, else after the round before."""
    rounds = {round_.number: round_ for round_ in tournament.rounds.filter(number__gte=number - 1)}
    draft, before = rounds.get(number), rounds.get(number - 1)
    steps = [round_.chosen.step for round_ in (draft, before) if round_ is not None and round_.chosen.step]
    return {
        "system": System(draft.system) if draft else usual_system(before),
        "step": steps[0] if steps else proposed_step(tables, tournament.rounds_planned),
        "policy": draft.chosen.policy if draft else Policy.TOP_DOWN,
        "seed": draft.seed if draft else tournament.seed,
    }


def _step_help(tables: int, rounds: int) -> str:
    step = proposed_step(tables, rounds)
    if not tables:
        return ""
    holds = rounds_without_rematch(tables, step)
    sentence = ngettext(
        "With %(tables)s tables we propose %(step)s: nobody meets again for %(rounds)s round.",
        "With %(tables)s tables we propose %(step)s: nobody meets again for %(rounds)s rounds.",
        holds,
    )
    return sentence % {"tables": tables, "step": step, "rounds": holds}


def _outlook(tournament: Tournament, number: int, system: System, **settings: Any) -> dict[str, Any]:
    """What these settings would give, without writing anything."""
    if system is System.MANUAL and "seats" not in settings:
        return {"by_hand": True}
    request = pairing_request(tournament, number=number, system=system, **settings)
    try:
        draft = compute_draft(system, request)
    except Refused as refusal:
        return {"refused": refusal.message}
    return {"outlook": seats_of_draft(draft, request.entrants)}


def _form_outlook(tournament: Tournament, number: int, form: RoundForm) -> dict[str, Any]:
    if not form.is_valid():
        return {"refused": " ".join(str(error) for errors in form.errors.values() for error in errors)}
    return _outlook(tournament, number, form.system_chosen, **form.asked)


def _seats_outlook(tournament: Tournament, number: int, formset: BaseSeatFormSet) -> dict[str, Any]:
    if not formset.is_valid():
        errors = [error for form in formset.forms for fault in form.errors.values() for error in fault]
        return {"refused": " ".join(map(str, [*errors, *formset.non_form_errors()]))}
    return _outlook(tournament, number, System.MANUAL, seed=tournament.seed, seats=formset.seats)


def _seats_drafted(tournament: Tournament, number: int) -> list[tuple[int, int | None]]:
    return list(
        tournament.rounds.filter(number=number, tables__isnull=False)
        .order_by("tables__number")
        .values_list("tables__ns__number", "tables__ew__number")
    )
