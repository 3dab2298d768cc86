"""Penalties and bonuses: the list of those given, and the form for another."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.errors import Refused
from tournaments.forms.ranking import USUAL_REASONS, AdjustmentForm, usual_initial
from tournaments.models import Round, Tournament
from tournaments.services import adjustment_add, adjustment_remove
from tournaments.views.common import get_tournament, render_tournament


@require_http_methods(["GET", "POST"])
def adjustments(request: HttpRequest, slug: str) -> HttpResponse:
    """What has been given so far, and the form; a final tournament shows the list only."""
    tournament = get_tournament(slug)
    rounds = list(tournament.rounds.exclude(state=Round.State.DRAFT).order_by("number"))
    initial = usual_initial(request.GET.get("usual", ""), rounds)
    form = AdjustmentForm(request.POST or None, tournament=tournament, rounds=rounds, initial=initial)
    if request.method != "POST":
        return _show(request, tournament, form)
    if form.is_valid():
        try:
            adjustment_add(made_by=request.user if request.user.is_authenticated else None, **form.adjustment)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("The adjustment counts from now on."))
            return redirect("adjustments", slug)
    return _show(request, tournament, form, status=422)


@require_POST
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take an adjustment back."""
    tournament = get_tournament(slug)
    adjustment = get_object_or_404(tournament.adjustments, pk=pk)
    try:
        adjustment_remove(adjustment=adjustment)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("The adjustment is taken back; the history keeps it."))
    return redirect("adjustments", slug)


def _show(request: HttpRequest, tournament: Tournament, form: AdjustmentForm, *, status: int = 200) -> HttpResponse:
    given = tournament.adjustments.select_related("round", "pair__player1", "pair__player2", "made_by")
    context = {
        "section": "ranking",
        "form": form,
        "given": given.order_by("round__number", "pair__number", "pk"),
        "usual_reasons": USUAL_REASONS,
        "read_only": tournament.state == Tournament.State.FINAL,
    }
    return render_tournament(request, "ranking/adjustments.html", tournament, context, status=status)
