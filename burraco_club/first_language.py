"""The language in which somebody meets the program.

Addresses without a prefix are Italian. Whoever follows one from elsewhere, by a code on paper or in a message, is led
to the same page in the language of their browser, or in the club's if the program has none that the browser asks for.
From then on the addresses of the pages remember the language, without a cookie.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import translate_url
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language_from_path, get_supported_language_variant, override
from django.utils.translation.trans_real import parse_accept_lang_header

from tournaments.selectors.club_language import club_language

ELSEWHERE = {"none", "cross-site"}
"""Where a browser says that a visit comes from: an address that was typed or scanned, or another site."""
SENT = ("Accept", "Accept-Language", "Cookie", "Referer", "Sec-Fetch-Dest", "Sec-Fetch-Site")
"""The headers that decide whether somebody is led on."""


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
