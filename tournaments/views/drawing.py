"""What every page shares on which a round is drawn."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.models import Pair, Tournament
from tournaments.pairing_selectors import pairing_request
from tournaments.records import System
from tournaments.services.rounds import compute_draft, next_round_number

from .common import render_tournament
from .seats import seats_of_draft


def number_to_draw(tournament: Tournament) -> int:
    """The number of the round that can be drawn now; refused with the sentence that says why not."""
    if tournament.state == Tournament.State.FINAL:
        raise Refused(_("The tournament is final: no more rounds are drawn."))
    return next_round_number(tournament)


def cannot_draw(request: HttpRequest, tournament: Tournament, refusal: Refused) -> HttpResponse:
    context = {"section": "round", "refused": refusal.message}
    return render_tournament(request, "rounds/cannot_draw.html", tournament, context, status=409)


def pairs_of(tournament: Tournament) -> list[Pair]:
    return list(tournament.pairs.select_related("player1", "player2").order_by("number"))


def outlook(tournament: Tournament, number: int, system: System, **settings: Any) -> dict[str, Any]:
    """What these settings would give, without writing anything."""
    if system is System.MANUAL and "seats" not in settings:
        return {"by_hand": True}
    request = pairing_request(tournament, number=number, system=system, **settings)
    try:
        draft = compute_draft(system, request)
    except Refused as refusal:
        return {"refused": refusal.message}
    return {"outlook": seats_of_draft(draft, request.entrants)}
