"""What befell somebody's login: seen whoever did it, and told to the owner at the next login.

Where there is no mail, that is how an owner hears that somebody else was at the account.
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
"""Whoever chose a password by a link is in with it at once, and need not be told."""

_upgrading: ContextVar[bool] = ContextVar("upgrading", default=False)


@contextmanager
def same_password() -> Iterator[None]:
    """Within it, what is saved is the password of before under a stronger hash."""
    outside = _upgrading.set(True)
    try:
        yield
    finally:
        _upgrading.reset(outside)


def password_saved(instance: User, raw: bool, update_fields: Collection[str] | None, **_facts: Any) -> None:
    """Before a user is saved: note whether that changes the password; the first that is chosen changes none."""
    if raw or _upgrading.get() or instance.pk is None or "password" not in (update_fields or ("password",)):
        return
    before = User.objects.filter(pk=instance.pk).values_list("password", flat=True).first()
    if before is not None and is_password_usable(before) and before != instance.password:
        LoginNotice.objects.create(user=instance, what=LoginNotice.What.PASSWORD)


def tell_notices(request: HttpRequest, user: User, *, at: datetime) -> None:
    """What has happened since the user's last login, on the page that comes next."""
    if user.last_login is None:
        return
    for notice in LoginNotice.objects.filter(user=user, at__gt=user.last_login, at__lt=at - JUST_NOW):
        when = date_format(localtime(notice.at), "SHORT_DATETIME_FORMAT")
        sentence = _("Since you last logged in, %(what)s (%(when)s). If you know nothing of it, tell an administrator.")
        told = sentence % {"what": notice.get_what_display(), "when": when}
        messages.warning(request, told, fail_silently=True)
