"""Answers that are everybody's: whoever has one already is told so, and each is kept as a file."""

from collections.abc import Callable
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from scoring.views.cached_pages import answer
from tournaments.views.hall.shared import CACHING


def for_everybody(request: HttpRequest, etag: str, make: Callable[[], HttpResponse]) -> HttpResponseBase:
    """What is asked for by a link is kept as a file: no browser reads what others wrote as a page."""

    def as_file() -> HttpResponse:
        response = make()
        response["Content-Disposition"] = 'attachment; filename="burraco.json"'
        return response

    return answer(request, etag, as_file, **CACHING)


def by_its_content(request: HttpRequest, response: HttpResponse) -> HttpResponseBase:
    """Where no revision speaks for all that it says, its ETag is made of what it says."""
    etag = f'"{sha256(response.content).hexdigest()[:32]}-{settings.CODE_VERSION}"'
    return for_everybody(request, etag, lambda: response)
