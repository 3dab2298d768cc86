"""Pages that are the same for everybody: no cookie, no user, and a 304 for clients that have the current version."""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

ASKED_AGAIN = {"max_age": 0, "s_maxage": 2}
"""A browser asks again each time, and a proxy between the club and its players after a moment."""


def has_page(request: HttpRequest, etag: str) -> bool:
    """Return whether the client has the version with this ETag."""
    return etag in request.META.get("HTTP_IF_NONE_MATCH", "")


def answer(request: HttpRequest, etag: str, make: Callable[[], HttpResponse], **caching: int) -> HttpResponseBase:
    """Return a 304 if the client has the version with this ETag, otherwise the page."""
    return shareable(conditional(request, etag) or make(), etag, **caching)


def conditional(request: HttpRequest, etag: str) -> HttpResponseBase | None:
    """Return a 304 or 412 if the request's conditions call for it, otherwise None."""
    return get_conditional_response(request, etag=etag)


def shareable(response: HttpResponseBase, etag: str, **caching: int) -> HttpResponseBase:
    """Return the response, marked with its ETag and as public."""
    response["ETag"] = etag
    patch_cache_control(response, public=True, **caching or ASKED_AGAIN)
    return response


def same_for_everybody(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Decorate a view whose page depends on its address alone.

    The page is made for every request to compute its ETag.
    """

    @require_safe
    @wraps(view)
    def shared(request: HttpRequest, **parts: str) -> HttpResponseBase:
        response = view(request, **parts)
        etag = f'"{sha256(response.content).hexdigest()[:32]}-{settings.CODE_VERSION}"'
        return answer(request, etag, lambda: response)

    return shared
