"""The parts of every page on which a round is drawn."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict

from pages.refusals import Refused
from tournaments.forms.rounds.new import RoundForm
from tournaments.models import Pair, Tournament
from tournaments.records import Kind, NamedSystem
from tournaments.selectors.draws import NextRound
from tournaments.selectors.knockout import tied_tables
from tournaments.selectors.next_round import proposed_round, systems_for
from tournaments.services.rounds import next_round, round_drawing
from tournaments.views.common import get_tournament, render_tournament


@contextmanager
def round_coming(request: HttpRequest, slug: str) -> Iterator[NextRound]:
    """Return the inputs of the next round; for a POST, locked until the end of the block."""
    if request.method != "POST":
        yield next_round(get_tournament(slug))
        return
    try:
        with round_drawing(slug=slug) as coming:
            yield coming
    except Tournament.DoesNotExist as unknown:
        raise Http404 from unknown


def round_form(coming: NextRound, data: QueryDict | None, *, without: Collection[NamedSystem] = ()) -> RoundForm:
    """Return the form of the next round, without the systems named."""
    return RoundForm(
        data,
        proposed=proposed_round(coming),
        systems=[system for system in systems_for(Kind(coming.tournament.kind)) if system not in without],
        ties=tied_tables(coming.rounds, coming.number, coming.evening),
        still_open=coming.still_open,
        round_robins=coming.round_robins,
    )


def cannot_draw(request: HttpRequest, tournament: Tournament, refusal: Refused) -> HttpResponse:
    context = {"section": "round", "refused": refusal.message}
    return render_tournament(request, "rounds/draw_refusal.html", tournament, context, status=409)


def pairs_of(tournament: Tournament) -> list[Pair]:
    return list(tournament.pairs.select_related("player1", "player2").order_by("number"))


def absent_pairs(tournament: Tournament) -> QuerySet[Pair]:
    """Return the pairs that are not here, yet or any more."""
    absent = tournament.pairs.filter(status__in=(Pair.Status.EXPECTED, Pair.Status.WITHDRAWN))
    return absent.select_related("player1", "player2").order_by("number")
