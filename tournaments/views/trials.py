"""The trials of formats: order simulated evenings, watch them, and read the result."""

from functools import partial

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.refusals import Refused
from tournaments.forms.trials import TrialForm
from tournaments.models import FormatTrial
from tournaments.services.trials import UNDER_WAY, is_alive, trial_start, trial_stop
from tournaments.trials.report import chart_of, format_name, reports_of, sentence_of
from tournaments.trials.runner import start_runner

from .common import HtmxHttpRequest


@require_http_methods(["GET", "POST"])
def trials(request: HttpRequest) -> HttpResponse:
    """Show the form, and the earlier trials."""
    form = TrialForm(request.POST or None)
    status = 200
    if request.method == "POST":
        if form.is_valid():
            try:
                trial = trial_start(
                    entrants=form.cleaned_data["entrants"],
                    hands=form.cleaned_data["hands"],
                    formats=form.formats,
                    evenings=form.cleaned_data["evenings"],
                    by=request.user,  # type: ignore[arg-type]
                    at=timezone.now(),
                )
            except Refused as refusal:
                form.add_error(None, refusal.message)
            else:
                # The process reads the trial, which has to be saved before.
                transaction.on_commit(partial(start_runner, trial))
                return redirect("trial", trial.pk)
        status = 422
    before = [(trial, [format_name(steps) for steps in trial.wanted["formats"]]) for trial in FormatTrial.objects.all()]
    return render(request, "trials/trials.html", {"form": form, "before": before}, status=status)


@require_safe
def trial_page(request: HtmxHttpRequest, pk: int) -> HttpResponse:
    """Show the progress and the figures so far; htmx asks for the part that changes."""
    trial = get_object_or_404(FormatTrial, pk=pk)
    reports = reports_of(trial)
    alive = is_alive(trial, at=timezone.now())
    context = {
        "trial": trial,
        "alive": alive,
        "broken_off": trial.state in UNDER_WAY and not alive,
        "names": [format_name(steps) for steps in trial.wanted["formats"]],
        "reports": reports,
        "chart": chart_of(reports) if reports else None,
        "sentence": sentence_of(trial),
    }
    return render(request, "trials/_trial.html" if request.htmx else "trials/trial.html", context)


@require_POST
def trial_stopped(request: HttpRequest, pk: int) -> HttpResponse:
    trial_stop(trial=get_object_or_404(FormatTrial, pk=pk), at=timezone.now())
    return redirect("trial", pk)
