"""The wall, read from ten metres: pages that turn by themselves."""

from collections.abc import Sequence
from typing import TypeVar

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from pages.written_numbers import written_number
from tournaments.models import Tournament
from tournaments.selectors.hall.hall import Hall
from tournaments.selectors.hall.highlights import highlights_in
from tournaments.selectors.hall.podium import prize_giving_of
from tournaments.selectors.hall.seats import PlayerInList, player_rows_of, players_of, seated_now
from tournaments.selectors.hall.wall import bracket_screens, groups_of, matches_of_the_day
from tournaments.wording.hall import tables_sentence
from tournaments.wording.highlights import highlights_in_words

from .page_cache import current_hall
from .public_pages import public_page, render_public

Row = TypeVar("Row")

SEATS_IN_A_PART, RANKED_IN_A_PART, TABLES_IN_A_PART = 1_000, 500, 250
"""The rows of the long sections in one part of the wall, which is loaded when the part before has been shown."""
LARGE_HALL = 200
"""More entrants than this are ranked in smaller rows, so that nobody waits long for theirs."""
GROUP_ROW = 1.7
"""The height of a group's row, in em of its type, and of its heading."""


@public_page
def wall(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the wall: what the hall needs now comes first, and what it no longer needs is left out.

    A hall of more than 250 tables has several parts, `?part=2`: one asks for the next.
    """
    hall = current_hall(tournament)
    tables, missing = hall.playing_tables, hall.missing_tables
    players = _who_looks_for_a_seat(hall)
    of_seats, of_ranking = Paginator(players, SEATS_IN_A_PART), Paginator(hall.standings, RANKED_IN_A_PART)
    of_tables = Paginator(tables, TABLES_IN_A_PART)
    parts = max(of_seats.num_pages, of_ranking.num_pages, of_tables.num_pages)
    part = _part_asked(request, parts)
    is_first = part == 1
    teams, groups = (hall.teams, groups_of(hall)) if is_first else ((), [])
    highlights = highlights_in(hall) if is_first and hall.is_ranked and hall.is_waiting else ()
    context = {
        "part": part,
        "next_part": part % parts + 1 if parts > 1 else None,
        "parts": parts,
        "tiles": _rows_of(of_tables, part) if 0 < len(missing) < len(tables) else [],
        "tables_sentence": tables_sentence([result.table for result in missing], len(tables)),
        "players": player_rows_of(hall, _rows_of(of_seats, part)),
        "ranked": _rows_of(of_ranking, part) if hall.is_ranked else [],
        "brackets": [screen for bracket in hall.brackets_of_anybody() for screen in bracket_screens(bracket)]
        if is_first
        else [],
        "matches": matches_of_the_day(hall) if is_first else [],
        "groups": groups,
        "group_height": GROUP_ROW * (1 + max((len(group.standings) for group in groups), default=0)),
        "teams": teams,
        "large_hall": len(hall.standings) > LARGE_HALL,
        "prize_giving": prize_giving_of(hall),
        "entered": len(hall.evening.entrants) - len(hall.withdrawn),
        "highlights": highlights_in_words(highlights, hall.entrants, most_named=1),
    }
    return render_public(request, "hall/wall.html", hall, context)


def _part_asked(request: HttpRequest, parts: int) -> int:
    return min(parts, written_number(request.GET.get("part", ""), 3) or 1)


def _rows_of(paginator: Paginator[Row], part: int) -> Sequence[Row]:
    """Return the rows of a section in that part; a shorter section has none in the last ones."""
    return list(paginator.page(part)) if part <= paginator.num_pages else []


def _who_looks_for_a_seat(hall: Hall) -> list[PlayerInList]:
    """Return everybody with a seat, until most tables are in."""
    if hall.under_way is None or hall.is_mostly_in:  # equivalent: speed alone
        return []
    seated = seated_now(hall)
    return [player for player in players_of(hall) if player.number in seated]
