"""Files for other programs: the whole tournament as JSON, the ranking for a spreadsheet."""

import csv
import io

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from accounts.models import JournalEntry
from tournaments.files import SEPARATORS, as_text
from tournaments.interchange import export_tournament, to_json
from tournaments.models import Tournament
from tournaments.selectors.ranking import progress_of, ranking_of
from tournaments.selectors.results import results_of
from tournaments.views.common import get_tournament
from tournaments.views.ranking.ranking import round_asked

from .downloads import file_to_keep, write_down

COLUMNS = ("place", "pair", "names", "vp", "mp_difference", "mp")
TEAM_COLUMNS = ("place", "team", "name", "vp", "mp_difference", "mp")


@require_safe
def tournament_json(request: HttpRequest, slug: str) -> HttpResponse:
    """As `import_tournament` reads it."""
    tournament = get_tournament(slug)
    text = to_json(export_tournament(tournament))
    write_down(request, JournalEntry.Event.EXPORT, tournament)
    return file_to_keep(text, "application/json", f"{slug}.json")


@require_safe
def ranking_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking, now or `?after=N`, in UTF-8 with its mark, by which spreadsheets know accents; or `?of=teams`."""
    separator = SEPARATORS.get(request.GET.get("separator", "comma"))
    of_teams = request.GET.get("of") == "teams"
    tournament = get_tournament(slug)
    if separator is None or (of_teams and tournament.kind != Tournament.Kind.TEAMS):
        raise Http404
    results = results_of(tournament)
    ranking = ranking_of(tournament, results, round_asked(request, progress_of(results)))
    write_down(request, JournalEntry.Event.RANKING_EXPORT, tournament)
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=separator)
    if of_teams:
        writer.writerow(TEAM_COLUMNS)
        writer.writerows(
            (row.place, row.number, as_text(row.name), row.vp, row.mp_difference, row.mp) for row in ranking.teams()
        )
        return file_to_keep(f"\ufeff{text.getvalue()}", "text/csv; charset=utf-8", f"{slug}-teams.csv")
    writer.writerow(COLUMNS)
    for row in ranking.standings:
        names = as_text(row.entrant.label)
        writer.writerow((row.place, row.entrant.id, names, row.vp, row.mp_difference, row.mp))
    return file_to_keep(f"\ufeff{text.getvalue()}", "text/csv; charset=utf-8", f"{slug}-ranking.csv")
