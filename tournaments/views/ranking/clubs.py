"""The ranking of clubs."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.forms.ranking.clubs import ClubRankingForm
from tournaments.selectors.club_ranking import clubs_of
from tournaments.views.common import get_tournament, render_tournament
from tournaments.wording.clubs import club_rule_in_words, share_in_words

CLUBS_A_PAGE, PAIRS_A_CLUB = 60, 60
"""The clubs on a page, and the pairs named of each; all are on the sheet that is printed."""


@require_safe
def club_ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the clubs, best first, by `?points=`, `?best=` and `?mixed=`."""
    tournament, form = get_tournament(slug), ClubRankingForm(request.GET)
    page = Paginator(clubs_of(tournament, form.rule), CLUBS_A_PAGE).get_page(request.GET.get("page"))
    rows = [(row, share_in_words(row.vp), share_in_words(row.mp_difference, with_sign=True)) for row in page]
    asked = request.GET.copy()
    asked.pop("page", None)
    context = {
        "section": "ranking",
        "form": form,
        "rows": rows,
        "rule": club_rule_in_words(form.rule),
        "page": page,
        "most_pairs": PAIRS_A_CLUB,
        "query": asked.urlencode(),
    }
    return render_tournament(request, "ranking/clubs.html", tournament, context)
