"""The matches of teams: those of a day as a sheet, to put up in the hall, and all of them as a file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import JournalEntry
from tournaments.files import SEPARATORS, FileTable
from tournaments.interchange.matches_out import MATCH_COLUMNS, match_lines
from tournaments.models import Pair
from tournaments.records import Line, System
from tournaments.selectors.match_days import MatchView, SessionView, match_day_views
from tournaments.sheets.match_day_sheet import MatchText, SessionText, match_day_sheet
from tournaments.views.common import get_tournament
from tournaments.wording.figures import figure, signed
from tournaments.wording.lines import line_name
from tournaments.wording.systems import system_name
from tournaments.wording.team_matches import day_name

from .downloads import tables_to_keep, write_down
from .sheets import pdf_response, sheet_header


@require_safe
def match_day(request: HttpRequest, slug: str, day: int) -> HttpResponse:
    """Send the matches of a day; a line-up only when both are in."""
    tournament = get_tournament(slug)
    views = match_day_views(tournament, hidden=True) if tournament.plays_matches else []
    found = next((view for view in views if view.day.number == day), None)
    if found is None:
        raise Http404
    system = system_name(System(found.day.system), found.day.chosen)
    matches = [_text_of(row) for row in found.matches]
    pdf = match_day_sheet(sheet_header(tournament), day_name(day), system, matches)
    return pdf_response(pdf, tournament, _("matches-%(day)s") % {"day": day})


@require_safe
def matches_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the matches of all days as CSV."""
    tournament, separator = get_tournament(slug), request.GET.get("separator", "comma")
    if separator not in SEPARATORS or not tournament.plays_matches:
        raise Http404
    lines = match_lines(match_day_views(tournament))
    write_down(request, JournalEntry.Event.RANKING_EXPORT, tournament)
    table = FileTable(title=_("Matches"), headings=MATCH_COLUMNS, rows=lines)
    return tables_to_keep(table, format=separator, named=(_("matches"), slug))


def _text_of(row: MatchView) -> MatchText:
    teams = " – ".join(str(team) for team in row.match.teams)
    home = row.scores[0]
    return MatchText(
        title=teams if row.match.away else _("%(team)s rests") % {"team": teams},
        score="" if home is None else _("%(vp)s VP, %(difference)s") % _score_in_words(row),
        sessions=[
            SessionText(
                title=_("Session %(number)s") % {"number": session.number} if len(row.sessions) > 1 else "",
                tables=_tables(session),
            )
            for session in row.sessions
        ],
    )


def _score_in_words(row: MatchView) -> dict[str, str]:
    scores = [score for score in row.scores if score is not None]
    return {"vp": "–".join(figure(score.vp) for score in scores), "difference": signed(scores[0].difference)}


def _tables(session: SessionView) -> list[tuple[int, str]]:
    """Return each table with its sides; without sides while a line-up is missing."""
    if not session.seats:
        return [(number, "") for number in session.tables]
    return [
        (number, " · ".join(f"{line_name(line)} {_named(pair)}" for line, pair in ((Line.NS, ns), (Line.EW, ew))))
        for number, ns, ew in session.seats
    ]


def _named(pair: Pair) -> str:
    return f"{pair.number} {pair}"
