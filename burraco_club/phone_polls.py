"""Phones that ask whether there is anything new at their table, and there is not: answered before anything else.

A hall's phones ask every few seconds, and nearly always nothing is new. What a page needs (the table of addresses,
sessions, languages, policies) would cost more than that answer, which shows nothing.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.urls.resolvers import RoutePattern
from django.utils.translation import get_language_from_path, override

from burraco_club.rights import EVERYBODY, rights_of
from tournaments.urls.phone import TABLE
from tournaments.views.phone.table import nothing_new

QUERIES = ("", "us=1")
"""What a page that polls asks with."""


class PhonePollsMiddleware:
    """Whatever has something new, or is asked in any other way than a page does, goes on to the view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        self._route = RoutePattern(TABLE, is_endpoint=True)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return (self._is_poll(request) and self._nothing_new(request)) or self._get_response(request)

    def _is_poll(self, request: HttpRequest) -> bool:
        sent = request.META
        return (
            request.method == "GET"
            and "HTTP_IF_NONE_MATCH" in sent
            and "HTTP_HX_REQUEST" in sent
            and not sent.get("CONTENT_TYPE")
            and sent.get("QUERY_STRING", "") in QUERIES
            and rights_of("phone_table").look is EVERYBODY
        )

    def _nothing_new(self, request: HttpRequest) -> HttpResponseBase | None:
        language = get_language_from_path(request.path_info) or settings.LANGUAGE_CODE
        prefix = "/" if language == settings.LANGUAGE_CODE else f"/{language}/"
        matched = self._route.match(request.path_info.removeprefix(prefix))
        if not matched:
            return None
        with override(language):
            return nothing_new(request, **matched[2])
