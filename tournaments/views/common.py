"""What every page of a tournament shows around its own content: where we are, and the one thing to do next."""

from dataclasses import dataclass
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from tournaments.models import Pair, Round, Tournament
from tournaments.records import Kind
from tournaments.selectors.rounds import RoundsNow, rounds_now
from tournaments.views.hall.address import ranking_address
from tournaments.wording.entrants import words_of

Found = TypeVar("Found")

FEWEST_PAIRS = 2
FEWEST_PLAYERS = 4
"""So many make a table."""


class HtmxHttpRequest(HttpRequest):
    """A request as `HtmxMiddleware` leaves it; for the type checker only."""

    htmx: HtmxDetails


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing that the screen asks for: a sentence, where it is done, and the address whose right it needs."""

    label: str
    url: str
    needs: str


def user_of(request: HttpRequest) -> User:
    """Who is logged in, on a page that the table of rights opens to nobody else."""
    assert isinstance(request.user, User)
    return request.user


def get_tournament(slug: str) -> Tournament:
    return get_object_or_404(Tournament, slug=slug)


def found_or_404(sought: Found | None) -> Found:
    """What was looked for, or the answer that there is no such page."""
    if sought is None:
        raise Http404
    return sought


def next_step(tournament: Tournament, now: RoundsNow) -> NextStep:
    """What the referee does next, from the first pair to the printed ranking. One query before the first round."""
    slug, round_, at_desk = tournament.slug, now.latest, now.at_desk

    def step(label: str, name: str, *args: object, needs: str = "") -> NextStep:
        return NextStep(label, reverse(name, args=[slug, *args]), needs or name)

    if tournament.state == Tournament.State.FINAL:
        return step(_("Print the ranking"), "printing")
    if tournament.state == Tournament.State.CHECKING:
        return step(_("Check, then declare the ranking final"), "tournament", needs="tournament_state")
    if round_ is None:
        statuses = tournament.pairs.values_list("status", flat=True)
        here = sum(status == Pair.Status.ACTIVE for status in statuses)
        words = words_of(tournament.kind)
        if not statuses:
            return step(str(words.enter_all), "pairs", needs="pair_add")
        if here < (FEWEST_PLAYERS if tournament.kind == Kind.INDIVIDUAL else FEWEST_PAIRS):
            return step(str(words.tick), "pairs", needs="pairs_check_in")
        return step(_("Draw the first round"), "round_new")
    if round_.state == Round.State.DRAFT:
        return step(_("Look at the draft and publish it"), "round", round_.number, needs="round_publish")
    if at_desk is not None:
        facts = {"round": at_desk.number}
        if at_desk.missing:
            said = _("Enter the results of round %(round)s") % facts
            return step(said, "results", at_desk.number, needs="table_entry")
        return step(_("Close round %(round)s") % facts, "results", at_desk.number, needs="round_close")
    if round_.number < tournament.rounds_planned:
        return step(_("Draw round %(round)s") % {"round": round_.number + 1}, "round_new")
    return step(_("End play and begin checking time"), "tournament", needs="tournament_state")


def render_tournament(
    request: HttpRequest,
    template: str,
    tournament: Tournament,
    context: dict[str, Any],
    *,
    status: int = 200,
    now: RoundsNow | None = None,
) -> HttpResponse:
    """Render a referee's page with what `templates/tournament_base.html` needs.

    `now` is what `rounds_now` says, from a view that knows it already.
    """
    now = now or rounds_now(tournament)
    shared = {
        "tournament": tournament,
        "words": words_of(tournament.kind),
        "current_round": now.latest,
        "round_with_results": now.with_results,
        "next_step": next_step(tournament, now),
        "public_url": SimpleLazyObject(lambda: ranking_address(request, tournament.slug)),
    }
    return render(request, template, shared | context, status=status)
