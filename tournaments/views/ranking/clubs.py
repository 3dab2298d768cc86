"""The ranking of clubs."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.forms.ranking.clubs import ClubRankingForm
from tournaments.selectors.club_ranking import clubs_of
from tournaments.views.common import get_tournament, render_tournament
from tournaments.wording.clubs import club_rule_in_words, share_in_words


@require_safe
def club_ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the clubs, best first, by `?points=`, `?best=` and `?mixed=`."""
    tournament, form = get_tournament(slug), ClubRankingForm(request.GET)
    rows = [
        (row, share_in_words(row.vp), share_in_words(row.mp_difference, with_sign=True))
        for row in clubs_of(tournament, form.rule)
    ]
    context = {
        "section": "ranking",
        "form": form,
        "rows": rows,
        "rule": club_rule_in_words(form.rule),
        "query": request.GET.urlencode(),
    }
    return render_tournament(request, "ranking/clubs.html", tournament, context)
