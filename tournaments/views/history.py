"""The history: every change, who made it, when, before and after."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.forms.history import HistoryForm
from tournaments.history.changes import history_of
from tournaments.history.sentences import tell

from .common import get_tournament, render_tournament

CHANGES_A_PAGE = 50


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Newest first; only the changes of one page are put into words."""
    tournament = get_tournament(slug)
    form = HistoryForm(request.GET, tournament=tournament)
    everything = history_of(tournament)
    chosen = everything.where(form.wants)
    page = Paginator(chosen.changes, CHANGES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "history",
        "form": form,
        "filtered": len(chosen.changes) < len(everything.changes),
        "page": page,
        "told": [(change, tell(change, everything)) for change in page],
    }
    return render_tournament(request, "history/history.html", tournament, context)
