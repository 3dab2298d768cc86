"""What may pass the line, and how requests and answers look that do. No request from the hall's network comes here.

Through the line goes what everybody may look at and send: players' pages, tables' phones, public entries. Accounts stay
in the hall unless the club says otherwise; then those come in that have a second factor. Never through the line go
Django's administration, links for a first login, what tokens open, and what monitoring asks about the laptop's disk.

A session is known by a cookie of the line's own, which is signed here: one from the hall's network opens nothing.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from http import HTTPStatus
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.http import http_date, parse_http_date_safe
from django.utils.translation import get_language_from_path, override

from accounts.logins.security_log import note
from accounts.models import Program
from accounts.services import has_second_factor
from burraco_club.rights import ADMINISTRATION, EVERYBODY, rights_of
from pages.conditional_answers import ASKED_AGAIN
from pages.line import BY_LINE
from tournaments.selectors.club_online import accounts_online

LOGINS = {"login", "login_device", "logout"}
"""What everybody may open in the hall, but through the line only where accounts may come in."""
NEVER = {"first_login", "health_ready"}
"""A first login has no second factor; the disk and the backups are the laptop's own affair."""
AS_OF = "X-As-Of"
"""The header with day and time of an answer, for the proxy, which shows it when the line is cut."""
ALIKE = {"home", "privacy"}
"""Pages that the hall lets nobody keep, since they look at the session, but that are the same for every stranger."""
REFUSAL = "club/not_by_line.html"

Answer = Callable[[HttpRequest], HttpResponseBase]


def may_pass(name: str, method: str, *, with_accounts: bool) -> bool:
    """Return whether a request to the address of that name may come by the line, whoever sends it."""
    if name in NEVER or name.startswith(ADMINISTRATION):
        return False
    if name in LOGINS:
        return with_accounts
    rights = rights_of(name)
    who = rights.of(method)
    if who is EVERYBODY or (who is None and EVERYBODY in (rights.look, rights.write)):
        # The latter is refused as in the hall: there is no such method.
        return True
    return with_accounts and not any(isinstance(visitor, Program) for visitor in (rights.look, rights.put))


def answer_by_line(request: HttpRequest, get_response: Answer) -> HttpResponseBase:
    """Answer a request that came by the line, in the session that began by it."""
    _check_host(request)
    _take_session(request)
    _ask_again_each_minute(request)
    if _is_login(request) and not accounts_online():
        # Before the queue of logins, in which nobody outside has a place.
        response: HttpResponseBase = _refused_login(request)
    else:
        response = get_response(request)
    _let_strangers_pages_be_kept(request, response)
    _give_cookies(response)
    response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if response.status_code != HTTPStatus.NOT_MODIFIED:
        response.headers[AS_OF] = f"{timezone.localtime(_asked_at(request)):%d/%m/%Y %H:%M}"
        if response.status_code == HTTPStatus.OK and response.has_header("ETag"):
            response.headers.setdefault("Last-Modified", http_date(time.time()))
    return response


def refused_by_line(request: HttpRequest) -> HttpResponse | None:
    """Return the refusal of a request by the line for what stays in the hall, or None."""
    name = request.resolver_match.view_name if request.resolver_match else ""
    if may_pass(name, request.method or "", with_accounts=False):
        return None
    if may_pass(name, request.method or "", with_accounts=True) and accounts_online() and _is_known(request, name):
        return None
    note(request, "refused by the line", method=request.method)
    return render(request, REFUSAL, status=HTTPStatus.FORBIDDEN)


def _is_known(request: HttpRequest, name: str) -> bool:
    """Return whether the request needs no account yet, or comes from one that has a second factor still."""
    return name in LOGINS or not request.user.is_authenticated or has_second_factor(request.user)


def _check_host(request: HttpRequest) -> None:
    """Refuse another name than the one under which the line is on the web: links would be made of it."""
    expected = urlsplit(request.META[BY_LINE]).netloc
    if request.META.get("HTTP_HOST", "").lower() != expected:
        raise DisallowedHost(f"expected {expected} by the line")


def _asked_at(request: HttpRequest) -> datetime:
    """Return when the house asked, by its own clock: the laptop's may be wrong. By ours if it does not say."""
    try:
        return datetime.fromtimestamp(float(request.META.get("HTTP_HOUSE_TIME", "")), UTC)
    except (ValueError, OverflowError, OSError):
        return timezone.now()


def _ask_again_each_minute(request: HttpRequest) -> None:
    """Let a proxy have a page once more that it got in another minute, though it is the same.

    What it keeps has the time of its first coming, and is shown with that when the line is cut.
    """
    sent = request.META
    came_at = parse_http_date_safe(sent.get("HTTP_IF_MODIFIED_SINCE", ""))
    is_file = request.path_info.startswith(f"/{settings.STATIC_URL.strip('/')}/")
    if came_at is not None and not is_file and came_at // 60 != int(time.time()) // 60:
        sent.pop("HTTP_IF_MODIFIED_SINCE")
        sent.pop("HTTP_IF_NONE_MATCH", None)


def _let_strangers_pages_be_kept(request: HttpRequest, response: HttpResponseBase) -> None:
    """Let the proxy keep the club's front page, too: it is the first that somebody asks for while the line is cut.

    That a page is there no more is kept as well: otherwise what somebody had hidden would be shown then.
    """
    name = request.resolver_match.view_name if request.resolver_match else ""
    is_strangers = settings.SESSION_COOKIE_NAME not in request.COOKIES and not response.cookies
    is_gone = request.method in ("GET", "HEAD") and response.status_code in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
    if is_strangers and (is_gone or (name in ALIKE and response.status_code == HTTPStatus.OK)):
        response.headers["Cache-Control"] = "public"
        patch_cache_control(response, **ASKED_AGAIN)


def _is_login(request: HttpRequest) -> bool:
    return request.method == "POST" and request.path_info.endswith("/login/")


def _refused_login(request: HttpRequest) -> HttpResponse:
    with override(get_language_from_path(request.path_info) or settings.LANGUAGE_CODE):
        return HttpResponse(render_to_string(REFUSAL), status=HTTPStatus.FORBIDDEN)


def session_cookie() -> str:
    """Return the name of the session's cookie by the line, which browsers take from this host by https alone."""
    return f"__Host-line-{settings.SESSION_COOKIE_NAME}"


def _take_session(request: HttpRequest) -> None:
    """Let the request have the session that began by the line, and no other."""
    request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
    try:
        key = _signer().unsign(request.COOKIES.pop(session_cookie(), ""))
    except BadSignature:
        return
    if accounts_online():
        request.COOKIES[settings.SESSION_COOKIE_NAME] = key


def _give_cookies(response: HttpResponseBase) -> None:
    """Send every cookie for https alone, and the session's under its own name."""
    session = response.cookies.pop(settings.SESSION_COOKIE_NAME, None)
    if session is not None:
        value = _signer().sign(session.value) if session.value else ""
        response.cookies[session_cookie()] = value
        response.cookies[session_cookie()].update(session)
    for cookie in response.cookies.values():
        cookie["secure"] = True


def _signer() -> Signer:
    return Signer(salt="burraco_club.line.session")
