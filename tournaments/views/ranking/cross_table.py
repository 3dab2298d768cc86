"""The referee's cross-table."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.selectors.tournament_results import played_of
from tournaments.views.common import get_tournament, render_tournament


@require_safe
def cross_table(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(slug)
    played, as_list = played_of(tournament), wanted_as_list(request)
    context = {"section": "ranking", "crossed": played.cross_tables(as_list=as_list), "as_list": as_list}
    return render_tournament(request, "ranking/cross_table.html", tournament, context, now=played.now)


def wanted_as_list(request: HttpRequest) -> bool:
    """Return whether `?as=list` asks for a column for every round, although a matrix would fit."""
    return request.GET.get("as") == "list"
