"""The tree of a knockout, for everybody."""

from django.http import HttpRequest, HttpResponse

from tournaments.models import Tournament
from tournaments.selectors.knockout import tree_of
from tournaments.views.common import found_or_404

from .kept import hall_now
from .shared import public_page, render_public


@public_page
def public_tree(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    hall = hall_now(tournament)
    context = {"section": "rounds", "tree": found_or_404(tree_of(hall.rounds, hall.evening, hall.standings))}
    return render_public(request, "hall/tree.html", hall, context)
