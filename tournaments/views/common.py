"""The frame of every page of a tournament: the state of the evening, and the next step."""

import re
import secrets
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from tournaments.models import Pair, Round, Tournament
from tournaments.records import Kind
from tournaments.selectors.rounds import RoundsNow, rounds_in_brief
from tournaments.views.hall.address import ranking_address
from tournaments.wording.entrants import words_of

Found = TypeVar("Found")

FEWEST_PAIRS = 2
FEWEST_PLAYERS = 4
"""The fewest players for a table."""


class HtmxHttpRequest(HttpRequest):
    """A request after `HtmxMiddleware`, for the type checker."""

    htmx: HtmxDetails


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step of an evening: a sentence, its page, and the address whose right it needs."""

    label: str
    url: str
    needs: str
    begins: bool = False
    """Whether it comes before the first round, and is the next one on the pages of those who play."""


def user_of(request: HttpRequest) -> User:
    """Return the user of a page that requires a login."""
    assert isinstance(request.user, User)
    return request.user


def as_part(request: HttpRequest) -> bool:
    """Return whether htmx asks for a part; when it restores history it needs the whole page."""
    htmx = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not htmx.history_restore_request


DEVICE = "club_device"
DEVICE_SECONDS = 24 * 60 * 60
DEVICE_NAME = re.compile("[0-9a-f]{32}")


def device_of(request: HttpRequest) -> str:
    """Return the phone's name from `name_device`; empty for an unknown phone."""
    device = request.COOKIES.get(DEVICE, "")
    return device if DEVICE_NAME.fullmatch(device) else ""


def new_device() -> str:
    return secrets.token_hex(16)


def name_device(response: HttpResponse, device: str) -> HttpResponse:
    """Set a cookie with a name for the phone, by which wrong numbers and codes are counted."""
    response.set_cookie(
        DEVICE,
        device,
        max_age=DEVICE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def get_tournament(slug: str) -> Tournament:
    return get_object_or_404(Tournament, slug=slug)


def found_or_404(sought: Found | None) -> Found:
    """Return the object, or raise Http404."""
    if sought is None:
        raise Http404
    return sought


def next_step(tournament: Tournament, now: RoundsNow) -> NextStep:
    """Return the referee's next step, from the first pair to the printed ranking. One query before the first round."""
    round_, at_desk, step = now.latest, now.at_desk, partial(_step, tournament)
    matches = _to_the_matches(tournament)
    if tournament.state == Tournament.State.FINAL:
        return step(_("Print the ranking"), "printing")
    if tournament.state == Tournament.State.CHECKING:
        return step(_("Check, then declare the ranking final"), "tournament", needs="tournament_state")
    if round_ is None:
        statuses = tournament.pairs.values_list("status", flat=True)
        here = sum(status == Pair.Status.ACTIVE for status in statuses)
        return next(step for step, is_done in first_steps(tournament, entered=len(statuses), here=here) if not is_done)
    if round_.state == Round.State.DRAFT and matches:
        return matches
    if round_.state == Round.State.DRAFT:
        return step(_("Check the draft and publish it"), "round", round_.number, needs="round_publish")
    if at_desk is not None:
        facts = {"round": at_desk.number}
        if at_desk.missing:
            sentence = _("Enter the results of round %(round)s") % facts
            return step(sentence, "results", at_desk.number, needs="table_entry")
        return step(_("Close round %(round)s") % facts, "results", at_desk.number, needs="round_close")
    if cut := tournament.cut_due(round_.number):
        return step(_("Cut the ranking into %(gironi)s gironi") % {"gironi": cut.gironi}, "gironi", needs="gironi_cut")
    if round_.number < tournament.rounds_planned:
        return matches or step(_("Draw round %(round)s") % {"round": round_.number + 1}, "round_new")
    return step(_("End play and begin checking time"), "tournament", needs="tournament_state")


def first_steps(tournament: Tournament, *, entered: int, here: int) -> list[tuple[NextStep, bool]]:
    """Return the steps before the first round in their order, each with whether it is done; the last one never is."""
    words = words_of(tournament.kind)
    fewest = FEWEST_PLAYERS if tournament.kind == Kind.INDIVIDUAL else FEWEST_PAIRS
    return [
        (replace(step, begins=True), is_done)
        for step, is_done in (
            (_step(tournament, str(words.enter_all), "pairs", needs="pair_add"), entered > 0),
            (_step(tournament, str(words.tick), "pairs", needs="pairs_check_in"), here >= fewest),
            (_to_the_matches(tournament) or _step(tournament, _("Draw the first round"), "round_new"), False),
        )
    ]


def _to_the_matches(tournament: Tournament) -> NextStep | None:
    if not tournament.plays_matches:
        return None
    return _step(tournament, _("To the matches"), "matches", needs="match_day_draw")


def _step(tournament: Tournament, label: str, name: str, *args: object, needs: str = "") -> NextStep:
    return NextStep(label, reverse(name, args=[tournament.slug, *args]), needs or name)


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

    `now` is what `rounds_in_brief` says, or more, from a view that knows it already.
    """
    now = now or rounds_in_brief(tournament)
    shared = {
        "tournament": tournament,
        "words": words_of(tournament.kind),
        "current_round": now.latest,
        "round_with_results": now.with_results,
        "next_step": next_step(tournament, now),
        "public_url": SimpleLazyObject(lambda: ranking_address(request, tournament.slug)),
    }
    return render(request, template, shared | context, status=status)
