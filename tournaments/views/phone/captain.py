"""A captain's page: the team's next match, its line-up, and the opponents' once both are in.

The address has the team's own code, long enough that nobody guesses it; the page asks for nothing else.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from pages.refusals import Refused
from tournaments.forms.rounds.team_matches import LineUpForm
from tournaments.models import LineUp, MatchDay, Team, Tournament
from tournaments.selectors.match_days import MatchView, SessionView, match_day_views
from tournaments.selectors.team_matches import session_to_play, teams_here
from tournaments.services import line_up_set
from tournaments.views.common import get_tournament
from tournaments.wording.entrants import words_of
from tournaments.wording.team_matches import session_name


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def captain(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    tournament = get_tournament(slug)
    team = get_object_or_404(tournament.teams, code=code)
    days = match_day_views(tournament, hidden=True)
    session = session_to_play(tournament, days[0].day if days else None, list(tournament.rounds.all()))
    row = next((row for row in days[0].matches if team in row.match.teams), None) if days else None
    context: dict[str, Any] = {"team": team, "code": code, "days": days}
    if session is None or row is None or row.match.away is None:
        return _render(request, tournament, context | {"rests": row is not None and row.match.away is None})
    found = row.sessions[session - 1]
    form = _form(request, tournament, team, row, session)
    context |= _about(tournament, team, days[0].day, row, found)
    if request.method == "POST" and request.POST.get("playing") != context["playing"]:
        refused = _("This line-up was for another match or session, and was not saved. Now it is about this one:")
        form = _form(request, tournament, team, row, session, sent=False)
        return _render(request, tournament, context | {"form": form, "refused": refused}, status=422)
    if form.is_valid():
        try:
            line_up_set(match=row.match, session=session, team=team, pairs=form.pairs, by_captain=True)
        except Refused as refusal:
            return _render(request, tournament, context | {"form": form, "refused": refusal.message}, status=422)
        return redirect("captain", slug, code)
    return _render(request, tournament, context | {"form": form}, status=422 if form.is_bound else 200)


def _form(
    request: HttpRequest, tournament: Tournament, team: Team, row: MatchView, session: int, *, sent: bool = True
) -> LineUpForm:
    here = next(here for here in teams_here(tournament) if here.team == team)
    held = LineUp.objects.filter(match=row.match, session=session, team=team).first()
    return LineUpForm(
        request.POST if request.method == "POST" and sent else None,
        pairs=here.pairs,
        tables=tournament.match_tables,
        held=held,
    )


def _about(tournament: Tournament, team: Team, day: MatchDay, row: MatchView, found: SessionView) -> dict[str, Any]:
    """Return the match that awaits the line-up: the opponents, and how far both are."""
    own = next(line_up for line_up in found.line_ups if line_up.team == team)
    both = all(line_up.is_in for line_up in found.line_ups)
    return {
        "opponent": next(other for other in row.match.teams if other != team),
        "playing": f"{row.match.pk}.{found.number}",
        "where": session_name(day.number, found.number, tournament.match_sessions),
        "own_is_in": own.is_in,
        "line_ups": found.line_ups if both else (),
    }


def _render(
    request: HttpRequest, tournament: Tournament, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    shared = {"tournament": tournament, "words": words_of(tournament.kind)}
    return render(request, "phone/captain.html", shared | context, status=status)
