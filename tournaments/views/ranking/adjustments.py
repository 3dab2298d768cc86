"""Penalties, bonuses and warnings: those given, the club's infractions, and the form."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.refusals import Refused
from tournaments.forms.ranking.adjustments import AdjustmentForm, AdjustmentQuestion, picked_initial
from tournaments.models import Tournament
from tournaments.selectors.adjustments import (
    given_adjustments,
    pairs_offered,
    rounds_to_adjust,
    tables_played,
    taken_back_in,
    warned,
)
from tournaments.selectors.infractions import infractions_of_club
from tournaments.services import adjustment_add, adjustment_give_again, adjustment_remove
from tournaments.services.refusals import AdjustmentSentTwice
from tournaments.views.common import get_tournament, render_tournament, user_of
from tournaments.wording.adjustments import answer_in_words, sent_twice
from tournaments.wording.infractions import TABLE_MEASURES


@require_http_methods(["GET", "POST"])
def adjustments(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the adjustments and the form; for a final tournament only the list.

    `?infraction=KEY` fills the form from the club's list, beside the rest of the query.
    """
    tournament = get_tournament(slug)
    rounds, infractions = rounds_to_adjust(tournament), infractions_of_club()
    picked = {infraction.key: infraction for infraction in infractions}.get(request.GET.get("infraction", ""))
    initial = picked_initial(None if picked and picked.at_the_table else picked, rounds, request.GET.dict())
    form_of = partial(AdjustmentForm, tournament=tournament, rounds=rounds, infractions=infractions)
    if request.method != "POST":
        form = form_of(initial=initial)
        if picked is None or not picked.at_the_table:
            return _show(request, tournament, form)
        tables = tables_played(form.known_pair) if form.known_pair else []
        sentence = TABLE_MEASURES[picked.measure]
        return _show(request, tournament, form, picked=picked, sentence=sentence, tables=tables)
    form = form_of(request.POST)
    if not form.is_valid():
        return _show(request, tournament, form, status=422)
    if form.is_sent_twice(by=user_of(request)):
        return _sent_twice(request, slug)
    question = form.question
    if question is not None and request.POST.get("otherwise") == question.about:
        form = form_of(request.POST.dict() | dict(question.instead))
        question = None if form.is_valid() else question
    elif question is not None and request.POST.get("as_typed") == question.about:
        question = None
    if question is not None:
        return _show(request, tournament, form, question=question, status=422)
    try:
        adjustment_add(made_by=user_of(request), **form.adjustment)
    except AdjustmentSentTwice:
        return _sent_twice(request, slug)
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return _show(request, tournament, form, status=422)
    messages.success(request, _("The adjustment counts from now on."))
    return redirect("adjustments", slug)


def _sent_twice(request: HttpRequest, slug: str) -> HttpResponse:
    messages.info(request, sent_twice())
    return redirect("adjustments", slug)


@require_safe
def complete(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the pairs that the text `q` may mean, as options."""
    tournament = get_tournament(slug)
    typed = request.GET.get("q", "")
    context = {"options": pairs_offered(tournament, typed), "typed": typed.strip()}
    return render(request, "ranking/_pair_options.html", context)


@require_POST
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Remove an adjustment."""
    tournament = get_tournament(slug)
    adjustment = get_object_or_404(tournament.adjustments, pk=pk)
    try:
        adjustment_remove(adjustment=adjustment)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("The adjustment is removed; the history keeps it."))
    return redirect("adjustments", slug)


@require_POST
def give_again(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Restore an adjustment just removed."""
    try:
        adjustment_give_again(tournament=get_tournament(slug), key=pk, made_by=user_of(request))
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("The adjustment counts again."))
    return redirect("adjustments", slug)


def _show(
    request: HttpRequest,
    tournament: Tournament,
    form: AdjustmentForm,
    *,
    question: AdjustmentQuestion | None = None,
    status: int = 200,
    **context: object,
) -> HttpResponse:
    pair = form.known_pair
    context |= {
        "section": "ranking",
        "form": form,
        "question": question,
        "known_pair": pair,
        "warned": warned(pair) if pair else None,
        "given": given_adjustments(tournament),
        "taken_back": taken_back_in(tournament),
        "infractions": [(infraction, answer_in_words(infraction)) for infraction in form.infractions],
        "read_only": tournament.state == Tournament.State.FINAL,
    }
    return render_tournament(request, "ranking/adjustments.html", tournament, context, status=status)
