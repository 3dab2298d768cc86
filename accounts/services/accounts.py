"""Creating, changing and disabling accounts, and ending sessions."""

from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Access, Account, LoginNotice, Role, Session
from pages.refusals import Refused

LOGINS_KEPT = timedelta(days=365)
"""The time for which the log of access is kept."""


@transaction.atomic
def account_create(*, name: str, role: Role, password: str | None = None, must_change_password: bool = False) -> User:
    """Create an account. Without a password, the first login needs a link."""
    taken = Refused(_("There is an account called “%(name)s” already.") % {"name": name})
    if User.objects.filter(username__iexact=name).exists():
        raise taken
    user = User(username=name)
    user.set_password(password)
    try:
        with transaction.atomic():
            _give(user, role)
    except IntegrityError as error:
        # Another administrator created the same name a moment ago.
        raise taken from error
    Account.objects.create(user=user, role=role, must_change_password=must_change_password)
    return user


@transaction.atomic
def account_change(*, user: User, role: Role, active: bool) -> User:
    """Change the role of an account, disable it or enable it. One administrator who can log in always remains."""
    # Lock first and check afterwards: if two administrators demote each other at once, the second sees the first
    # change.
    list(User.objects.select_for_update().filter(is_superuser=True).order_by("pk"))
    administrators = {administrator.pk for administrator in _administrators() if administrator.has_usable_password()}
    if administrators == {user.pk} and not (active and role is Role.ADMINISTRATOR):
        raise Refused(
            _(
                "The club would be left without an administrator who can log in: first make somebody else an "
                "administrator, and have them choose a password."
            )
        )
    user = User.objects.select_for_update().get(pk=user.pk)
    user.is_active = active
    _give(user, role)
    account, _made = Account.objects.get_or_create(user=user)
    account.role = role
    if not active:
        account.links += 1
        sessions_end(user=user)
    account.save()
    return user


@transaction.atomic
def sessions_end(*, user: User) -> None:
    """Log the user out on every device."""
    Session.objects.filter(user=user).delete()


@transaction.atomic
def sessions_delete_old(*, at: datetime) -> int:
    """Delete expired sessions and log lines older than a year. Return the number of sessions."""
    deleted, _of_each = Session.objects.filter(expire_date__lt=at).delete()
    for log in (Access, LoginNotice):
        log.objects.filter(at__lt=at - LOGINS_KEPT).delete()
    return deleted


def _administrators() -> QuerySet[User]:
    """Return the users who are administrators and can log in; see `role_of`."""
    by_role = Q(account__role=Role.ADMINISTRATOR)
    return User.objects.filter(by_role | Q(account=None, is_superuser=True), is_active=True)


def _give(user: User, role: Role) -> None:
    """Set the flags that Django's administration checks."""
    user.is_staff = user.is_superuser = role is Role.ADMINISTRATOR
    user.save()
