"""The public bracket of a knockout."""

from django.http import HttpRequest, HttpResponse

from tournaments.models import Tournament
from tournaments.views.common import found_or_404

from .page_cache import current_hall
from .public_pages import public_page, render_public


@public_page
def public_bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    hall = current_hall(tournament)
    context = {"section": "rounds", "brackets": found_or_404(hall.brackets_of_anybody() or None)}
    return render_public(request, "hall/bracket.html", hall, context)
