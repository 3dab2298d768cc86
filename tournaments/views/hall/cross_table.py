"""The public cross-table."""

from django.http import HttpRequest, HttpResponse

from tournaments.models import Tournament
from tournaments.selectors.cross_tables import cross_tables_of
from tournaments.views.ranking.cross_table import entrants_of, rows_listed, wanted_as_list

from .page_cache import current_hall
from .public_pages import public_page, render_public


@public_page
def public_cross_table(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    hall = current_hall(tournament)
    listed, as_list = rows_listed(request, hall.standings), wanted_as_list(request)
    crossed = cross_tables_of(hall.rounds, hall.evening, hall.standings, as_list=as_list, shown=entrants_of(listed))
    context = {"section": "ranking", "crossed": crossed, "listed": listed}
    return render_public(request, "hall/cross_table.html", hall, context)
