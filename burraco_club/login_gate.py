"""Before anything else is done for a login: whether it is its turn. A flood of them must cost next to nothing."""

from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_path, override

from accounts.errors import HashingBusy
from accounts.logins import turns
from accounts.logins.devices import is_known_to_anybody
from accounts.logins.security_log import note
from accounts.services.limits import network_of

TOO_MANY = 429
RETRY_SECONDS = 2


class LoginGateMiddleware:
    """One login at a time. Whoever comes meanwhile is asked to try again; a known device waits for its turn."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method != "POST" or not request.path_info.endswith("/login/"):
            return self._get_response(request)
        known = is_known_to_anybody(request)
        if not known and turns.is_shut(network_of(request.META.get("REMOTE_ADDR", ""))):
            return _turned_away(request, "login from an address that waits", "accounts/address_waits.html")
        try:
            with turns.turn(patience=turns.PATIENCE if known else 0):
                response = self._get_response(request)
                if response.status_code >= 400:
                    turns.linger()
                return response
        except HashingBusy:
            return _turned_away(request, "login while another was looked at", "accounts/busy.html")


def _turned_away(request: HttpRequest, what: str, template: str) -> HttpResponse:
    note(request, what)
    page = _page(template, get_language_from_path(request.path_info) or settings.LANGUAGE_CODE)
    return HttpResponse(page, status=TOO_MANY, headers={"Retry-After": str(RETRY_SECONDS)})


@cache
def _page(template: str, language: str) -> bytes:
    """Drawn once: it says the same to everybody."""
    with override(language):
        return render_to_string(template).encode()
