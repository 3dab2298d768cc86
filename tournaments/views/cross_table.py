"""Who met whom: the cross-table for the referee, for everybody, and on paper."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.cross_table_selectors import CrossTables, cross_tables_of
from tournaments.models import Tournament
from tournaments.played_selectors import Played, played_of
from tournaments.public_selectors import hall_of
from tournaments.sheets.cross_table_sheet import cross_table_sheet

from .common import get_tournament, render_tournament
from .printing import pdf_response, sheet_header
from .public import public_page, render_public


@require_safe
def cross_table(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(slug)
    played, as_list = played_of(tournament), _as_list(request)
    context = {"section": "ranking", "crossed": _crossed(played, as_list=as_list), "as_list": as_list}
    return render_tournament(request, "cross_table/cross_table.html", tournament, context, current=played.current)


@public_page
def public_cross_table(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    hall = hall_of(tournament)
    crossed = cross_tables_of(hall.rounds, hall.evening, hall.standings, as_list=_as_list(request))
    return render_public(request, "public/cross_table.html", hall, {"section": "ranking", "crossed": crossed})


@require_safe
def sheet_cross_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody against everybody, or round by round (`?as=list`, and for a large hall)."""
    tournament = get_tournament(slug)
    crossed = _crossed(played_of(tournament), as_list=_as_list(request))
    shown = [] if crossed is None else [*crossed.groups, crossed.whole]
    return pdf_response(cross_table_sheet(sheet_header(tournament), shown), tournament, _("cross-table"))


def _crossed(played: Played, *, as_list: bool) -> CrossTables | None:
    return cross_tables_of(played.published, played.evening, played.standings, as_list=as_list)


def _as_list(request: HttpRequest) -> bool:
    """`?as=list`: a column for every round, though a matrix would fit."""
    return request.GET.get("as") == "list"
