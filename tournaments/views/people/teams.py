"""A team of a team event: its name and its pairs."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from pages.refusals import Refused
from tournaments import services
from tournaments.forms.people.pairs import TeamForm
from tournaments.models import Team, Tournament
from tournaments.views.common import get_tournament, render_tournament

from .pairs import with_players


@require_http_methods(["GET", "POST"])
def team_edit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a team, or rename it."""
    tournament, team = _team_of(slug, number)
    form = TeamForm(request.POST or None, initial={"name": team.name})
    if form.is_valid():
        try:
            renamed = services.team_rename(team=team, name=form.cleaned_data["name"])
        except Refused as refusal:
            form.add_error("name", refusal.message)
        else:
            messages.success(request, _("Team %(number)s: %(team)s.") % {"number": number, "team": renamed})
            return redirect("pairs", slug)
    return _render_team(request, tournament, team, form=form, status=422 if form.is_bound else 200)


@require_POST
def team_leave(request: HttpRequest, slug: str, number: int, pair: int) -> HttpResponse:
    """Remove a pair from the team."""
    tournament, team = _team_of(slug, number)
    leaving = get_object_or_404(team.pairs, number=pair)
    try:
        services.pair_change(pair=leaving, team="")
    except Refused as refusal:
        return _render_team(request, tournament, team, refusal=refusal.message, status=422)
    messages.success(request, _("Pair %(pair)s has been removed from %(team)s.") % {"pair": pair, "team": team})
    return redirect("team_edit", slug, number)


@require_POST
def team_delete(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament, team = _team_of(slug, number)
    try:
        services.team_delete(team=team)
    except Refused as refusal:
        return _render_team(request, tournament, team, refusal=refusal.message, status=422)
    messages.success(request, _("Team %(team)s was deleted.") % {"team": team})
    return redirect("pairs", slug)


def _team_of(slug: str, number: int) -> tuple[Tournament, Team]:
    tournament = get_tournament(slug)
    return tournament, get_object_or_404(tournament.teams, number=number)


def _render_team(
    request: HttpRequest,
    tournament: Tournament,
    team: Team,
    *,
    form: TeamForm | None = None,
    refusal: str = "",
    status: int,
) -> HttpResponse:
    context = {
        "team": team,
        "form": form or TeamForm(initial={"name": team.name}),
        "pairs": with_players(tournament).filter(team=team).order_by("number"),
        "refusal": refusal,
        "section": "pairs",
    }
    return render_tournament(request, "people/team.html", tournament, context, status=status)
