"""A password chosen by a link, or changed by who knows the one of now.

The hash is made before anything is locked: it takes a core for a while, and nobody's save should wait for it.
"""

from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction
from django.db.models import QuerySet

from accounts.errors import LinkOver, WrongPassword
from accounts.logins import turns
from accounts.models import Account, role_of

from .accounts import sessions_end
from .limits import Attempt, check_delay, count_attempt, forget_failures


class LinkTokens(PasswordResetTokenGenerator):
    """What a link proves itself by: good until the password or the login after it, a day, and the next link."""

    key_salt = "accounts.links"

    def _make_hash_value(self, user: Any, timestamp: int) -> str:
        account: Account | None = getattr(user, "account", None)
        return f"{super()._make_hash_value(user, timestamp)}{account.links if account else 0}"


TOKENS = LinkTokens()


@transaction.atomic
def link_make(*, user: User) -> str:
    """The token of a new link; those that were made before are over."""
    user = _with_account().select_for_update(of=("self",)).get(pk=user.pk)
    account = getattr(user, "account", None) or Account(user=user, role=role_of(user))
    account.links += 1
    account.save()
    return TOKENS.make_token(user)


def link_owner(pk: int, token: str) -> User:
    """Whose link it is, as long as it is good. Raises LinkOver."""
    return _owner(_with_account().filter(pk=pk).first(), token)


def password_choose(*, user: User, token: str, password: str) -> User:
    """By a link that is good once: of two that choose with it at the same moment, one is too late.

    Raises LinkOver, and HashingBusy while somebody else's password is looked at.
    """
    with turns.turn():
        encoded = make_password(password)
    with transaction.atomic():
        locked = _with_account().select_for_update(of=("self",)).filter(pk=user.pk).first()
        return _replace(_owner(locked, token), encoded)


def password_change(*, user: User, old: str, new: str, at: datetime) -> User:
    """Within the limits of a login: whoever found a laptop open guesses no faster here.

    Raises LoginDelayed, HashingBusy, and WrongPassword, also where it was changed elsewhere in the meantime.
    """
    attempt = Attempt(name=user.get_username(), address="", device=f"own-{user.pk}")
    check_delay(attempt, at=at)
    with turns.turn(patience=turns.PATIENCE):
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
        raise LinkOver
    return user


def _replace(user: User, encoded: str) -> User:
    """Whoever has the account has chosen its password, and logs in anew wherever the old one was good."""
    user.password = encoded
    user.save(update_fields=["password"])
    for account in Account.objects.filter(user=user, must_change_password=True):
        account.must_change_password = False
        account.save()
    sessions_end(user=user)
    return user
