"""The beginning of a session, and its extension while it is used."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils import timezone

from .backend import ADDRESS, BEGUN, DEVICE
from .devices import device_name
from .notices import tell_notices

SEEN = "seen"
TOUCHED_EVERY = timedelta(minutes=5)
"""Noting every request would cost each of them a write."""


def session_begun(request: HttpRequest, user: User, **_facts: Any) -> None:
    """Note where and when somebody logged in, and show what has changed since the previous login.

    `user.last_login` must still be the previous one here. Django updates it after this receiver, because its app comes
    later in the settings.
    """
    request.session[DEVICE] = device_name(request.META.get("HTTP_USER_AGENT", ""))
    request.session[ADDRESS] = request.META.get("REMOTE_ADDR", "")[:45]
    now = timezone.now()
    request.session[BEGUN] = request.session[SEEN] = now.timestamp()
    tell_notices(request, user, at=now)


def stay_awake(session: SessionBase, *, at: datetime) -> None:
    """Extend an idle session's lifetime, unless that was done a moment ago."""
    if at.timestamp() - session.get(SEEN, 0) >= min(TOUCHED_EVERY.total_seconds(), settings.SESSION_COOKIE_AGE / 4):
        session[SEEN] = at.timestamp()
