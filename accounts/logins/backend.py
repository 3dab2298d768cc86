"""The authentication backend, which loads a session's user and role in one query."""

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.http import HttpRequest

from .notices import same_password


class AccountBackend(ModelBackend):
    """Django's backend, but it loads the account with the user.

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
