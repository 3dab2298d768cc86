"""The matches of teams on the referee's pages: drawn, lined up, published; and the captains' addresses."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pages.addresses import club_address, qr_image
from pages.refusals import Refused
from tournaments.forms.rounds.team_matches import LineUpForm, MatchDayForm
from tournaments.models import LineUp, MatchDay, Round, Team, TeamMatch, Tournament
from tournaments.records import NamedSystem, System
from tournaments.selectors.knockout import has_knockout
from tournaments.selectors.match_days import DayView, match_day_views
from tournaments.selectors.settings import scale_of
from tournaments.selectors.team_matches import (
    championship_of,
    days_planned,
    match_scale_of,
    session_to_play,
    teams_here,
)
from tournaments.services import line_up_delete, line_up_set, match_day_discard, match_day_draw, session_publish
from tournaments.services.refusals import RoundUnsettled
from tournaments.views.common import get_tournament, render_tournament
from tournaments.wording.republished_slips import published_sentence
from tournaments.wording.systems import SYSTEM_NAMES
from tournaments.wording.team_matches import day_name, match_scale_label, session_name


@require_safe
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the match days: what is next of the last one, and the scores of those before."""
    return _show(request, _team_tournament(slug))


@require_POST
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _team_tournament(slug)
    form = MatchDayForm(request.POST, level=championship_of(tournament).level_matches())
    if not form.is_valid():
        return _show(request, tournament, form=form, status=422)
    try:
        day = match_day_draw(tournament=tournament, **form.draw_arguments)
    except Refused as refusal:
        return _show(request, tournament, form=form, refused=refusal.message, status=422)
    messages.success(request, _("%(day)s is drawn: now the line-ups.") % {"day": day_name(day.number)})
    return redirect("matches", slug)


@require_POST
def discard(request: HttpRequest, slug: str, day: int) -> HttpResponse:
    tournament = _team_tournament(slug)
    try:
        match_day_discard(day=_day(tournament, day))
    except Refused as refusal:
        return _show(request, tournament, refused=refusal.message, status=422)
    messages.success(request, _("The draw of %(day)s has been discarded.") % {"day": day_name(day)})
    return redirect("matches", slug)


@require_POST
def publish(request: HttpRequest, slug: str, day: int, session: int) -> HttpResponse:
    """Publish a session; where that would lose what players have written, only once the referee says so."""
    tournament = _team_tournament(slug)
    discarding = None if "discard" in request.POST else ()
    try:
        round_ = session_publish(day=_day(tournament, day), session=session, at=timezone.now(), discarding=discarding)
    except Refused as refusal:
        loses = isinstance(refusal, RoundUnsettled)
        return _show(request, tournament, refused=refusal.message, loses=loses, status=422)
    messages.success(request, published_sentence(round_.number, round_.new_slips))
    return redirect("round", slug, round_.number)


@require_http_methods(["GET", "POST"])
def line_up(request: HttpRequest, slug: str, day: int, session: int, team: int) -> HttpResponse:
    """Show a team's line-up for a session, and hand it in."""
    tournament = _team_tournament(slug)
    match, its_team = _playing(tournament, day, team)
    if not 1 <= session <= tournament.match_sessions:
        raise Http404
    here = next(row for row in teams_here(tournament) if row.team == its_team)
    held = LineUp.objects.filter(match=match, session=session, team=its_team).first()
    form = LineUpForm(
        request.POST if request.method == "POST" else None, pairs=here.pairs, tables=tournament.match_tables, held=held
    )
    refused = ""
    if form.is_valid():
        try:
            line_up_set(match=match, session=session, team=its_team, pairs=form.pairs)
        except Refused as refusal:
            refused = refusal.message
        else:
            messages.success(request, _("The line-up of %(team)s is in.") % {"team": its_team})
            return redirect("matches", slug)
    context = {
        "section": "matches",
        "form": form,
        "team": its_team,
        "opponent": next(other for other in match.teams if other != its_team),
        "where": session_name(day, session, tournament.match_sessions),
        "held": held,
        "refused": refused,
        "delete_url": reverse("line_up_delete", args=[slug, day, session, team]),
    }
    status = 422 if form.is_bound else 200
    return render_tournament(request, "rounds/line_up.html", tournament, context, status=status)


@require_POST
def take_back(request: HttpRequest, slug: str, day: int, session: int, team: int) -> HttpResponse:
    tournament = _team_tournament(slug)
    match, its_team = _playing(tournament, day, team)
    held = get_object_or_404(LineUp, match=match, session=session, team=its_team)
    try:
        line_up_delete(line_up=held)
    except Refused as refusal:
        return _show(request, tournament, refused=refusal.message, status=422)
    messages.success(request, _("The line-up of %(team)s has been withdrawn.") % {"team": its_team})
    return redirect("matches", slug)


