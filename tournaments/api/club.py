"""What is the club's own, for programs with a token: all its tournaments, and who plays in them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop

from tournaments.models import Player
from tournaments.selectors.entrants import pairs_with_people
from tournaments.selectors.home import tournaments_ever
from tournaments.views.hall.kept import tournament_now

from .facts import tournament_facts
from .formats import Problem, Tournaments
from .head_router import HeadRouter
from .private import TOKEN, for_a_program
from .problems import MOST_AT_ONCE
from .stretches import Limit, Offset, stretch
from .token_formats import People

REFUSED = {401: Problem, 404: Problem, 422: Problem, 429: Problem}

router = HeadRouter()


@router.get(
    "/club/tournaments",
    response={200: Tournaments, 401: Problem, 422: Problem, 429: Problem},
    summary=gettext_noop("All tournaments of the club"),
    openapi_extra=TOKEN,
)
def v1_club_tournaments(request: HttpRequest, limit: Limit = MOST_AT_ONCE, offset: Offset = 0) -> HttpResponse:
    """Those to come, those that are played and those of all years, the newest first."""
    listed = tournaments_ever()
    shown = [tournament_facts(each) for each in listed[offset : offset + limit]]
    return for_a_program(stretch(request, shown, count=len(listed), limit=limit, offset=offset))


@router.get(
    "/tournaments/{slug:slug}/people",
    response={200: People} | REFUSED,
    summary=gettext_noop("Who plays in it, with clubs and cards"),
    openapi_extra=TOKEN,
)
def v1_people(request: HttpRequest, slug: str, limit: Limit = MOST_AT_ONCE, offset: Offset = 0) -> HttpResponse:
    """By their full names. Contacts and years of birth are in no answer."""
    pairs = pairs_with_people(tournament_now(slug, None))
    shown = [
        {
            "pair": pair.number,
            "status": pair.status,
            "players": [_person(each) for each in pair.players],
            "substitutes": [_person(each) for each in (pair.substitute1, pair.substitute2) if each is not None],
        }
        for pair in pairs[offset : offset + limit]
    ]
    return for_a_program(stretch(request, shown, count=pairs.count(), limit=limit, offset=offset))


def _person(player: Player) -> dict[str, Any]:
    return {name: getattr(player, name) for name in ("last_name", "first_name", "club", "card", "category")}
