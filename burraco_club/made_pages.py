"""Players' pages that have been made, and that nothing has changed since: answered before anything else.

After every slip all phones of a hall ask for the same page. One of them has it made; for the others, what a page needs
(the table of addresses, sessions, languages, templates) would cost many times what the answer does.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern
from django.urls.resolvers import RoutePattern
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_path, override

from burraco_club.rights import EVERYBODY, rights_of
from tournaments.urls.hall import urlpatterns
from tournaments.views.hall.shared import made_already

KEPT: tuple[URLPattern, ...] = tuple(each for each in urlpatterns if getattr(each.callback, "is_kept", False))
"""The pages that are the same for everybody."""


class MadePagesMiddleware:
    """Whatever has to be made, is not for everybody, or is asked in another way than a page is, goes on to the view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        self._hall = RoutePattern("t/<slug:slug>/")

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        asked = request.method in ("GET", "HEAD") and not request.META.get("CONTENT_TYPE")
        return (asked and self._made_already(request)) or self._get_response(request)

    def _made_already(self, request: HttpRequest) -> HttpResponseBase | None:
        named = get_language_from_path(request.path_info)
        language = named or settings.LANGUAGE_CODE
        prefix = "/" if language == settings.LANGUAGE_CODE else f"/{language}/"
        matched = self._hall.match(request.path_info.removeprefix(prefix))
        if not matched or not _is_for_everybody(matched[0]):
            return None
        with override(language):
            response = made_already(request, str(matched[2]["slug"]))
        if response is not None:
            # As the middlewares would, that it does not come by.
            response["Content-Language"] = language
            if not named:
                patch_vary_headers(response, ["Accept-Language"])
        return response


def _is_for_everybody(path: str) -> bool:
    """Whether a tournament's page of that path is one that is kept, and that anybody may look at."""
    name = next((each.name for each in KEPT if each.pattern.match(path)), None)
    return name is not None and rights_of(name).look is EVERYBODY
