"""The club's own data for programs with a token: all its tournaments and members."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop

from tournaments.models import Player
from tournaments.selectors.entrants import pairs_with_people
from tournaments.selectors.home import tournaments_ever
from tournaments.views.hall.page_cache import current_tournament

from .facts import tournament_facts
from .formats import Problem, Tournaments
from .head_router import HeadRouter
from .pagination import Limit, Offset, stretch
from .private import TOKEN, for_a_program
from .problems import MOST_AT_ONCE
from .token_formats import People

REFUSED = {401: Problem, 404: Problem, 422: Problem, 429: Problem}

router = HeadRouter(tags=["club"])


@router.get(
    "/club/tournaments",
    response={200: Tournaments, 401: Problem, 422: Problem, 429: Problem},
    summary=gettext_noop("All tournaments of the club"),
    openapi_extra=TOKEN,
)
def v1_club_tournaments(request: HttpRequest, limit: Limit = MOST_AT_ONCE, offset: Offset = 0) -> HttpResponse:
    """Those to come, those that are played and those of all years, the newest first."""
    listed = tournaments_ever()
    rows = [tournament_facts(tournament) for tournament in listed[offset : offset + limit]]
    return for_a_program(stretch(request, rows, count=len(listed), limit=limit, offset=offset))


@router.get(
    "/tournaments/{slug:slug}/people",
    response={200: People} | REFUSED,
    summary=gettext_noop("Who plays in it, with clubs and cards"),
    openapi_extra=TOKEN,
)
def v1_people(request: HttpRequest, slug: str, limit: Limit = MOST_AT_ONCE, offset: Offset = 0) -> HttpResponse:
    """By their full names. Contacts and years of birth are in no answer."""
    pairs = pairs_with_people(current_tournament(slug, None))
    rows = [
        {
            "pair": pair.number,
            "status": pair.status,
            "players": [_person(player) for player in pair.players],
            "substitutes": [_person(person) for person in pair.people if person not in pair.players],
        }
        for pair in pairs[offset : offset + limit]
    ]
    return for_a_program(stretch(request, rows, count=pairs.count(), limit=limit, offset=offset))


def _person(player: Player) -> dict[str, Any]:
    return {name: getattr(player, name) for name in ("last_name", "first_name", "club", "card", "category")}
