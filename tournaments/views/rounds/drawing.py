"""What every page shares on which a round is drawn."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import Http404, HttpRequest, HttpResponse

from scoring.errors import Refused
from tournaments.models import Pair, Tournament
from tournaments.selectors.draws import NextRound
from tournaments.services.rounds import next_round, round_drawing
from tournaments.views.common import get_tournament, render_tournament


@contextmanager
def round_coming(request: HttpRequest, slug: str) -> Iterator[NextRound]:
    """What the next round is drawn from; where something was sent to be drawn, locked as long as the block lasts."""
    if request.method != "POST":
        yield next_round(get_tournament(slug))
        return
    try:
        with round_drawing(slug=slug) as coming:
            yield coming
    except Tournament.DoesNotExist as unknown:
        raise Http404 from unknown


def cannot_draw(request: HttpRequest, tournament: Tournament, refusal: Refused) -> HttpResponse:
    context = {"section": "round", "refused": refusal.message}
    return render_tournament(request, "rounds/cannot_draw.html", tournament, context, status=409)


def pairs_of(tournament: Tournament) -> list[Pair]:
    return list(tournament.pairs.select_related("player1", "player2").order_by("number"))
