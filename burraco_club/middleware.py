"""The one place where it is decided who may do what."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts.logins.begun import stay_awake
from accounts.logins.security_log import note
from accounts.models import must_change_password, role_of
from accounts.services.second_factor import lacks_second_factor
from burraco_club.programs import refused_to_program
from burraco_club.rights import EVERYBODY, FOR_PROGRAMS, Rights, may, methods_of, rights_of

BEFORE_ANOTHER_PASSWORD = {"own_password"}
"""What is open to somebody whose password was drawn: nothing but the page where it is changed."""
BEFORE_A_SECOND_FACTOR = BEFORE_ANOTHER_PASSWORD | {"second_factor", "own_account"}
"""What is open to an administrator who has none, where the settings demand one."""
HTMX = "HX-Request"
"""Of a request for a part of a page."""


class RightsMiddleware:
    """Asks the table of rights before every view, and for a login where one is needed.

    What is for everybody is answered without asking who it is. That alone reads the session, costs queries, and makes
    the answer one that varies by cookie: no proxy could share it, and a player's page would know its referee.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        name = request.resolver_match.view_name if request.resolver_match else ""
        rights = rights_of(name)
        who = rights.of(request.method or "")
        if name.startswith(FOR_PROGRAMS) and rights != Rights():
            return refused_to_program(request, rights)
        if who is EVERYBODY:
            return None
        if rights == Rights():
            raise PermissionDenied("no rights are known")
        if EVERYBODY not in (rights.look, rights.write) and not request.user.is_authenticated:
            return _to_login(request)
        if who is None:
            note(request, "no such method", method=request.method)
            return HttpResponseNotAllowed(methods_of(rights))
        if not may(role_of(request.user), who):
            raise PermissionDenied(f"role {role_of(request.user)}")
        if name not in BEFORE_A_SECOND_FACTOR and lacks_second_factor(request.user):
            messages.info(request, _("Administrators log in here with a second factor, too: set yours up first."))
            return redirect("second_factor")
        if must_change_password(request.user) and name not in BEFORE_ANOTHER_PASSWORD:
            return redirect("own_password")
        if not (rights.polled and HTMX in request.headers):
            stay_awake(request.session, at=timezone.now())
        return None


def _to_login(request: HttpRequest) -> HttpResponseBase:
    """And back to the page that was asked for; from a part of one, or a form that was sent, to the page that it is on.

    htmx would draw the login where the part was: it is told to leave the page instead.
    """
    is_part = HTMX in request.headers
    page = ""
    if is_part or request.method == "POST":
        # A header may be anything; whether it leads to another site, the login asks.
        with suppress(ValueError):
            sent_from = urlsplit(request.headers.get("HX-Current-URL" if is_part else "Referer", ""))
            page = sent_from._replace(scheme="", netloc="").geturl()
    response = redirect_to_login(page or request.get_full_path())
    return HttpResponseClientRedirect(response.url) if is_part else response
