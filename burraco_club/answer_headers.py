"""The headers of an answer that say who may store it, and which other sites may read it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import has_vary_header, patch_cache_control

from burraco_club.rights import EVERYBODY, rights_of

Answer = Callable[[HttpRequest], HttpResponseBase]

NAMESPACES = frozenset({"api", "api_v1"})
"""The addresses that pages of other sites may read: the API's documentation and public answers, by GET."""


class PrivatePagesMiddleware:
    """Forbid storing personal responses: after the logout, the next user of the laptop could open them.

    Whatever reads the session, and so everything that requires a login, varies by cookie; public pages do not.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if has_vary_header(response, "Cookie"):
            patch_cache_control(response, private=True, no_store=True)
        return response


class OtherSitesMiddleware:
    """Let pages of other sites read these answers, and refusals: without the header a page could not read the reason.

    They may read nothing that requires a token, and nothing else of the club. No cookie is sent along, so they read
    what a stranger reads.
    """

    def __init__(self, get_response: Answer) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if request.method in ("GET", "HEAD") and _is_public(request):
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = "ETag, Retry-After"
        return response


def _is_public(request: HttpRequest) -> bool:
    match = request.resolver_match
    if match is None or NAMESPACES.isdisjoint(match.namespaces):
        return False
    return rights_of(match.view_name).look is EVERYBODY
