"""How the next round is paired: chosen by the referee, with what would come of it."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.errors import Refused
from tournaments.forms.round_new import RoundForm, settings_for
from tournaments.models import Pair, Tournament
from tournaments.pairing import proposed_step, rounds_without_rematch
from tournaments.records import Kind, RoundSettings, System
from tournaments.services import round_draft
from tournaments.usual_round import UsualRound, systems_for, usual_round

from .common import HtmxHttpRequest, get_tournament, render_tournament
from .drawing import cannot_draw, number_to_draw, pairs_of
from .outlook import outlook


@require_http_methods(["GET", "POST"])
def round_new(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Choose how the next round is paired; while choosing, htmx asks what would come of it."""
    tournament = get_tournament(slug)
    try:
        number = number_to_draw(tournament)
    except Refused as refusal:
        return cannot_draw(request, tournament, refusal)
    pairs = pairs_of(tournament)
    usual, form = _form(request, tournament, number, here=_here(pairs))
    if request.htmx:
        return render(request, "rounds/_outlook.html", _form_outlook(tournament, number, form))
    status = 200
    if request.method == "POST":
        if form.is_valid():
            if form.system_chosen is System.MANUAL:
                return redirect("round_manual", slug, number)
            try:
                round_draft(
                    tournament=tournament,
                    system=form.system_chosen,
                    settings=form.settings_chosen,
                    seed=form.seed_chosen,
                )
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
        "here": _here(pairs),
    }
    if not form.is_bound:
        context |= _outlook(tournament, number, usual.system, settings_for(usual.system, usual), usual.seed)
    return render_tournament(request, "rounds/new.html", tournament, context, status=status)


def _form(request: HtmxHttpRequest, tournament: Tournament, number: int, *, here: int) -> tuple[UsualRound, RoundForm]:
    usual = usual_round(tournament, list(tournament.rounds.filter(number__lte=number)), number, here=here)
    form = RoundForm(
        request.POST if request.method == "POST" else request.GET if request.htmx else None,
        usual=usual,
        systems=systems_for(Kind(tournament.kind)),
        step_help=_step_help((here + 1) // 2, tournament.rounds_planned),
    )
    return usual, form


def _here(pairs: Sequence[Pair]) -> int:
    return sum(pair.status == Pair.Status.ACTIVE for pair in pairs)


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


def _form_outlook(tournament: Tournament, number: int, form: RoundForm) -> dict[str, Any]:
    if not form.is_valid():
        return {"refused": " ".join(str(error) for errors in form.errors.values() for error in errors)}
    return _outlook(tournament, number, form.system_chosen, form.settings_chosen, form.seed_chosen)


def _outlook(tournament: Tournament, number: int, system: System, settings: RoundSettings, seed: int) -> dict[str, Any]:
    if system is System.MANUAL:
        return {"by_hand": True}
    return outlook(tournament, number, system, settings=settings, seed=seed)
