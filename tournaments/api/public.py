"""The public answers: cached by their ETag, and sent as files."""

from collections.abc import Callable
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from pages.conditional_answers import answer


def for_everybody(request: HttpRequest, etag: str, make: Callable[[], HttpResponse]) -> HttpResponseBase:
    """Return the answer as a file, so that no browser displays other people's text as a page."""

    def as_file() -> HttpResponse:
        response = make()
        response["Content-Disposition"] = 'attachment; filename="burraco.json"'
        return response

    return answer(request, etag, as_file)


def by_its_content(request: HttpRequest, response: HttpResponse) -> HttpResponseBase:
    """Return the answer with an ETag of its content, for data without a revision."""
    etag = f'"{sha256(response.content).hexdigest()[:32]}-{settings.CODE_VERSION}"'
    return for_everybody(request, etag, lambda: response)
