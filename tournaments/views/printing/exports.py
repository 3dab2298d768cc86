"""Files for other programs: the whole tournament as JSON, the ranking for a spreadsheet."""

import csv
import io

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import JournalEntry, Role, role_of
from pages.file_names import file_name
from tournaments.files import MEDIA_TYPES, SEPARATORS, as_text
from tournaments.interchange import export_tournament, to_json
from tournaments.records.gironi import girone_letter
from tournaments.selectors.ranking import progress_of, ranking_of
from tournaments.selectors.results import results_of
from tournaments.views.common import get_tournament, user_of
from tournaments.views.ranking.ranking import round_asked

from .downloads import file_to_keep, write_down

COLUMNS = ("place", "pair", "names", "vp", "mp_difference", "mp")
GIRONE_COLUMN = ("girone",)
"""The last column, once the ranking was cut."""
TEAM_COLUMNS = ("place", "team", "name", "vp", "mp_difference", "mp")


@require_safe
def tournament_json(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the JSON that `import_tournament` reads; the statements of incidents only to referees."""
    tournament = get_tournament(slug)
    text = to_json(export_tournament(tournament, incidents=role_of(user_of(request)).may(Role.REFEREE)))
    write_down(request, JournalEntry.Event.EXPORT, tournament)
    return file_to_keep(text, "application/json", f"{slug}.json")


@require_safe
def ranking_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the ranking as CSV, now or `?after=N`, with a byte order mark for accents; or `?of=teams`."""
    separator = SEPARATORS.get(request.GET.get("separator", "comma"))
    of_teams = request.GET.get("of") == "teams"
    tournament = get_tournament(slug)
    if separator is None or (of_teams and not tournament.has_teams):
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
        return _csv(text, _("teams"), slug)
    in_gironi = any(row.girone is not None for row in ranking.standings)
    writer.writerow((*COLUMNS, *GIRONE_COLUMN[: int(in_gironi)]))
    for row in ranking.standings:
        names = as_text(row.entrant.label)
        letter = [] if row.girone is None else [girone_letter(row.girone)]
        writer.writerow((row.place, row.entrant.id, names, row.vp, row.mp_difference, row.mp, *letter))
    return _csv(text, _("ranking"), slug)


def _csv(text: io.StringIO, *named: str) -> HttpResponse:
    content = f"\ufeff{text.getvalue()}"
    return file_to_keep(content, MEDIA_TYPES["csv"], file_name(*named, extension="csv"))
