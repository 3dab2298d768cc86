"""Answers before anything else: nothing new for phones, another language or a cached page for players, no login now.

A hall's phones ask every few seconds, and nearly always nothing is new; after every slip all of them request the same
page, which one request renders. Resolving the address and loading sessions, languages, policies and templates would
cost many times such a response. A flood of logins, too, must cost almost nothing.

Addresses without a prefix are Italian. Whoever follows one from elsewhere, by a code on paper or in a message, is led
to the same page in the language of their browser, or in the club's if the program has none that the browser asks for.
From then on the addresses of the pages remember the language, without a cookie.
"""

from collections.abc import Callable
from functools import cache
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import URLPattern, translate_url
from django.urls.resolvers import RoutePattern
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language_from_path, get_supported_language_variant, override
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts.errors import HashingBusy
from accounts.logins import hashing_queue
from accounts.logins.devices import is_known_to_anybody
from accounts.logins.security_log import note
from accounts.services.login_delays import network_of
from burraco_club.rights import EVERYBODY, rights_of
from tournaments.selectors.club_language import club_language
from tournaments.urls.hall import urlpatterns
from tournaments.urls.phone import TABLE
from tournaments.urls.seasons import PUBLIC

QUERIES = ("", "us=1")
"""The query strings that a polling page sends."""
ELSEWHERE = {"none", "cross-site"}
"""Where a browser says that a visit comes from: an address that was typed or scanned, or another site."""
SENT = ("Accept", "Accept-Language", "Cookie", "Referer", "Sec-Fetch-Dest", "Sec-Fetch-Site")
"""The headers that decide whether somebody is led on."""
TOO_MANY = 429
RETRY_SECONDS = 2
"""Seconds after which a refused login may be tried again."""


class PhonePollsMiddleware:
    """Answer polls that have nothing new. All other requests go on to the view."""

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
        language, path = _language_and_path(request)
        matched = self._route.match(path)
        if not matched:
            return None
        request.get_host()
        # The first poll brings what phones need, not the start.
        from tournaments.views.phone.table import nothing_new

        with override(language):
            return nothing_new(request, **matched[2])


class FirstLanguageMiddleware:
    """Lead strangers who arrive at an address without a language to the page in theirs."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return (self._arrives(request) and self._redirect(request)) or self._get_response(request)

    def _arrives(self, request: HttpRequest) -> bool:
        """Return whether a page is visited from elsewhere by somebody who is not logged in."""
        return (
            request.method == "GET"
            and _is_visit_from_elsewhere(request)
            and settings.SESSION_COOKIE_NAME not in request.COOKIES
            and get_language_from_path(request.path_info) is None
        )

    def _redirect(self, request: HttpRequest) -> HttpResponseBase | None:
        language = wished_language(request) or club_language()
        if language == settings.LANGUAGE_CODE:
            return None
        here = request.get_full_path()
        with override(settings.LANGUAGE_CODE):
            there = translate_url(here, language)
        if there == here:
            return None
        response = HttpResponseRedirect(there)
        patch_cache_control(response, no_store=True)
        patch_vary_headers(response, SENT)
        return response


def _is_visit_from_elsewhere(request: HttpRequest) -> bool:
    """Return whether a browser opens a page, not a part of one, by a link that is not the program's own.

    Browsers say so themselves, but not to a plain HTTP server in the hall.
    """
    sent = request.META
    if "HTTP_SEC_FETCH_SITE" in sent:
        return sent.get("HTTP_SEC_FETCH_DEST") == "document" and sent["HTTP_SEC_FETCH_SITE"] in ELSEWHERE
    is_page = sent.get("HTTP_ACCEPT", "").startswith("text/html") and "HTTP_HX_REQUEST" not in sent
    return is_page and urlsplit(sent.get("HTTP_REFERER", "")).netloc != request.get_host()


def wished_language(request: HttpRequest) -> str | None:
    """Return the first language of the browser's that the program has; None if it has none of them."""
    for code, _weight in parse_accept_lang_header(request.META.get("HTTP_ACCEPT_LANGUAGE", "")):
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return None


class PageCacheMiddleware:
    """Answer with a cached page of a hall or a season.

    All other requests go on to the view: those to render, personal ones, unusual ones.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        self._hall, self._season = RoutePattern("t/<slug:slug>/"), RoutePattern(PUBLIC, is_endpoint=True)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        is_plain = request.method in ("GET", "HEAD") and not request.META.get("CONTENT_TYPE")
        return (is_plain and self._cached_response(request)) or self._get_response(request)

    def _cached_response(self, request: HttpRequest) -> HttpResponseBase | None:
        # The first page of a hall or a season brings what they need, not the start.
        language, path = _language_and_path(request)
        if (matched := self._hall.match(path)) and _is_for_everybody(matched[0]):
            from tournaments.views.hall import public_pages

            read = public_pages.cached_response
        elif (matched := self._season.match(path)) and rights_of("public_season").look is EVERYBODY:
            from tournaments.views.seasons import public

            read = public.cached_season
        else:
            return None
        # Check the host as the view does: a foreign host name is refused.
        request.get_host()
        with override(language):
            response = read(request, str(matched[2]["slug"]))
        if response is not None:
            # Set what the skipped middleware would set.
            response["Content-Language"] = language
            if not get_language_from_path(request.path_info):
                patch_vary_headers(response, ["Accept-Language"])
        return response


def _language_and_path(request: HttpRequest) -> tuple[str, str]:
    """Return the language of the address, and the path behind its prefix."""
    language = get_language_from_path(request.path_info) or settings.LANGUAGE_CODE
    prefix = "/" if language == settings.LANGUAGE_CODE else f"/{language}/"
    return language, request.path_info.removeprefix(prefix)


def _is_for_everybody(path: str) -> bool:
    """Return whether the path is a cached page of a tournament that anybody may see."""
    route = next((route for route in urlpatterns if route.pattern.match(path)), None)
    return route is not None and is_cached(route) and rights_of(str(route.name)).look is EVERYBODY


def is_cached(route: URLPattern) -> bool:
    """Return whether the page at this address is the same for everybody."""
    return getattr(route.callback, "is_cached", False)


class LoginGateMiddleware:
    """Let one login through at a time. Strangers are told to try again; a known device waits for its turn."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method != "POST" or not request.path_info.endswith("/login/"):
            return self._get_response(request)
        known = is_known_to_anybody(request)
        if not known and hashing_queue.is_shut(network_of(request.META.get("REMOTE_ADDR", ""))):
            return _turned_away(request, "login from an address that waits", "accounts/login_delay.html")
        try:
            with hashing_queue.turn(patience=hashing_queue.PATIENCE if known else 0):
                response = self._get_response(request)
                if response.status_code >= 400:
                    hashing_queue.linger()
                return response
        except HashingBusy:
            return _turned_away(request, "login while another was looked at", "accounts/hashing_queue.html")


def _turned_away(request: HttpRequest, what: str, template: str) -> HttpResponse:
    note(request, what)
    page = _page(template, get_language_from_path(request.path_info) or settings.LANGUAGE_CODE)
    return HttpResponse(page, status=TOO_MANY, headers={"Retry-After": str(RETRY_SECONDS)})


@cache
def _page(template: str, language: str) -> bytes:
    """Render a page once; it is the same for everybody."""
    with override(language):
        return render_to_string(template).encode()
