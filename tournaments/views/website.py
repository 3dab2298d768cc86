"""What the club's own site shows: the calendar and rankings, as pages that other sites may put into a frame.

Only these pages may be framed. They have no form and no script, ask for nobody, and their links open in a new tab.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from pages.addresses import club_address
from pages.conditional_answers import answer
from tournaments import services
from tournaments.forms.website import SitesForm
from tournaments.models import Club, Season
from tournaments.selectors.entries import coming_in_public
from tournaments.selectors.hall.hall import hall_of
from tournaments.selectors.home import latest_ranked, tournaments_to_come
from tournaments.selectors.seasons import public_seasons
from tournaments.views.seasons.season_page import season_context
from tournaments.wording.entrants import words_of

MOST_SHOWN = 12
EVERY_SITE = "*"
OWN = "'self'"
FRAME_HEIGHTS = {"calendar": 480, "ranking": 560}
"""In pixels; what is longer is scrolled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """What the club copies into its own site."""

    title: str
    address: str
    here: str
    """The same without a host, for the preview."""
    height: int


@require_http_methods(["GET", "HEAD", "POST"])
def website(request: HttpRequest) -> HttpResponse:
    """Show the snippets to copy, and choose the sites that may show what they show."""
    club = Club.objects.first()
    sites = "\n".join(club.framed_by.split()) if club else ""
    form = SitesForm(request.POST if request.method == "POST" else None, initial={"sites": sites})
    if form.is_valid():
        services.club_be_framed_by(sites=form.cleaned_data["sites"])
        messages.success(request, _("The sites are saved."))
        return redirect("website")
    pages = [
        (_("Calendar"), reverse("framed_calendar"), FRAME_HEIGHTS["calendar"]),
        (_("The last ranking"), reverse("framed_ranking"), FRAME_HEIGHTS["ranking"]),
        *(
            (season.name, reverse("framed_season", args=[season.slug]), FRAME_HEIGHTS["ranking"])
            for season in public_seasons()
        ),
    ]
    snippets = [
        Snippet(title=title, address=club_address(request, here), here=here, height=height)
        for title, here, height in pages
    ]
    context = {"form": form, "snippets": snippets, "api_url": club_address(request, reverse("api_v1:v1_tournaments"))}
    return render(request, "website/website.html", context, status=422 if form.is_bound else 200)


def framed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Make a view a page that other sites may put into a frame, the same for everybody."""

    @require_safe
    @wraps(view)
    def shared(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        page = view(request, **kwargs)
        etag = f'"{sha256(page.content).hexdigest()[:32]}-{get_language()}-{settings.CODE_VERSION}"'
        response: Any = answer(request, etag, lambda: page)
        sites = Club.objects.values_list("framed_by", flat=True).first()
        response.xframe_options_exempt = True
        response._csp_replace = {"frame-ancestors": [OWN, *sites.split()] if sites else [EVERY_SITE]}
        return response  # type: ignore[no-any-return]

    return shared


@framed
def framed_calendar(request: HttpRequest) -> HttpResponse:
    """Show the evenings to come."""
    coming = tournaments_to_come(timezone.localdate())[:MOST_SHOWN]
    return render(request, "website/calendar.html", {"coming_listed": coming_in_public(coming, timezone.now())})


@framed
def framed_ranking(request: HttpRequest) -> HttpResponse:
    """Show the ranking of the tournament that is being played, or of the last one played."""
    tournament = latest_ranked()
    context = {"hall": hall_of(tournament), "words": words_of(tournament.kind)} if tournament else {"hall": None}
    return render(request, "website/ranking.html", context | {"tournament": tournament})


@framed
def framed_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the ranking of a public season."""
    season = Season.objects.filter(slug=slug, public=True).first()
    if season is None:
        raise Http404
    return render(request, "website/season.html", season_context(request, season, in_public=True))
