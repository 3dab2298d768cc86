"""The wall, read from ten metres: pages that turn by themselves."""

from django.http import HttpRequest, HttpResponse

from tournaments.models import Tournament
from tournaments.selectors.hall.hall import Hall
from tournaments.selectors.hall.highlights import highlights_in
from tournaments.selectors.hall.podium import prize_giving_of
from tournaments.selectors.hall.seats import PlayerRow, players_of
from tournaments.selectors.hall.wall import (
    WallTables,
    bracket_screens,
    groups_of,
    matches_of_the_day,
    wall_tables,
)
from tournaments.wording.hall import tables_sentence
from tournaments.wording.highlights import highlights_in_words

from .page_cache import current_hall
from .public_pages import public_page, render_public

LARGE_HALL = 200
"""More entrants than this are ranked in smaller rows, so that nobody waits long for theirs."""
GROUP_ROW = 1.7
"""The height of a group's row, in em of its type, and of its heading."""


@public_page
def wall(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the wall: what the hall needs now comes first, and what it no longer needs is left out."""
    hall = current_hall(tournament)
    tables, teams, groups = wall_tables(hall), hall.teams, groups_of(hall)
    highlights = highlights_in(hall) if hall.is_ranked and hall.is_waiting else ()
    context = {
        "tables": tables,
        "tables_sentence": tables_sentence(tables.missing, len(tables.tables)),
        "players": _who_looks_for_a_seat(hall, tables),
        "brackets": [screen for bracket in hall.brackets_of_anybody() for screen in bracket_screens(bracket)],
        "matches": matches_of_the_day(hall),
        "groups": groups,
        "group_height": GROUP_ROW * (1 + max((len(group.standings) for group in groups), default=0)),
        "teams": teams,
        "large_hall": len(hall.standings) > LARGE_HALL,
        "prize_giving": prize_giving_of(hall),
        "entered": sum(entrant.id not in hall.withdrawn for entrant in hall.evening.entrants),
        "highlights": highlights_in_words(highlights, hall.entrants, most_named=1),
    }
    return render_public(request, "hall/wall.html", hall, context)


def _who_looks_for_a_seat(hall: Hall, tables: WallTables) -> list[PlayerRow]:
    """Return everybody with a seat, until most tables are in."""
    if hall.under_way is None or tables.mostly_in:  # equivalent: speed alone
        return []
    return [row for row in players_of(hall) if row.seat]
