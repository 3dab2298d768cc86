"""The sheet about the evening."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.charts.differences import round_differences
from tournaments.charts.places import first_courses
from tournaments.selectors.hall.hall import hall_of
from tournaments.selectors.hall.highlights import highlights_in
from tournaments.sheets.evening_sheet import evening_sheet
from tournaments.views.common import get_tournament
from tournaments.views.printing.sheets import pdf_response, sheet_header
from tournaments.wording.highlights import highlights_in_words


@require_safe
def evening(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the leaders' course, the differences of the tables, and the highlights so far."""
    tournament = get_tournament(slug)
    hall = hall_of(tournament, in_public=False)
    differences = (round_differences(hall.evening.results, number) for number in hall.course.rounds)
    pdf = evening_sheet(
        sheet_header(tournament),
        courses=first_courses(hall.course, hall.standings),
        differences=[chart for chart in differences if chart is not None],
        highlights=highlights_in_words(highlights_in(hall), hall.entrants, most_named=1),
    )
    return pdf_response(pdf, tournament, _("evening"))
