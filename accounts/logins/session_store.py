"""Database sessions that their owner can list and end. The settings name this module."""

from typing import Any, cast

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone

from accounts.models import Session

DEVICE, ADDRESS, BEGUN = "device", "address", "begun"
"""The keys under which a session stores its device, its address and its beginning."""


class SessionStore(DatabaseStore):
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
