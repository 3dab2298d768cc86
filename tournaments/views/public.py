"""What the players and the hall see. Every page is the same for everybody who asks in one language.

So a page carries no cookie, no token and no user; its ETag is made of the tournament's revision, the language
and the version of the code, and a phone that asks again gets a 304 for the price of one small query.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import segno
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

from tournaments.models import Tournament
from tournaments.public_selectors import Hall, hall_of, hands_of_pair
from tournaments.records import EntrantId

from .common import get_tournament

SHARED_SECONDS = 2
"""How long a proxy between the club and its players may keep a page without asking again."""

View = Callable[..., HttpResponse]


def revision_etag(request: HttpRequest, slug: str, **parts: object) -> str | None:
    """What the page was made from; one small query. None where there is no such tournament."""
    made_from = Tournament.objects.filter(slug=slug).values_list("pk", "revision").first()
    return made_from and f'"{made_from[0]}-{made_from[1]}-{get_language()}-{settings.CODE_VERSION}"'


def public_page(view: View) -> View:
    """A page for everybody: no login, answers 304 while nothing changed, may be shared by a proxy."""

    @wraps(view)
    def shared(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        patch_cache_control(response, public=True, max_age=0, s_maxage=SHARED_SECONDS)
        return response

    return login_not_required(require_safe(condition(etag_func=revision_etag)(shared)))


def render_public(request: HttpRequest, template: str, hall: Hall, context: dict[str, Any]) -> HttpResponse:
    return render(request, template, {"tournament": hall.tournament, "hall": hall} | context)


@public_page
def public_ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking, now or as of a round (`?after=2`)."""
    after = request.GET.get("after")
    if after is not None and not (after.isascii() and after.isdigit() and len(after) < 4):
        raise Http404
    hall = hall_of(get_tournament(slug), after_round=None if after is None else int(after))
    if after is not None and int(after) not in [each.number for each in hall.rounds]:
        raise Http404
    return render_public(request, "public/ranking.html", hall, {"section": "ranking"})


@public_page
def public_seat(request: HttpRequest, slug: str) -> HttpResponse:
    """Find your name: table, line and opponents of the round under way."""
    hall = hall_of(get_tournament(slug))
    return render_public(request, "public/seat.html", hall, {"section": "seat", "seats": hall.seats()})


@public_page
def public_rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """The round under way, or the last one played."""
    hall = hall_of(get_tournament(slug))
    number = hall.rounds[-1].number if hall.rounds else None
    context = {"section": "rounds", "number": number, "tables": hall.tables(number) if number else []}
    return render_public(request, "public/round.html", hall, context)


@public_page
def public_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The tables of a round, with the results that are in."""
    hall = hall_of(get_tournament(slug))
    if number not in [each.number for each in hall.rounds]:
        raise Http404
    context = {"section": "rounds", "number": number, "tables": hall.tables(number)}
    return render_public(request, "public/round.html", hall, context)


@public_page
def public_pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A pair's own page: where it sits, how it does, and its rounds with their hands."""
    hall = hall_of(get_tournament(slug))
    entrant = hall.entrants.get(EntrantId(number))
    if entrant is None:
        raise Http404
    context = {
        "section": "seat",
        "entrant": entrant,
        "seat": hall.seat(entrant.id),
        "standing": hall.standing(entrant.id),
        "rounds": hall.rounds_of(entrant.id, hands_of_pair(hall.tournament, entrant.id)),
    }
    return render_public(request, "public/pair.html", hall, context)


@public_page
def wall(request: HttpRequest, slug: str) -> HttpResponse:
    """For the projector: the seats of the round, then the ranking, turning by themselves."""
    hall = hall_of(get_tournament(slug))
    context = {"seats": hall.seats() if hall.under_way else []}
    return render_public(request, "public/wall.html", hall, context)


@public_page
def tournament_qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The address of the ranking as a QR code, for the wall, the notice board and the referee's page."""
    get_tournament(slug)
    url = request.build_absolute_uri(reverse("public_ranking", args=[slug]))
    code = segno.make(url, error="m").svg_inline(scale=8, border=3, xmldecl=True, svgns=True)
    return HttpResponse(code, content_type="image/svg+xml")
