"""Logging in, with delays, and with a log of every refusal."""

from datetime import datetime

from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.http import HttpRequest

from accounts.errors import LoginDelayed, LoginRefused
from accounts.logins.hashing_queue import shut
from accounts.logins.security_log import note
from accounts.models import Access
from pages.line import came_by_line

from .login_delays import LoginAttempt, check_delay, count_attempt, forget_failures, network_of
from .second_factor import code_is_right


def log_in(request: HttpRequest, *, attempt: LoginAttempt, password: str, code: str, at: datetime) -> User:
    """Return the account for this name, password and, if set up, code.

    Raise LoginDelayed or LoginRefused; LoginRefused does not say what was wrong.
    """
    try:
        check_delay(attempt, at=at)
        count_attempt(attempt, at=at)
    except LoginDelayed as delay:
        if delay.at_address:
            shut(network_of(attempt.address), seconds=delay.at_address)
        note(request, "login delayed", name=attempt.name, seconds=delay.seconds)
        raise
    user = authenticate(request, username=attempt.name, password=password)
    if not isinstance(user, User) or not code_is_right(user, code, demanded=came_by_line(request)):
        access_note(request, name=attempt.name, outcome=_refusal(attempt, at), at=at)
        note(request, "login refused", name=attempt.name)
        raise LoginRefused
    forget_failures(attempt)
    access_note(request, name=attempt.name, outcome=Access.Outcome.IN, at=at)
    return user


def _refusal(attempt: LoginAttempt, at: datetime) -> Access.Outcome:
    """Return the outcome to log: refused, or refused and delayed from now on.

    Attempts during a delay are not logged.
    """
    try:
        check_delay(attempt, at=at)
    except LoginDelayed:
        return Access.Outcome.DELAYED
    return Access.Outcome.REFUSED


def access_note(request: HttpRequest, *, name: str, outcome: Access.Outcome, at: datetime) -> None:
    """Write a line of the access log."""
    address = request.META.get("REMOTE_ADDR", "")[:45]
    Access.objects.create(at=at, name=name[:150], address=address, outcome=outcome)
