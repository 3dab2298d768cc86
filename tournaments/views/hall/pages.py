"""The pages of the players' phones."""

from functools import partial
from hashlib import sha256
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

from pages.addresses import qr_svg, qr_with_letters
from pages.conditional_answers import answer
from pages.written_numbers import written_number
from tournaments.charts.differences import round_differences
from tournaments.charts.places import own_course
from tournaments.models import Tournament
from tournaments.records import EntrantId, Standing, TableResult
from tournaments.records.sections import is_called
from tournaments.selectors.careers import public_careers_of
from tournaments.selectors.hall.goodbye import goodbye_in
from tournaments.selectors.hall.hall import Hall
from tournaments.selectors.hall.pair_rounds import rounds_of
from tournaments.selectors.hall.podium import prize_giving_of
from tournaments.selectors.hall.seats import (
    LONG_LIST,
    PlayerInList,
    letters_of,
    player_rows_of,
    players_of,
    results_in,
    seat_of,
    table_rows_of,
)
from tournaments.selectors.prospects import Prospect
from tournaments.selectors.ranking import hands_of_entrant
from tournaments.selectors.settings import scale_of
from tournaments.views.common import found_or_404, get_tournament
from tournaments.views.long_lists import LongList, finds, long_list
from tournaments.wording.gironi import place_in_girone
from tournaments.wording.goodbye import goodbye_facts
from tournaments.wording.plan_announcement import plan_words
from tournaments.wording.reach import ReachWords, reach_words

from .address import ranking_address
from .page_cache import current_hall
from .previews import entrant_preview, ranking_preview
from .public_pages import public_page, render_public

RANKED_A_PAGE, PLAYERS_A_PAGE, TABLES_A_PAGE = 250, 300, 150
"""The rows on one page: a slow phone has them in 0.3 s, and lays out those that are seen."""
QR_SECONDS = 60
"""The seconds for which a QR code may be cached; it changes when the club's computer joins another network."""


