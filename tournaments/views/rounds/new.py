"""The choice of the next round's system, with its outlook."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from pages.refusals import Refused
from tournaments.forms.rounds.new import RoundForm
from tournaments.models import Pair
from tournaments.records import Kind, NamedSystem, System
from tournaments.selectors.draws import NextRound
from tournaments.selectors.pair_lists import entered_pairs
from tournaments.selectors.registration import loose_ends, teams_of
from tournaments.services.rounds import draw
from tournaments.views.common import FEWEST_PAIRS, HtmxHttpRequest, get_tournament, render_tournament
from tournaments.wording.gironi import planned_cut_sentence
from tournaments.wording.open_rounds import open_rounds_sentence
from tournaments.wording.systems import SYSTEM_NAMES

from .draw import absent_pairs, cannot_draw, round_coming, round_form
from .outlook import outlook_context, outlook_sentences


@require_http_methods(["GET", "POST"])
def round_new(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Choose the system; while choosing, htmx asks for the outlook. Teams that play matches are drawn on their page."""
    if get_tournament(slug).plays_matches:
        return redirect("matches", slug)
    try:
        with round_coming(request, slug) as coming:
            data = request.POST if request.method == "POST" else request.GET if request.htmx else None
            form = round_form(coming, data)
            if request.method == "POST" and form.is_valid() and (drafted := _drafted(request, coming, form)):
                return drafted
            form.fields["step"].help_text = _step_help(coming)
    except Refused as refusal:
        return cannot_draw(request, get_tournament(slug), refusal)
    status = 422 if request.method == "POST" else 200
    if request.htmx:
        return render(request, "rounds/_outlook_answer.html", _outlook(coming, form), status=status)
    missing = list(absent_pairs(coming.tournament))
    context = {
        "section": "round",
        "number": coming.number,
        "form": form,
        "refused": " ".join(map(str, form.non_field_errors())),
        "expected": [pair for pair in missing if pair.status == Pair.Status.EXPECTED],
        "withdrawn": [pair for pair in missing if pair.status == Pair.Status.WITHDRAWN],
        "here": coming.here,
        "still_open": open_rounds_sentence(coming.still_open),
        "in_gironi": coming.is_cut,
        "cut_due": planned_cut_sentence(due) if (due := coming.tournament.cut_due(coming.number - 1)) else "",
        "announced": SYSTEM_NAMES[form.proposed.announced] if form.proposed.announced else "",
    }
    if coming.tournament.kind == Kind.TEAMS:
        entered = entered_pairs(coming.tournament.pairs.all())
        context["loose_ends"] = loose_ends(coming.tournament, teams_of(coming.tournament, entered), entered)
    if not form.is_bound:
        context |= _outlook(coming, form)
    return render_tournament(request, "rounds/new.html", coming.tournament, context, status=status)


def _drafted(request: HttpRequest, coming: NextRound, form: RoundForm) -> HttpResponse | None:
    """Return the redirect to the new draft; None if it is refused, with the error in the form."""
    slug, system = coming.tournament.slug, form.system_chosen
    if system is System.MANUAL:
        return redirect("round_manual", slug, coming.number)
    try:
        drawn = draw(coming, system=system, without_open=form.without_open, **form.draft_arguments)
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return None
    for sentence in outlook_sentences(drawn):
        messages.warning(request, sentence)
    return redirect("round", slug, coming.number)


def _step_help(coming: NextRound) -> str:
    """Return the proposed step with the rounds it holds without a rematch; empty if it brings one at once."""
    if coming.here < FEWEST_PAIRS or coming.tournament.kind == Kind.INDIVIDUAL or coming.is_cut:
        return ""
    step = coming.steps.proposed
    if not (holds := coming.steps.holds(step, coming.steps.longest)):
        return ""
    sentence = ngettext(
        "Suggested step %(step)s: nobody meets again for %(rounds)s round.",
        "Suggested step %(step)s: nobody meets again for %(rounds)s rounds.",
        holds,
    )
    return sentence % {"step": step, "rounds": holds}


def _outlook(coming: NextRound, form: RoundForm) -> dict[str, Any]:
    """Return the outlook of the form as sent, or of the proposal."""
    if not form.is_bound:
        proposed = form.proposed
        named, by_girone = proposed.told_apart(proposed.named, proposed.own_systems, own_brackets=proposed.own_brackets)
        choices: dict[str, Any] = {"settings": proposed.settings_of(named, by_girone), "seed": proposed.seed}
        choices["by_rating"] = proposed.by_rating
        departs = proposed.announced not in (None, proposed.named) or bool(by_girone)
        return _drawn(coming, named.system, choices) | _free(form, proposed.named, departs=departs)
    if not form.is_valid():
        return {"refused": " ".join(form.faults)}
    named = NamedSystem(form.cleaned_data["system"])
    return _drawn(coming, form.system_chosen, form.draft_arguments) | _free(form, named, departs=form.departs)


def _free(form: RoundForm, named: NamedSystem, *, departs: bool) -> dict[str, Any]:
    """Return whether all may meet because this is the last round, and the system announced if the round `departs`."""
    announced = form.proposed.announced
    return {
        "last_is_free": form.proposed.drawn_as(named) is not named,
        "departs_from": SYSTEM_NAMES[announced] if announced and departs else "",
    }


def _drawn(coming: NextRound, system: System, choices: Mapping[str, Any]) -> dict[str, Any]:
    return {"by_hand": True} if system is System.MANUAL else outlook_context(coming, system, **choices)
