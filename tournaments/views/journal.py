"""The club's journal, for administrators."""

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.forms.journal import JournalForm
from tournaments.history.journal import journal, lines_of

LINES_A_PAGE = 50


@require_safe
def club_journal(request: HttpRequest) -> HttpResponse:
    """Show a page of the journal, newest first; only its lines are put into words."""
    form = JournalForm(request.GET)
    page = Paginator(journal(**form.filters), LINES_A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {"form": form, "filtered": bool(form.filters), "query": urlencode(form.filters)}
    context |= {"page": page, "lines": lines_of(list(page))}
    return render(request, "journal/journal.html", context)
