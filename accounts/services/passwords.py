"""Choosing a password by a link, or changing it with the current one.

The hash is computed before any row is locked: it takes a core for a while, and no other save should wait for it.
"""

from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction
from django.db.models import QuerySet

from accounts.errors import LinkExpired, WrongPassword
from accounts.logins import hashing_queue
from accounts.models import Account, role_of

from .accounts import sessions_end
from .login_delays import LoginAttempt, check_delay, count_attempt, forget_failures


class LinkTokens(PasswordResetTokenGenerator):
    """Tokens of login links, valid for a day, until the next login, password or link."""

    key_salt = "accounts.links"

    def _make_hash_value(self, user: Any, timestamp: int) -> str:
        account: Account | None = getattr(user, "account", None)
        return f"{super()._make_hash_value(user, timestamp)}{account.links if account else 0}"


TOKENS = LinkTokens()


@transaction.atomic
def link_make(*, user: User) -> str:
    """Create a link and return its token. Earlier links expire."""
    user = _with_account().select_for_update(of=("self",)).get(pk=user.pk)
    account = getattr(user, "account", None) or Account(user=user, role=role_of(user))
    account.links += 1
    account.save()
    return TOKENS.make_token(user)


def link_owner(pk: int, token: str) -> User:
    """Return the account of a valid link. Raise LinkExpired if it is not valid."""
    return _owner(_with_account().filter(pk=pk).first(), token)


def password_choose(*, user: User, token: str, password: str) -> User:
    """Set the password by a link that works once: of two requests at the same moment, one is refused.

    Raise LinkExpired, or HashingBusy while another password is being hashed.
    """
    with hashing_queue.turn():
        encoded = make_password(password)
    with transaction.atomic():
        locked = _with_account().select_for_update(of=("self",)).filter(pk=user.pk).first()
        return _replace(_owner(locked, token), encoded)


def password_change(*, user: User, old: str, new: str, at: datetime) -> User:
    """Change the password, within the limits of a login, so that an unattended laptop does not help guessing.

    Raise LoginDelayed, HashingBusy or WrongPassword, the last also if the password was changed elsewhere meanwhile.
    """
    attempt = LoginAttempt(name=user.get_username(), address="", device=f"own-{user.pk}")
    check_delay(attempt, at=at)
    with hashing_queue.turn(patience=hashing_queue.PATIENCE):
        count_attempt(attempt, at=at)
        if not user.check_password(old):
            raise WrongPassword
        encoded = make_password(new)
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=user.pk)
        if locked.password != user.password:
            raise WrongPassword
        forget_failures(attempt)
        return _replace(locked, encoded)


def _with_account() -> QuerySet[User]:
    return User.objects.select_related("account")


def _owner(user: User | None, token: str) -> User:
    if user is None or not user.is_active or not TOKENS.check_token(user, token):
        raise LinkExpired
    return user


def _replace(user: User, encoded: str) -> User:
    """Store a password that its user chose, and end all the user's sessions."""
    user.password = encoded
    user.save(update_fields=["password"])
    for account in Account.objects.filter(user=user, must_change_password=True):
        account.must_change_password = False
        account.save()
    sessions_end(user=user)
    return user
