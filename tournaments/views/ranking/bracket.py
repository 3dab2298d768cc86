"""The referee's bracket of a knockout."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.selectors.tournament_results import played_of
from tournaments.views.common import found_or_404, get_tournament, render_tournament


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the bracket, also of a knockout whose first round is still a draft."""
    tournament = get_tournament(slug)
    played = played_of(tournament)
    context = {"section": "round", "brackets": found_or_404(played.brackets or None)}
    return render_tournament(request, "ranking/bracket.html", tournament, context, now=played.now)
