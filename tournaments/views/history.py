"""The history: every change, who made it, when, before and after."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.forms.history import HistoryForm
from tournaments.history.reading import history_of, tournament_ever
from tournaments.history.sentences import tell
from tournaments.models import Tournament

from .common import found_or_404, get_tournament, render_tournament

CHANGES_A_PAGE = 50


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(slug)
    context = {"section": "history"} | _changes(request, tournament)
    return render_tournament(request, "history/history.html", tournament, context)


@require_safe
def deleted_history(request: HttpRequest, pk: int) -> HttpResponse:
    """Of a tournament that was deleted, for good or not; one that is here has its own page."""
    tournament = found_or_404(tournament_ever(pk))
    if Tournament.objects.filter(pk=pk).exists():
        return redirect("history", tournament.slug)
    if Tournament.everything.filter(pk=pk).exists():
        gone = _("This tournament was deleted. It can be brought back from the page of deleted tournaments.")
    else:
        gone = _("This tournament was deleted for good. Its history is what is left of it.")
    context = {"gone": gone, "tournament": tournament} | _changes(request, tournament)
    return render(request, "history/deleted.html", context)


def _changes(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Newest first; only the changes of one page are put into words."""
    form = HistoryForm(request.GET, tournament=tournament)
    everything = history_of(tournament)
    chosen = everything.where(form.wants)
    page = Paginator(chosen.changes, CHANGES_A_PAGE).get_page(request.GET.get("page"))
    return {
        "form": form,
        "filtered": len(chosen.changes) < len(everything.changes),
        "page": page,
        "told": [(change, tell(change, everything)) for change in page],
    }
