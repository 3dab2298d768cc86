"""Pages that are the same for everybody: no cookie, no user, a 304 for who has them already."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control

SHARED_SECONDS = 2
"""How long a proxy between the club and its players may keep a page without asking again."""


def answer(
    request: HttpRequest, etag: str, make: Callable[[], HttpResponse], **caching: bool | int
) -> HttpResponseBase:
    """A 304 for who has what this ETag names, otherwise the page."""
    response = get_conditional_response(request, etag=etag) or make()
    response["ETag"] = etag
    patch_cache_control(response, public=True, **caching)
    return response
