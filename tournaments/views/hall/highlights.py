"""The public highlights of the evening, with the course of the leaders."""

from django.http import HttpRequest, HttpResponse

from tournaments.charts.places import first_courses
from tournaments.models import Tournament
from tournaments.selectors.hall.highlights import highlights_in
from tournaments.wording.highlights import highlights_in_words

from .page_cache import current_hall
from .public_pages import public_page, render_public


@public_page
def public_highlights(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    hall = current_hall(tournament)
    context = {
        "section": "ranking",
        "highlights": highlights_in_words(highlights_in(hall), hall.entrants),
        "courses": first_courses(hall.course, hall.standings),
    }
    return render_public(request, "hall/highlights.html", hall, context)
