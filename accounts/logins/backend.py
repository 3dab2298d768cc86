"""What Django asks of logins: who a session's user is, and where sessions are. The settings name this module."""

from typing import Any, cast

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Session

from .notices import same_password

DEVICE, ADDRESS, BEGUN = "device", "address", "begun"
"""The keys under which a session stores its device, its address and its beginning."""


class SessionStore(DatabaseStore):
    """Database sessions that their owner can list and end."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def get_session_cookie_age(self) -> int:
        """Return the seconds until an idle session expires, within the maximum for a login."""
        idle = int(super().get_session_cookie_age())
        begun = self.get(BEGUN)
        if begun is None:
            return idle
        return min(idle, int(begun + settings.LONGEST_HOURS * 3600 - timezone.now().timestamp()))

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = cast(Session, super().create_model_instance(data))
        user = data.get("_auth_user_id")
        row.user_id = int(user) if user is not None else None
        row.device, row.address = data.get(DEVICE, ""), data.get(ADDRESS, "")
        row.seen_at = timezone.now()
        return row


class AccountBackend(ModelBackend):
    """Django's backend, but it loads the account with the user, in one query.

    A password saved again under a stronger hash is not reported as changed.
    """

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **given: Any
    ) -> User | None:
        with same_password():
            return super().authenticate(request, username, password, **given)

    def get_user(self, user_id: int) -> User | None:
        user = get_user_model().objects.select_related("account").filter(pk=user_id).first()
        return user if self.user_can_authenticate(user) else None
