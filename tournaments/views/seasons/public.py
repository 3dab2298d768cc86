"""A season's public ranking: made once for all readers, with a 304 while nothing has changed."""

from functools import partial
from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pages.line import line_address
from tournaments.selectors.generations import generation
from tournaments.selectors.season_revision import SeasonRevision, season_revision_of
from tournaments.views.hall.public_pages import cached_answer, cached_page

from .season_page import get_season, season_context


@require_safe
def public_season(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show a public season; other seasons are answered like unknown ones."""
    found = season_revision_of(slug)
    if found is None:
        raise Http404
    pk, revision = found
    return cached_answer(request, pk, season_etag(revision), partial(_page, request, slug))


def cached_season(request: HttpRequest, slug: str) -> HttpResponseBase | None:
    """Return what `public_season` would answer, or None if the page has to be made. One query."""
    found = season_revision_of(slug)
    if found is None:
        return None
    pk, revision = found
    return cached_page(request, pk, season_etag(revision))


def season_etag(revision: SeasonRevision) -> str:
    """Return the ETag of the page's data, read before them: what is read later can only be newer."""
    facts = (revision, generation(), get_language(), settings.CODE_VERSION, line_address())
    return f'"{sha256(repr(facts).encode()).hexdigest()[:32]}"'


def _page(request: HttpRequest, slug: str) -> HttpResponse:
    return render(request, "seasons/public.html", season_context(request, get_season(slug), in_public=True))
