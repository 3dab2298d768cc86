"""Access of programs to `/api/v1/`: by token alone; a login does not count.

No cookie is read, so another site cannot make a logged-in user's browser write anything here.
"""

import time

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.errors import LoginDelayed
from accounts.logins.bearer import bearer_of, let_in
from accounts.logins.security_log import note
from accounts.models import Program
from accounts.services import token_of
from accounts.services.login_delays import TokenAttempt, check_delay, count_attempt
from accounts.services.rate_limits import Pace
from burraco_club.rights import EVERYBODY, Rights, methods_of, program_may
from tournaments.api.problems import problem

UNAUTHORIZED, FORBIDDEN, TOO_MANY = 401, 403, 429

PER_SECOND = 10
PACE = Pace(at_once=100, per_second=PER_SECOND)
"""The limit for each token: what a hall's devices send when a round ends, and what they read while it is played."""


def refused_to_program(request: HttpRequest, rights: Rights) -> HttpResponse | None:
    """Return the refusal of a program at an address with these rights, or None if it may proceed.

    An invalid token is refused even where none is needed, so that a mistyped one is noticed.
    """
    # A user logged in on the same browser does not count: neither rights nor history read the session's cookie.
    request.user = AnonymousUser()
    text, token, scope = bearer_of(request), None, None
    if text is not None:
        token = token_of(text, at=timezone.now())
        if token is None:
            return _not_good(request)
        if seconds := PACE.wait(token.digest, now=time.monotonic()):
            return _too_fast(request, token.name, seconds)
        let_in(request, token)
        scope = Program(token.scope)
    who = rights.of(request.method or "")
    if token is None and (isinstance(who, Program) or EVERYBODY not in (rights.look, rights.write)):
        return _challenge(_("This address is for programs with a token: send it as “Authorization: Bearer …”."))
    if who is None:
        note(request, "no such method", method=request.method)
        return HttpResponseNotAllowed(methods_of(rights))
    if not program_may(scope, who):
        note(request, "forbidden to program", program=token, scope=scope)
        return _for_tokens(
            problem(
                FORBIDDEN, _("This token does not allow that: an administrator can create one that may write results.")
            )
        )
    return None


def _not_good(request: HttpRequest) -> HttpResponse:
    """Refuse an invalid token and count it for its address, which has to wait if it sends many."""
    attempt, now = TokenAttempt(address=request.META.get("REMOTE_ADDR", "")), timezone.now()
    try:
        check_delay(attempt, at=now)
        count_attempt(attempt, at=now)
    except LoginDelayed as delay:
        note(request, "token delayed", seconds=delay.seconds)
        sentence = ngettext(
            "Too many invalid tokens came from this place. Try again in %(count)s second.",
            "Too many invalid tokens came from this place. Try again in %(count)s seconds.",
            delay.seconds,
        )
        return _later(sentence % {"count": delay.seconds}, delay.seconds)
    note(request, "token refused")
    return _challenge(
        _("This token is not valid: it was mistyped, has expired or was revoked. An administrator can create another."),
        error="invalid_token",
    )


def _too_fast(request: HttpRequest, name: str, seconds: int) -> HttpResponse:
    note(request, "program too fast", program=name)
    return _later(
        _("This program asks too often: %(count)s times a second is enough.") % {"count": PER_SECOND}, seconds
    )


def _challenge(detail: str, *, error: str = "") -> HttpResponse:
    """Return a challenge as in RFC 6750."""
    response = _for_tokens(problem(UNAUTHORIZED, detail))
    response["WWW-Authenticate"] = f'Bearer error="{error}"' if error else "Bearer"
    return response


def _later(detail: str, seconds: int) -> HttpResponse:
    response = _for_tokens(problem(TOO_MANY, detail))
    response["Retry-After"] = str(seconds)
    return response


def _for_tokens(response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ["Authorization"])
    return response
