"""A season's ranking for everybody: made once for all who ask, the same bytes, a 304 while nothing has changed."""

from collections.abc import Sequence
from functools import partial
from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.selectors.prepared import Row
from tournaments.selectors.season_revision import season_revision_of
from tournaments.views.hall.shared import kept_answer

from .shown import get_season, season_context


@require_safe
def public_season(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Of a season that was made public; of any other one nobody is told that it is there."""
    revision = season_revision_of(slug)
    if not revision:
        raise Http404
    return kept_answer(request, revision[0]["pk"], season_etag(revision), partial(_page, request, slug))


def season_etag(revision: Sequence[Row]) -> str:
    """Everything that the page is made from, read before it: what is read later can only be newer."""
    facts = ([tuple(row.values()) for row in revision], get_language(), settings.CODE_VERSION)
    return f'"{sha256(repr(facts).encode()).hexdigest()[:32]}"'


def _page(request: HttpRequest, slug: str) -> HttpResponse:
    return render(request, "seasons/public.html", season_context(request, get_season(slug), in_public=True))
