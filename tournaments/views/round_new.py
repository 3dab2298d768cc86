"""How the next round is paired: chosen by the referee, with what would come of it."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.errors import Refused
from tournaments.forms.rounds import RoundForm, usual_system
from tournaments.models import Pair, Tournament
from tournaments.pairing import proposed_step, rounds_without_rematch
from tournaments.records import Policy, System
from tournaments.services import round_draft

from .common import HtmxHttpRequest, get_tournament, render_tournament
from .drawing import cannot_draw, number_to_draw, outlook, pairs_of


@require_http_methods(["GET", "POST"])
def round_new(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Choose how the next round is paired; while choosing, htmx asks what would come of it."""
    tournament = get_tournament(slug)
    try:
        number = number_to_draw(tournament)
    except Refused as refusal:
        return cannot_draw(request, tournament, refusal)
    pairs = pairs_of(tournament)
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
        context |= outlook(tournament, number, usual["system"], **form.asked_by(usual))
    return render_tournament(request, "rounds/new.html", tournament, context, status=status)


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


def _form_outlook(tournament: Tournament, number: int, form: RoundForm) -> dict[str, Any]:
    if not form.is_valid():
        return {"refused": " ".join(str(error) for errors in form.errors.values() for error in errors)}
    return outlook(tournament, number, form.system_chosen, **form.asked)
