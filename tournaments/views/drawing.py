"""What every page shares on which a round is drawn."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.models import Pair, Tournament
from tournaments.services.rounds import next_round_number

from .common import render_tournament


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
