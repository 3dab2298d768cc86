"""How the next round is paired: chosen by the referee, with what would come of it."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.errors import Refused
from tournaments.forms.rounds.new import RoundForm
from tournaments.models import Pair
from tournaments.pairing import proposed_step, rounds_ahead
from tournaments.records import Kind, NamedSystem, System
from tournaments.selectors.draws import NextRound
from tournaments.selectors.entered import entered_pairs
from tournaments.selectors.knockout import tied_tables
from tournaments.selectors.next_round import proposed_round, systems_for
from tournaments.selectors.registration import loose_ends, teams_of
from tournaments.services.rounds import draw
from tournaments.views.common import FEWEST_PAIRS, HtmxHttpRequest, get_tournament, render_tournament
from tournaments.wording.open_rounds import open_rounds_sentence
from tournaments.wording.systems import SYSTEM_NAMES

from .drawing import cannot_draw, pairs_of, round_coming
from .outlook import outlook_context, outlook_sentences


@require_http_methods(["GET", "POST"])
def round_new(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Choose how the next round is paired; while choosing, htmx asks what would come of it."""
    try:
        with round_coming(request, slug) as coming:
            form = _form(request, coming)
            if request.method == "POST" and form.is_valid() and (drafted := _drafted(request, coming, form)):
                return drafted
    except Refused as refusal:
        return cannot_draw(request, get_tournament(slug), refusal)
    if request.htmx:
        return render(request, "rounds/_outlook.html", _outlook(coming, form))
    pairs = pairs_of(coming.tournament)
    context = {
        "section": "round",
        "number": coming.number,
        "form": form,
        "expected": [pair for pair in pairs if pair.status == Pair.Status.EXPECTED],
        "withdrawn": [pair for pair in pairs if pair.status == Pair.Status.WITHDRAWN],
        "here": coming.here,
        "still_open": open_rounds_sentence(coming.still_open),
        "announced": SYSTEM_NAMES[form.proposed.announced] if form.proposed.announced else "",
    }
    if coming.tournament.kind == Kind.TEAMS:
        entered = entered_pairs(coming.tournament.pairs.all())
        context["loose_ends"] = loose_ends(coming.tournament, teams_of(coming.tournament, entered), entered)
    if not form.is_bound:
        context |= _outlook(coming, form)
    status = 422 if form.is_bound else 200
    return render_tournament(request, "rounds/new.html", coming.tournament, context, status=status)


def _drafted(request: HttpRequest, coming: NextRound, form: RoundForm) -> HttpResponse | None:
    """Where the draft is looked at, once it is made; None where it is refused, which the form then says."""
    slug, system = coming.tournament.slug, form.system_chosen
    if system is System.MANUAL:
        return redirect("round_manual", slug, coming.number)
    try:
        drawn = draw(coming, system=system, without_open=form.without_open, **form.asked)
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return None
    for sentence in outlook_sentences(system, drawn.request):
        messages.warning(request, sentence)
    return redirect("round", slug, coming.number)


def _form(request: HtmxHttpRequest, coming: NextRound) -> RoundForm:
    return RoundForm(
        request.POST if request.method == "POST" else request.GET if request.htmx else None,
        proposed=proposed_round(coming),
        systems=systems_for(Kind(coming.tournament.kind)),
        ties=tied_tables(coming.rounds, coming.number, coming.evening),
        step_help=_step_help(coming),
        still_open=coming.still_open,
    )


def _step_help(coming: NextRound) -> str:
    """The step proposed, and for how many rounds from here on it brings no rematch; empty where it does at once."""
    tables = (coming.here + 1) // 2
    if coming.here < FEWEST_PAIRS or coming.tournament.kind == Kind.INDIVIDUAL:
        return ""
    request = coming.request(system=System.MITCHELL, seed=coming.tournament.seed)
    step = proposed_step(request)
    if not (holds := rounds_ahead(request, step, tables)):
        return ""
    sentence = ngettext(
        "We propose %(step)s: nobody meets again for %(rounds)s round.",
        "We propose %(step)s: nobody meets again for %(rounds)s rounds.",
        holds,
    )
    return sentence % {"step": step, "rounds": holds}


def _outlook(coming: NextRound, form: RoundForm) -> dict[str, Any]:
    """What comes of the form as it was sent, or of the proposal."""
    if not form.is_bound:
        proposed = form.proposed
        asked: dict[str, Any] = {"settings": proposed.settings_of(proposed.named), "seed": proposed.seed}
        asked["by_rating"] = proposed.by_rating
        return _drawn(coming, proposed.drawn_as(proposed.named).system, asked) | _free(form, proposed.named)
    if not form.is_valid():
        return {"refused": " ".join(form.faults)}
    return _drawn(coming, form.system_chosen, form.asked) | _free(form, NamedSystem(form.cleaned_data["system"]))


def _free(form: RoundForm, named: NamedSystem) -> dict[str, Any]:
    """Whether everybody may meet again because this is the last round."""
    return {"last_is_free": form.proposed.drawn_as(named) is not named}


def _drawn(coming: NextRound, system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    return {"by_hand": True} if system is System.MANUAL else outlook_context(coming, system, **asked)
