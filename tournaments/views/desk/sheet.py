"""The result sheet: a round's results on one page, for comparing them with the paper slips."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Round, Tournament
from tournaments.records.sections import is_called
from tournaments.selectors.result_sheet import result_rows, versions_of
from tournaments.views.common import found_or_404, get_tournament, render_tournament
from tournaments.views.long_lists import finds, long_list

TABLES_A_PAGE = 240
"""The most whose results stay below 300 kB; a tenth more fit on the last page."""


@never_cache
@require_safe
def result_sheet(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the sheet; a draft, without results, has its own page."""
    tournament = get_tournament(slug)
    round_ = found_or_404(tournament.rounds.filter(number=number).first())
    if round_.state == Round.State.DRAFT:
        return redirect("round", slug, number)
    round_.tournament = tournament
    versions = versions_of(round_)
    listed = long_list(
        request,
        [round_.table_number(table) for table in versions],
        rows_a_page=TABLES_A_PAGE,
        is_called=is_called,
        is_found=lambda table, typed: finds(typed, number=table, words=()),
    )
    rows = result_rows(round_, {table: versions[table] for table in listed.page})
    context = {
        "section": "results",
        "round": round_,
        "listed": listed,
        "rows": rows,
        "is_final": _is_final(tournament),
    }
    return render_tournament(request, "desk/sheet.html", tournament, context)


def _is_final(tournament: Tournament) -> bool:
    return tournament.state == Tournament.State.FINAL


def row_url(slug: str, number: int, table: int) -> str:
    return f"{reverse('result_sheet', args=[slug, number])}?at={table}#table-{table}"
