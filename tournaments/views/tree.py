"""The tree of a knockout for the referee, for everybody, and on paper."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.knockout_tree import Tree
from tournaments.models import Tournament
from tournaments.played_selectors import played_of
from tournaments.public_selectors import hall_of
from tournaments.sheets.tree_sheet import tree_sheet
from tournaments.tree_selectors import tree_of

from .common import get_tournament, render_tournament
from .printing import pdf_response, sheet_header
from .public import public_page, render_public


@require_safe
def tree(request: HttpRequest, slug: str) -> HttpResponse:
    """Also of a knockout whose first round is still a draft."""
    tournament = get_tournament(slug)
    played = played_of(tournament)
    context = {"section": "round", "tree": _grown(tree_of(played.rounds, played.evening, played.standings))}
    return render_tournament(request, "tree/tree.html", tournament, context, current=played.current)


@public_page
def public_tree(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    hall = hall_of(tournament)
    context = {"section": "rounds", "tree": _grown(tree_of(hall.rounds, hall.evening, hall.standings))}
    return render_public(request, "public/tree.html", hall, context)


@require_safe
def sheet_tree(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(slug)
    played = played_of(tournament)
    grown = _grown(tree_of(played.rounds, played.evening, played.standings))
    return pdf_response(tree_sheet(sheet_header(tournament), grown), tournament, _("tree"))


def _grown(tree: Tree | None) -> Tree:
    if tree is None:
        raise Http404
    return tree