@require_safe
def captains(request: HttpRequest, slug: str) -> HttpResponse:
    """Show each captain's address, with its QR code, to be printed and cut apart."""
    tournament = _team_tournament(slug)
    teams = []
    for team in tournament.teams.order_by("number"):
        address = club_address(request, reverse("captain", args=[slug, team.code]))
        teams.append((team, address, qr_image(address)))
    context = {"section": "matches", "teams": teams}
    return render_tournament(request, "rounds/captains.html", tournament, context)


def _team_tournament(slug: str) -> Tournament:
    tournament = get_tournament(slug)
    if not tournament.plays_matches:
        raise Http404
    return tournament


def _day(tournament: Tournament, number: int) -> MatchDay:
    return get_object_or_404(tournament.match_days, number=number)


def _playing(tournament: Tournament, day: int, team: int) -> tuple[TeamMatch, Team]:
    """Return the match that a team plays on that day."""
    its_team = get_object_or_404(tournament.teams, number=team)
    for match in _day(tournament, day).matches.select_related("day__tournament", "home", "away"):
        if its_team in match.teams and match.away is not None:
            return match, its_team
    raise Http404


def _show(
    request: HttpRequest,
    tournament: Tournament,
    *,
    form: MatchDayForm | None = None,
    refused: str = "",
    loses: bool = False,
    status: int = 200,
) -> HttpResponse:
    rounds = list(tournament.rounds.order_by("number"))
    days = match_day_views(tournament)
    session = session_to_play(tournament, days[0].day if days else None, rounds)
    of_pairs, scale = scale_of(tournament), match_scale_of(tournament)
    tables = tournament.match_tables * tournament.match_sessions
    context: dict[str, Any] = {
        "section": "matches",
        "days": [(day_view, SYSTEM_NAMES[NamedSystem(day_view.day.system)]) for day_view in days],
        "session": session,
        "has_bracket": has_knockout(day_view.day for day_view in days),
        "can_draw": _can_draw(tournament, days, rounds, session),
        "can_discard": bool(days) and _untouched(tournament, days[0], rounds),
        "form": form or _form_to_draw(tournament, [day_view.day for day_view in days]),
        "next_day": len(days) + 1,
        "days_planned": days_planned(tournament),
        "scale": match_scale_label(scale, of_pairs, tables, own=bool(tournament.match_scale)),
        "bands": scale.bands(),
        "refused": refused,
        "loses": loses,
    }
    if session is not None:
        context |= _awaited(tournament, days[0], session)
    return render_tournament(request, "rounds/matches.html", tournament, context, status=status)


def _form_to_draw(tournament: Tournament, days: list[MatchDay]) -> MatchDayForm:
    """Return the form with the settings of the day before, and the level matches of its knockout."""
    if not days:
        return MatchDayForm(initial={"system": System.ROUND_ROBIN})
    system, chosen = days[0].system, days[0].chosen
    level = championship_of(tournament).level_matches() if system == System.KNOCKOUT else ()
    initial = {"system": system, "legs": chosen.legs, "qualifiers": chosen.qualifiers}
    return MatchDayForm(initial=initial, level=level)


def _can_draw(tournament: Tournament, days: list[DayView], rounds: list[Round], session: int | None) -> bool:
    """Return whether the next day can be drawn: all rounds are closed, and no line-up is awaited."""
    closed = all(round_.state == Round.State.CLOSED for round_ in rounds)
    is_open = tournament.state in (Tournament.State.REGISTRATION, Tournament.State.RUNNING)
    return is_open and closed and session is None and bool(tournament.pairs.exists())


def _untouched(tournament: Tournament, day_view: DayView, rounds: list[Round]) -> bool:
    """Return whether no round of the day is published."""
    of_day = tournament.match_format.rounds_of(day_view.day.number)
    return not any(round_.number in of_day and round_.state != Round.State.DRAFT for round_ in rounds)


def _awaited(tournament: Tournament, day_view: DayView, session: int) -> dict[str, Any]:
    """Return the session whose line-ups are awaited: the state of each match, and whether it can be published."""
    awaited = [(row.match, row.sessions[session - 1]) for row in day_view.matches if row.sessions]
    missing = sum(not line_up.is_in for _match, found in awaited for line_up in found.line_ups)
    day = day_view.day.number
    return {
        "awaited": awaited,
        "awaited_name": session_name(day, session, tournament.match_sessions),
        "missing": missing,
        "publish_url": reverse("session_publish", args=[tournament.slug, day, session]),
    }
