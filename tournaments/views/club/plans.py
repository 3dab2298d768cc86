"""The plans of an evening: the club's own kept and deleted."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.refusals import Refused
from tournaments.forms.club.plan import PlanNameForm
from tournaments.models import ClubPlan
from tournaments.selectors.plans import plans_offered
from tournaments.services import plan_delete, plan_keep
from tournaments.views.common import get_tournament, render_tournament
from tournaments.wording.plan_announcement import plan_words


@require_safe
def plans(request: HttpRequest) -> HttpResponse:
    return render(request, "club/plans.html", {"plans": plans_offered()})


@require_POST
def plan_remove(request: HttpRequest, pk: int) -> HttpResponse:
    plan = get_object_or_404(ClubPlan, pk=pk)
    plan_delete(plan=plan)
    messages.success(request, _("The plan “%(name)s” is deleted.") % {"name": plan})
    return redirect("plans")


@require_http_methods(["GET", "POST"])
def tournament_plan(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep the tournament's plan for other evenings."""
    tournament = get_tournament(slug)
    form = PlanNameForm(request.POST or None, initial={"name": tournament.name})
    if form.is_valid():
        try:
            plan = plan_keep(tournament=tournament, name=form.cleaned_data["name"])
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("The plan “%(name)s” is offered for other evenings.") % {"name": plan})
            return redirect("tournament", slug)
    context = {"form": form, "section": "overview", "plan": plan_words(tournament.plan)}
    return render_tournament(request, "club/plan.html", tournament, context, status=422 if form.is_bound else 200)
