"""Logging in: within the limits, every refusal logged."""

from datetime import datetime

from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.http import HttpRequest

from accounts.errors import LoginDelayed, NotLetIn
from accounts.logins.security_log import note
from accounts.logins.turns import shut
from accounts.models import Access

from .limits import Attempt, check_delay, count_attempt, forget_failures, network_of
from .second_factor import code_is_right


def log_in(request: HttpRequest, *, attempt: Attempt, password: str, code: str, at: datetime) -> User:
    """Who it is, by name, password and, where there is a second factor, its code.

    Raises LoginDelayed, or NotLetIn, which says no more than that something was wrong.
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
    if not isinstance(user, User) or not code_is_right(user, code):
        access_note(request, name=attempt.name, outcome=_refusal(attempt, at), at=at)
        note(request, "login refused", name=attempt.name)
        raise NotLetIn
    forget_failures(attempt)
    access_note(request, name=attempt.name, outcome=Access.Outcome.IN, at=at)
    return user


def _refusal(attempt: Attempt, at: datetime) -> Access.Outcome:
    """Refused, or refused and from now on made to wait: of the tries that wait, no line is written."""
    try:
        check_delay(attempt, at=at)
    except LoginDelayed:
        return Access.Outcome.DELAYED
    return Access.Outcome.REFUSED


def access_note(request: HttpRequest, *, name: str, outcome: Access.Outcome, at: datetime) -> None:
    """Write a line of the log."""
    address = request.META.get("REMOTE_ADDR", "")[:45]
    Access.objects.create(at=at, name=name[:150], address=address, outcome=outcome)
