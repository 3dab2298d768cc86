"""What every request passes before its view: its checks, its rights, and how refusals and lines are called there.

Permissions are checked here, by the table in `burraco_club/rights.py`, and nowhere else.
"""

import codecs
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import override
from django_htmx.http import HttpResponseClientRedirect

from accounts.logins.security_log import note
from accounts.logins.session_start import stay_awake
from accounts.models import Program, Role, must_change_password, role_of
from accounts.services.second_factor import lacks_second_factor
from burraco_club.context_processors import NOBODY
from burraco_club.error_pages import AddressTooLong, bad_request
from burraco_club.line.gate import refused_by_line
from burraco_club.rights import EVERYBODY, FOR_PROGRAMS, Rights, methods_of, rights_of
from burraco_club.token_access import refused_to_program
from pages.club_face import CLUB_FACE, FELT, ClubFace
from pages.line import came_by_line
from pages.prepared_queries import PreparedQuery
from tournaments.api import problems
from tournaments.models import Club, ClubLogo
from tournaments.records import LineNames
from tournaments.wording.lines import LINE_NAMES

logger = logging.getLogger("burraco_club.requests")

Answer = Callable[[HttpRequest], HttpResponseBase]

BEFORE_ANOTHER_PASSWORD = {"own_password"}
"""The pages open to a user with a generated password: only the page where it is changed."""
BEFORE_A_SECOND_FACTOR = BEFORE_ANOTHER_PASSWORD | {"second_factor", "own_account"}
"""The pages open to an administrator without a second factor if the settings require one."""
OF_PAGES = ("GET", "HEAD", "POST")
"""The methods that browsers use by themselves."""
HTMX = "HX-Request"
"""The header of a request for a part of a page."""
LONGEST_QUERY = 8_000
"""In bytes, as sent. The program's longest query, a calculator full of cards, is a quarter of this."""
LONGEST_SEARCH = 200
"""In characters: more than a name, a club and a card number together. Every word makes the query slower."""
SEARCHES = ("q", "find")


class _Middleware:
    """A middleware that answers by itself only what it refuses."""

    def __init__(self, get_response: Answer) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)


class RequestChecksMiddleware(_Middleware):
    """Refuse requests that no browser sends and that nothing here could read, and searches that are too long."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        query = request.META.get("QUERY_STRING", "")
        if len(query) > LONGEST_QUERY:
            raise AddressTooLong(LONGEST_QUERY)
        if request.encoding is not None and codecs.lookup(request.encoding).name != "utf-8":
            raise BadRequest("The request names another encoding than UTF-8.")
        if not (request.META.get("CONTENT_LENGTH") or "0").isdecimal():
            raise BadRequest("The length of the body is no number.")
        # PostgreSQL cannot store a NUL in a text.
        if "\0" in request.path:
            raise BadRequest("The address has a NUL in it.")
        if any(len(typed) > LONGEST_SEARCH for name in SEARCHES for typed in request.GET.getlist(name)):
            raise AddressTooLong(LONGEST_SEARCH)
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Refuse a number larger than any database holds. Django's own forms pass it on as a key."""
        if not isinstance(exception, OverflowError | DataError):
            return None
        logger.warning("refused: %s", exception)
        return bad_request(request, exception)


# A constraint allows one row, so that no order is needed.
CLUB = PreparedQuery(lambda: Club.objects.values(*NOBODY))


class ClubSettingsMiddleware(_Middleware):
    """Give a request the club's settings, read once and when they are first needed.

    The names of its lines and its face follow them.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        club_settings: Any = SimpleLazyObject(lambda: next(iter(CLUB.rows()), NOBODY))
        request.club_settings = club_settings  # type: ignore[attr-defined]
        outside = LINE_NAMES.set(lambda: LineNames(club_settings["lines"]))
        face_outside = CLUB_FACE.set(cache(lambda: _face_of(club_settings)))
        try:
            return self._get_response(request)
        finally:
            CLUB_FACE.reset(face_outside)
            LINE_NAMES.reset(outside)


def _face_of(club_settings: Any) -> ClubFace:
    return ClubFace(accent=club_settings["accent"] or FELT, logo=club_settings["logo"], read=cache(_logo))


def _logo(name: str) -> bytes:
    return bytes(ClubLogo.objects.values_list("image", flat=True).filter(name=name).first() or b"")


class ProblemsMiddleware(_Middleware):
    """Let programs read refusals as problems, not as pages for people."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if not request.path_info.startswith(problems.ADDRESSES):
            return response
        if response.status_code not in problems.WORDS or response.headers.get("Content-Type") == problems.PROBLEM_TYPE:
            return response
        allowed = response.headers.get("Allow", "")
        with override(getattr(request, "LANGUAGE_CODE", None)):
            refusal = problems.problem(
                response.status_code,
                _("This address is read with GET and written with PUT.") if "PUT" in allowed else "",
            )
        if allowed:
            refusal["Allow"] = allowed
        return refusal


class AdmissionMiddleware(_Middleware):
    """Refuse by the line what stays in the hall, and methods that no page uses, before a token or login is required."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        if came_by_line(request) and (refusal := refused_by_line(request)):
            return refusal
        if request.method in OF_PAGES:
            return None
        name, rights = _rights_at(request)
        if rights.of(request.method or "") is not None or rights == Rights() or name.startswith(FOR_PROGRAMS):
            return None
        return _no_such_method(request, rights)


class RightsMiddleware(_Middleware):
    """Check the table of rights before every view, and require a login if needed.

    A public page is answered without looking up the user. That lookup reads the session, costs queries, and makes the
    response vary by cookie: no proxy could share it, and a player's page would recognise a referee.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        """Return the response instead of the view's, or None."""
        name, rights = _rights_at(request)
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
            return _no_such_method(request, rights)
        role = role_of(request.user)
        if isinstance(who, Program) or not role.may(who):
            raise PermissionDenied(f"role {role}")
        if role is Role.ADMINISTRATOR and name not in BEFORE_A_SECOND_FACTOR and lacks_second_factor(request.user):
            messages.info(request, _("Administrators need two-step login here: set yours up first."))
            return redirect("second_factor")
        if must_change_password(request.user) and name not in BEFORE_ANOTHER_PASSWORD:
            return redirect("own_password")
        if not (rights.polled and HTMX in request.headers):
            stay_awake(request.session, at=timezone.now())
        return None


def _rights_at(request: HttpRequest) -> tuple[str, Rights]:
    """Return the name of the address, and the rights there."""
    name = request.resolver_match.view_name if request.resolver_match else ""
    return name, rights_of(name)


def _no_such_method(request: HttpRequest, rights: Rights) -> HttpResponseBase:
    note(request, "no such method", method=request.method)
    return HttpResponseNotAllowed(methods_of(rights))


def _to_login(request: HttpRequest) -> HttpResponseBase:
    """Redirect to the login, and from there back to the requested page or to the page of the requested part or form.

    htmx would insert the login in place of the part, so it is told to leave the page.
    """
    is_part = HTMX in request.headers
    page = ""
    if is_part or request.method == "POST":
        # The header may hold anything; the login checks whether it leads to another site.
        with suppress(ValueError):
            sent_from = urlsplit(request.headers.get("HX-Current-URL" if is_part else "Referer", ""))
            page = sent_from._replace(scheme="", netloc="").geturl()
    response = redirect_to_login(page or request.get_full_path())
    return HttpResponseClientRedirect(response.url) if is_part else response
