"""The club's seasons, a season with its ranking, and the form that creates and changes it."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from pages.addresses import club_address
from pages.refusals import Refused
from tournaments.forms.seasons.seasons import SeasonForm
from tournaments.history.seasons import season_changes
from tournaments.models import Season
from tournaments.selectors.seasons import entries_of, seasons_listed, tournaments_offered
from tournaments.services.seasons import season_change, season_create, season_delete

from .season_page import get_season, season_context

CHANGES_A_PAGE = 30


@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    return render(request, "seasons/seasons.html", {"seasons": seasons_listed()})


@require_safe
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the ranking, now or after one of its tournaments, of everybody or of a category."""
    season = get_season(slug)
    context = season_context(request, season, in_public=False)
    return render(
        request,
        "seasons/season.html",
        context | {"public_url": club_address(request, reverse("public_season", args=[season.slug]))},
    )


@require_http_methods(["GET", "POST"])
def season_new(request: HttpRequest) -> HttpResponse:
    return _edit(request, None)


@require_http_methods(["GET", "POST"])
def season_edit(request: HttpRequest, slug: str) -> HttpResponse:
    return _edit(request, get_season(slug))


@require_safe
def season_history(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every change, newest first."""
    season = get_season(slug)
    page = Paginator(season_changes([season.pk])[::-1], CHANGES_A_PAGE).get_page(request.GET.get("page"))
    changes = [(change, change.words, "") for change in page]
    return render(request, "seasons/history.html", {"season": season, "changes": changes, "page": page})


@require_http_methods(["GET", "POST"])
def season_gone(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is deleted with the season, and its file; then delete it. Its tournaments stay."""
    season = get_season(slug)
    if request.method != "POST":
        return render(request, "seasons/delete.html", {"season": season, "entries": entries_of(season)})
    season_delete(season=season)
    messages.success(
        request, _("The season “%(season)s” was deleted. Its tournaments are all there.") % {"season": season}
    )
    return redirect("seasons")


def _edit(request: HttpRequest, season: Season | None) -> HttpResponse:
    form = SeasonForm(request.POST or None, season=season, tournaments=tournaments_offered(season))
    if form.is_valid():
        try:
            saved = season_create(**form.season) if season is None else season_change(season=season, **form.season)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("“%(season)s” is saved.") % {"season": saved})
            return redirect("season", saved.slug)
    return render(request, "seasons/edit.html", {"form": form, "season": season}, status=422 if form.is_bound else 200)
