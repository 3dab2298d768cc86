"""The result sheet: a round's results on one page, for comparing them with the paper slips."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.models import Round, Tournament
from tournaments.selectors.result_sheet import result_rows
from tournaments.views.common import found_or_404, get_tournament, render_tournament


@never_cache
@require_safe
def result_sheet(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the sheet; a draft, without results, has its own page."""
    tournament = get_tournament(slug)
    round_ = found_or_404(tournament.rounds.filter(number=number).first())
    if round_.state == Round.State.DRAFT:
        return redirect("round", slug, number)
    round_.tournament = tournament
    context = {"section": "results", "round": round_, "rows": result_rows(round_), "is_final": _is_final(tournament)}
    return render_tournament(request, "desk/sheet.html", tournament, context)


def _is_final(tournament: Tournament) -> bool:
    return tournament.state == Tournament.State.FINAL


def row_url(slug: str, number: int, table: int) -> str:
    return f"{reverse('result_sheet', args=[slug, number])}#table-{table}"
