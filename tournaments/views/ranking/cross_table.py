"""The referee's cross-table."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.records import EntrantId, Standing
from tournaments.selectors.tournament_results import played_of
from tournaments.views.common import get_tournament, render_tournament
from tournaments.views.long_lists import LongList, finds, long_list

CELLS_A_PAGE, CELLS_OF_NAMES = 2_000, 3
"""The cells of a page of the cross-table, which is below 300 kB; an entrant's names are as long as three."""


@require_safe
def cross_table(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(slug)
    played, as_list = played_of(tournament), wanted_as_list(request)
    listed = rows_listed(request, played.standings)
    context = {
        "section": "ranking",
        "crossed": played.cross_tables(as_list=as_list, shown=entrants_of(listed)),
        "listed": listed,
        "as_list": as_list,
    }
    return render_tournament(request, "ranking/cross_table.html", tournament, context, now=played.now)


def rows_listed(request: HttpRequest, standings: Sequence[Standing]) -> LongList[Standing]:
    """Return the page of the cross-table that is asked for: fewer rows, the more rounds each has."""
    rounds = max((len(row.rounds) for row in standings), default=0)
    return long_list(
        request,
        standings,
        rows_a_page=CELLS_A_PAGE // (rounds + CELLS_OF_NAMES),
        is_called=lambda row, typed: str(row.entrant.id) == typed,
        is_found=lambda row, typed: finds(typed, number=row.entrant.id, words=row.entrant.names),
    )


def entrants_of(listed: LongList[Standing]) -> frozenset[EntrantId]:
    return frozenset(row.entrant.id for row in listed.page)


def wanted_as_list(request: HttpRequest) -> bool:
    """Return whether `?as=list` asks for a column for every round, although a matrix would fit."""
    return request.GET.get("as") == "list"
