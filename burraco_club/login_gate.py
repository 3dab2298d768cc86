"""The gate before the login, where requests wait for their turn. A flood of them must cost almost nothing."""

from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_path, override

from accounts.errors import HashingBusy
from accounts.logins import hashing_queue
from accounts.logins.devices import is_known_to_anybody
from accounts.logins.security_log import note
from accounts.services.login_delays import network_of

TOO_MANY = 429
RETRY_SECONDS = 2


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
