"""The matches of teams, for everybody: who meets whom, with the scores, and line-ups once both are in."""

from django.http import Http404, HttpRequest, HttpResponse

from tournaments.models import Tournament
from tournaments.records import NamedSystem
from tournaments.selectors.knockout import has_knockout
from tournaments.selectors.match_days import match_day_views
from tournaments.wording.systems import SYSTEM_NAMES

from .page_cache import current_hall
from .public_pages import public_page, render_public


@public_page
def public_matches(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if not tournament.plays_matches:
        raise Http404
    hall = current_hall(tournament)
    match_days = match_day_views(tournament, hall.standings, hidden=True)
    days = [(day, SYSTEM_NAMES[NamedSystem(day.day.system)]) for day in match_days]
    context = {"section": "matches", "days": days, "has_bracket": has_knockout(day_view.day for day_view in match_days)}
    return render_public(request, "hall/matches.html", hall, context)
