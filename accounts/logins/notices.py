"""Changes to a user's login: recorded no matter who made them, and shown to the user at the next login.

The program sends no email, so this is how users learn that somebody else has changed their account.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.hashers import is_password_usable
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import LoginNotice

JUST_NOW = timedelta(minutes=1)
"""A user who has just chosen a password by a link is logged in with it, and needs no notice."""

_upgrading: ContextVar[bool] = ContextVar("upgrading", default=False)


@contextmanager
def same_password() -> Iterator[None]:
    """Treat a password saved within this context as the same one under a stronger hash."""
    outside = _upgrading.set(True)
    try:
        yield
    finally:
        _upgrading.reset(outside)


def password_saved(instance: User, raw: bool, update_fields: Collection[str] | None, **_facts: Any) -> None:
    """Note a changed password before a user is saved. The first password is not a change."""
    if raw or _upgrading.get() or instance.pk is None or "password" not in (update_fields or ("password",)):
        return
    before = User.objects.filter(pk=instance.pk).values_list("password", flat=True).first()
    if before is not None and is_password_usable(before) and before != instance.password:
        LoginNotice.objects.create(user=instance, what=LoginNotice.What.PASSWORD)


def tell_notices(request: HttpRequest, user: User, *, at: datetime) -> None:
    """Show what has happened to the account since the user's previous login, on the next page."""
    if user.last_login is None:
        return
    for notice in LoginNotice.objects.filter(user=user, at__gt=user.last_login, at__lt=at - JUST_NOW):
        when = date_format(localtime(notice.at), "SHORT_DATETIME_FORMAT")
        sentence = _("Since you last logged in, %(what)s (%(when)s). If it was not you, tell an administrator.")
        words = sentence % {"what": notice.get_what_display(), "when": when}
        messages.warning(request, words, fail_silently=True)
