"""The page on which the final of a season is made."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pages.refusals import Refused
from tournaments.forms.seasons.final import SeasonFinalForm
from tournaments.selectors.season_finals import finalists_of, is_decided
from tournaments.selectors.seasons import season_view_of
from tournaments.services.season_finals import season_final_create

from .season_page import get_season


@require_http_methods(["GET", "POST"])
def season_final(request: HttpRequest, slug: str) -> HttpResponse:
    """Create the final once every part of the season is over; before, there is no such page."""
    season = get_season(slug)
    season_view = season_view_of(season)
    if not is_decided(season_view):
        raise Http404
    form = SeasonFinalForm(request.POST or None, season_view=season_view, finalists=finalists_of(season_view))
    if form.is_valid():
        try:
            tournament = season_final_create(season=season, **form.arguments)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("%(name)s has been created with those who qualified.") % {"name": tournament})
            return redirect("pairs", tournament.slug)
    context = {"season": season, "form": form}
    return render(request, "seasons/final.html", context, status=422 if form.is_bound else 200)
