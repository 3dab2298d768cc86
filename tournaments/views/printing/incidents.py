"""The sheet of a referee's statement."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.selectors.incidents import StatedIncident, incident_of
from tournaments.sheets.incident_sheet import StatementText, incident_sheet
from tournaments.views.common import found_or_404, get_tournament

from .sheets import pdf_response, sheet_header


@require_safe
def incident(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Send a statement, to be signed."""
    tournament = get_tournament(slug)
    stated = found_or_404(incident_of(tournament, number))
    pdf = incident_sheet(sheet_header(tournament), statement_text(stated))
    return pdf_response(pdf, tournament, _("statement-%(number)s") % {"number": number})


def statement_text(stated: StatedIncident) -> StatementText:
    """Return the statement of an incident in words, for its sheet."""
    row = stated.row
    at = row.happened_at and timezone.localtime(row.happened_at)
    when = f"{date_format(at, 'DATE_FORMAT')}, {time_format(at, 'H:i')}" if at else ""
    return StatementText(
        number=row.number,
        facts=[
            (_("Where"), stated.place),
            (_("When"), when),
            (_("Began with"), str(row.get_source_display())),
            (_("Articles"), row.articles),
        ],
        concerned=[f"{entrant.id} {entrant.label}" for entrant in stated.entrants],
        happened=row.facts,
        heard=stated.hearings,
        decision=row.decision,
        referee=row.referee,
    )