@public_page
def public_ranking(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the ranking, now or after a round (`?after=2`)."""
    after = request.GET.get("after")
    hall = current_hall(tournament, after_round=None if after is None else _number(after))
    if after is not None and hall.after_round not in [round_.number for round_ in hall.rounds]:
        raise Http404
    is_long = hall.is_ranked and len(hall.standings) > LONG_LIST
    listed = long_list(
        request,
        hall.ranking() if hall.is_ranked else [],
        rows_a_page=RANKED_A_PAGE,
        is_called=lambda row, typed: str(row[0].entrant.id) == typed,
        is_found=lambda row, typed: finds(typed, number=row[0].entrant.id, words=row[0].entrant.names),
    )
    context = {
        "section": "ranking",
        "teams": hall.teams,
        "prize_giving": prize_giving_of(hall),
        "preview": ranking_preview(hall),
        "is_long": is_long,
        "has_long_figures": any(_has_long_figures(row) for row, _stage in listed.page),
        "listed": listed,
    }
    return render_public(request, "hall/ranking.html", hall, context)


def _has_long_figures(row: Standing) -> bool:
    """Return whether the figures of a row need more room on a phone than two digits of VP and four of MP."""
    return row.vp >= 100 or abs(row.mp_difference) >= 10_000


@public_page
def public_seat(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show everybody's seat in the current round: table, line and opponents. `?q=` searches without a script."""
    hall = current_hall(tournament)
    players = players_of(hall)
    listed = long_list(
        request,
        players,
        rows_a_page=PLAYERS_A_PAGE,
        is_called=lambda player, typed: str(player.number) == typed,
        is_found=lambda player, typed: player.is_found_by(typed),
    )
    rows = player_rows_of(hall, list(listed.page))
    context = {"section": "seat", "players": rows, "listed": listed, "typed": listed.found}
    letters = _letters(listed) if listed.page.paginator.count > LONG_LIST else []
    return render_public(request, "hall/seat.html", hall, context | {"letters": letters})


def _letters(listed: LongList[PlayerInList]) -> list[tuple[str, str]]:
    """Return the letters, each with the query of the page on which its names begin; empty if that is shown."""
    begins: dict[str, int] = {}
    for place, letter in enumerate(letters_of(listed.page.paginator.object_list)):
        if letter not in begins:
            begins[letter] = listed.page_of_place(place)
    shown = set(letters_of(listed.page))
    return [(letter, "" if letter in shown else listed.query_of(page)) for letter, page in begins.items()]


@public_page
def public_rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the current round, or the last one played."""
    hall = current_hall(tournament)
    return _render_round(request, hall, hall.last_round.number if hall.last_round else None)


@public_page
def public_round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the tables of a round, with the results received."""
    hall = current_hall(tournament)
    if number not in [round_.number for round_ in hall.rounds]:
        raise Http404
    return _render_round(request, hall, number)


@public_page
def public_pair(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show a pair's page: its seat, its place, and its rounds with their hands."""
    hall = current_hall(tournament)
    entrant = hall.entrants.get(EntrantId(number))
    if entrant is None:
        raise Http404
    seat, prospect = seat_of(hall, entrant.id), hall.prospects.get(entrant.id)
    standing = hall.standing(entrant.id)
    hands = hands_of_entrant(tournament, entrant.id)
    rounds, goodbye = rounds_of(hall, entrant.id, hands), goodbye_in(hall, entrant.id, hands)
    context = {
        "section": "seat",
        "preview": entrant_preview(hall, entrant),
        "entrant": entrant,
        "is_withdrawn": entrant.id in hall.withdrawn,
        "is_out": hall.is_out(entrant.id),
        "has_played_out": hall.has_played_out(entrant.id),
        "is_bye": seat is not None and seat.opponents is None and hall.plays_knockout(entrant.id),
        "seat": seat,
        "clock": hall.clocks.of_table(seat.table) if hall.clocks and seat else None,
        "missing_slips": hall.missing_slips(entrant.id),
        "standing": standing,
        "climbed": hall.course.climbed(entrant.id),
        "course": standing and own_course(hall.course, hall.standings, standing, most_vp=scale_of(tournament).total),
        "reach": prospect and _reach(prospect),
        "goodbye": goodbye and goodbye_facts(goodbye, hall.entrants),
        "in_girone": standing and place_in_girone(standing, hall.standings),
        "rounds": rounds,
        "careers": public_careers_of(tournament, entrant.id) if standing else [],
        "latest": next((round_ for round_ in rounds if round_.score is not None and round_.vp is not None), None),
    }
    return render_public(request, "hall/pair.html", hall, context)


def _reach(prospect: Prospect) -> ReachWords | None:
    return reach_words(
        prospect.reach,
        prospect.chances,
        place=prospect.place,
        of=prospect.of,
        girone=prospect.girone,
        cut_after=prospect.cut_after,
        gironi=prospect.gironi,
    )


@require_safe
def tournament_qr(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the address of the ranking as a QR code, for the wall, the notice board and the referee's page.

    `?with=address`: in letters below it the address of the club, which is short and leads to the same.
    Its ETag is made of that address, which follows the host of the request and, at `localhost`, the network.
    """
    get_tournament(slug)
    address = ranking_address(request, slug)
    letters = urlsplit(address).netloc if request.GET.get("with") == "address" else ""
    etag = f'"{sha256(f"{address} {letters}".encode()).hexdigest()}"'
    drawn = partial(qr_with_letters, letters=letters) if letters else qr_svg
    return answer(request, etag, lambda: HttpResponse(drawn(address), "image/svg+xml"), max_age=QR_SECONDS)


def _render_round(request: HttpRequest, hall: Hall, number: int | None) -> HttpResponse:
    listed = long_list(
        request,
        [] if number is None else results_in(hall, number),
        rows_a_page=TABLES_A_PAGE,
        is_called=lambda result, typed: is_called(result.table, typed),
        is_found=partial(_is_found, hall),
        # Every phone has a link to the page with its own pair.
        is_at=lambda result, at: at in map(str, _seated(result)),
    )
    context = {
        "section": "rounds",
        "number": number,
        "has_bracket": number in [round_.number for round_ in hall.rounds if round_.has_bracket],
        "plan": plan_words(hall.tournament.plan),
        "tables": [] if number is None else table_rows_of(hall, number, [*listed.page]),
        "listed": listed,
        "differences": None if number is None else round_differences(hall.evening.results, number),
    }
    return render_public(request, "hall/round.html", hall, context)


def _seated(result: TableResult) -> tuple[EntrantId, ...]:
    return (*result.ns_side, *result.ew_side)


def _is_found(hall: Hall, result: TableResult, typed: str) -> bool:
    seated = [hall.entrants[entrant].in_round(result.round) for entrant in _seated(result)]
    words, also = [entrant.label for entrant in seated], [entrant.id for entrant in seated]
    return finds(typed, number=result.table, words=words, also=also)


def _number(text: str) -> int:
    """Return a round's number from the address, or raise Http404."""
    return found_or_404(written_number(text, 3))
