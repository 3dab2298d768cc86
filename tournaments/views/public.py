"""What the players and the hall see. Every page is the same for everybody who asks in one language.

So a page carries no cookie, no token and no user; its ETag is made of the tournament's revision, the language
and the version of the code, and a phone that asks again gets a 304 for the price of one small query.
"""

from collections.abc import Callable
from functools import partial, wraps
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.sharing import qr_svg
from scoring.views.sharing import SHARED_SECONDS, answer
from tournaments.models import Tournament
from tournaments.public_selectors import Hall, hall_of
from tournaments.ranking_selectors import hands_of_entrant
from tournaments.records import EntrantId

from .common import get_tournament
from .public_address import ranking_address

QR_SECONDS = 60
"""How long anybody may keep a QR code; it changes when the club's computer moves to another network."""


def page_etag(tournament: Tournament) -> str:
    """Everything that a public page is made from: another ETag, another page."""
    return f'"{tournament.pk}-{tournament.revision}-{get_language()}-{settings.CODE_VERSION}"'


def public_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """A page for everybody: no login, a 304 while nothing changed, may be shared by a proxy.

    The view gets the tournament as it was when the ETag was made of it: what it reads later can only be newer than
    the ETag says, and then the next request gets it again.
    """

    @login_not_required
    @require_safe
    @wraps(view)
    def shared(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        tournament = get_tournament(slug)
        make = partial(view, request, tournament, **kwargs)
        return answer(request, page_etag(tournament), make, max_age=0, s_maxage=SHARED_SECONDS)

    return shared


def render_public(request: HttpRequest, template: str, hall: Hall, context: dict[str, Any]) -> HttpResponse:
    shared = {"tournament": hall.tournament, "hall": hall, "etag": page_etag(hall.tournament)}
    return render(request, template, shared | context)


@public_page
def public_ranking(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The ranking, now or as of a round (`?after=2`)."""
    after = request.GET.get("after")
    hall = hall_of(tournament, after_round=None if after is None else _number(after))
    if after is not None and hall.after_round not in [each.number for each in hall.rounds]:
        raise Http404
    return render_public(request, "public/ranking.html", hall, {"section": "ranking", "teams": hall.teams()})


@public_page
def public_seat(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Find your name (`?q=` where the page cannot look for it): table, line and opponents of the round under way."""
    hall = hall_of(tournament)
    typed = request.GET.get("q", "").strip()
    players = [row for row in hall.players() if row.is_found_by(typed)]
    return render_public(request, "public/seat.html", hall, {"section": "seat", "players": players, "typed": typed})


@public_page
def public_rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The round under way, or the last one played."""
    hall = hall_of(tournament)
    return _render_round(request, hall, hall.last_round.number if hall.last_round else None)


@public_page
def public_round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The tables of a round, with the results that are in."""
    hall = hall_of(tournament)
    if number not in [each.number for each in hall.rounds]:
        raise Http404
    return _render_round(request, hall, number)


@public_page
def public_pair(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A pair's own page: where it sits, how it does, and its rounds with their hands."""
    hall = hall_of(tournament)
    entrant = hall.entrants.get(EntrantId(number))
    if entrant is None:
        raise Http404
    context = {
        "section": "seat",
        "entrant": entrant,
        "is_withdrawn": entrant.id in hall.withdrawn,
        "is_out": hall.is_out(entrant.id),
        "seat": hall.seats().get(entrant.id),
        "standing": hall.standing(entrant.id),
        "rounds": hall.rounds_of(entrant.id, hands_of_entrant(tournament, entrant.id)),
    }
    return render_public(request, "public/pair.html", hall, context)


@public_page
def wall(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For the projector: the seats of the round, then the ranking, turning by themselves."""
    hall = hall_of(tournament)
    context = {"players": hall.players() if hall.under_way else [], "teams": hall.teams()}
    return render_public(request, "public/wall.html", hall, context)


@login_not_required
@require_safe
def tournament_qr(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The address of the ranking as a QR code, for the wall, the notice board and the referee's page.

    Its ETag is made of that address, which follows the host of the request and, at `localhost`, the network.
    """
    get_tournament(slug)
    address = ranking_address(request, slug)
    etag = f'"{sha256(address.encode()).hexdigest()}"'
    return answer(request, etag, lambda: HttpResponse(qr_svg(address), "image/svg+xml"), max_age=QR_SECONDS)


def _render_round(request: HttpRequest, hall: Hall, number: int | None) -> HttpResponse:
    context = {
        "section": "rounds",
        "number": number,
        "system": next((each.system for each in hall.rounds if each.number == number), ""),
        "tables": [] if number is None else hall.tables(number),
    }
    return render_public(request, "public/round.html", hall, context)


def _number(text: str) -> int:
    """A round's number from the address; not found if it is anything else."""
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise Http404
    return int(text)
