"""A season's ranking for everybody: the same bytes for all, a 304 while nothing has changed."""

from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.views.cached_pages import SHARED_SECONDS, answer
from tournaments.models import Season
from tournaments.selectors.seasons import entries_of

from .shown import get_season, season_context


@require_safe
def public_season(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Of a season that was made public; of any other one nobody is told that it is there."""
    season = get_season(slug)
    if not season.public:
        raise Http404

    def make() -> HttpResponse:
        return render(request, "seasons/public.html", season_context(request, season, in_public=True))

    return answer(request, season_etag(season), make, max_age=0, s_maxage=SHARED_SECONDS)


def season_etag(season: Season) -> str:
    """Everything that the page is made from: the season's revision and those of its tournaments, read before it."""
    revisions = [(entry.tournament_id, entry.tournament.revision) for entry in entries_of(season)]
    facts = (season.pk, season.revision, revisions, get_language(), settings.CODE_VERSION)
    return f'"{sha256(repr(facts).encode()).hexdigest()[:32]}"'
