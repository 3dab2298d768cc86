"""The list of tournaments: the referee's, and the current ones for everybody."""

from datetime import timedelta
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import must_change_password
from tournaments.models import Tournament
from tournaments.selectors.entries import coming_in_public, open_entries
from tournaments.selectors.home import (
    ListedTournaments,
    open_to_players,
    rounds_listed,
    tournaments_coming,
    tournaments_finished,
    tournaments_found,
    tournaments_to_come,
    tournaments_under_way,
    winners_of,
)
from tournaments.selectors.rounds import rounds_in_brief
from tournaments.selectors.seasons import public_seasons
from tournaments.views.calendar.feeds import subscription
from tournaments.views.common import next_step

TOURNAMENTS_A_PAGE = 24
FEW_TOURNAMENTS = 12
"""Up to this many tournaments need no search."""
LONGEST_SOUGHT = 100
MOST_WITH_A_STEP = 3
"""Up to this many tournaments under way have their next step on their card."""
SHOWN_TO_PLAYERS = timedelta(days=7)
"""The time for which players find a tournament at the club's bare address."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the referee's tournaments; to everybody else, without a cookie, the current ones."""
    if not request.user.is_authenticated:
        since = timezone.localdate() - SHOWN_TO_PLAYERS
        coming = _page(request, "coming", tournaments_to_come(timezone.localdate()))
        shown = _page(request, "page", open_to_players(since=since))
        context: dict[str, Any] = {
            "page": shown,
            "winners": winners_of(shown, in_public=True),
            "coming": coming,
            "coming_listed": coming_in_public(list(coming.object_list), timezone.now()),
            "seasons": public_seasons(),
            **subscription(request),
        }
        return render(request, "club/home_public.html", context)
    if must_change_password(request.user):
        return redirect("own_password")
    words = request.GET.get("q", "")[:LONGEST_SOUGHT].strip()
    if words:
        found = _page(request, "page", tournaments_found(words))
        context = {"q": words, "found": found, "winners": winners_of(found, in_public=False)}
        return render(request, "club/home.html", context)
    under_way = _page(request, "playing", tournaments_under_way())
    coming = _page(request, "coming", tournaments_coming(timezone.localdate()))
    finished = _page(request, "page", tournaments_finished())
    rounds = rounds_listed(under_way)
    steps = {other.pk: next_step(other, rounds_in_brief(other)) for other in under_way[:MOST_WITH_A_STEP]}
    context = {
        "q": words,
        "under_way": under_way,
        "listed": [(other, rounds.get(other.pk), steps.get(other.pk)) for other in under_way],
        "coming": coming,
        "free_places": open_entries(list(coming.object_list), timezone.now()),
        "finished": finished,
        "winners": winners_of(finished, in_public=False),
        "is_long": sum(page.paginator.count for page in (under_way, coming, finished)) > FEW_TOURNAMENTS,
    }
    return render(request, "club/home.html", context)


def _page(request: HttpRequest, named: str, tournaments: ListedTournaments) -> Page[Tournament]:
    return Paginator(tournaments, TOURNAMENTS_A_PAGE).get_page(request.GET.get(named))
