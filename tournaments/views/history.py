"""The history: every change, with its author and time, before and after."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.forms.history import HistoryForm
from tournaments.history.change_words import ChangeInWords
from tournaments.history.changes import Change
from tournaments.history.pages import EDITS_ON_A_PAGE, page_after, page_at, page_before
from tournaments.history.sentences import tell
from tournaments.history.tournament_history import tournament_ever
from tournaments.models import Tournament

from .common import found_or_404, get_tournament, render_tournament

CHANGES_A_PAGE = 30
MOST_DETAILS = EDITS_ON_A_PAGE
"""The most details of a change on a page of many; more have a page of their own."""
BEFORE, AFTER, AT = "before", "after", "at"


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(slug)
    context = {"section": "history"} | _changes(request, tournament)
    return render_tournament(request, "history/history.html", tournament, context)


@require_safe
def deleted_history(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the history of a deleted tournament; an existing one has its own page."""
    tournament = found_or_404(tournament_ever(pk))
    if Tournament.objects.filter(pk=pk).exists():
        return redirect("history", tournament.slug)
    if Tournament.everything.filter(pk=pk).exists():
        gone = _("This tournament was deleted. It can be brought back from the page of deleted tournaments.")
    else:
        gone = _("This tournament was deleted for good. Its history is what is left of it.")
    context = {"gone": gone, "tournament": tournament} | _changes(request, tournament)
    return render(request, "history/deleted_tournament.html", context)


def _changes(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Show a page of changes, newest first, `?before=` or `?after=` a moment, or those `?at=` it with all details."""
    form = HistoryForm(request.GET, tournament=tournament)
    before, after, at = (_moment(request, name) for name in (BEFORE, AFTER, AT))
    if at is not None:
        page = page_at(tournament, form.wants, at=at)
    elif after is not None:
        page = page_after(tournament, form.wants, after=after, size=CHANGES_A_PAGE, all_seats=form.names_a_pair)
    else:
        page = page_before(tournament, form.wants, before=before, size=CHANGES_A_PAGE, all_seats=form.names_a_pair)
    told = [(change, tell(change, page.history)) for change in page.changes]
    return {
        "form": form,
        "filtered": form.narrows,
        "older": _address(request, BEFORE, page.older),
        "newer": _address(request, AFTER, page.newer),
        "changes": [
            (change, words, _address(request, AT, change.at) if at is None and _is_long(change, words) else "")
            for change, words in told
        ],
    }


def _is_long(change: Change, words: ChangeInWords) -> bool:
    """Return whether the details of a change are too many for a page of changes, or have not been read."""
    return change.seats_left_out or change.edits_left_out > 0 or len(words.differences) > MOST_DETAILS


def _moment(request: HttpRequest, name: str) -> datetime | None:
    """Return a moment from the address; None if it is not one."""
    try:
        moment = parse_datetime(request.GET.get(name, ""))  # equivalent: no other text is a moment, either
    except ValueError:
        return None
    return None if moment is None or moment.tzinfo is None or not 1900 < moment.year < 9000 else moment


def _address(request: HttpRequest, name: str, moment: datetime | None) -> str:
    """Return the address of this page at another moment, with the filter; empty without a moment."""
    if moment is None:
        return ""
    query = request.GET.copy()
    for field in (BEFORE, AFTER, AT):
        query.pop(field, None)
    query[name] = moment.isoformat()
    return f"?{query.urlencode()}"
