"""An account of the club: Django's user with a role."""

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords


class Role(models.TextChoices):
    """A user's role in the club.

    A scorer, a referee and an administrator may each do everything that those before may. Secretary and treasurer are
    offices beside that order: each is above the viewer and below the administrator, and neither referees.
    """

    VIEWER = "viewer", _("viewer")
    SCORER = "scorer", _("scorer")
    SECRETARY = "secretary", _("secretary")
    TREASURER = "treasurer", _("treasurer")
    REFEREE = "referee", _("referee")
    ADMINISTRATOR = "administrator", _("administrator")

    def may(self, least: "Role | frozenset[Role]") -> bool:
        """Return whether this role is `least` or above it; of several, one is enough."""
        if isinstance(least, frozenset):
            return any(self.may(one) for one in least)
        if self is least or least is Role.VIEWER or self is Role.ADMINISTRATOR:
            return True
        return self is Role.REFEREE and least is Role.SCORER

    def __or__(self, other: "Role | frozenset[Role]") -> "frozenset[Role]":
        """Return several roles of which one is enough."""
        return frozenset({self}) | (frozenset({other}) if isinstance(other, Role) else other)

    __ror__ = __or__


class Account(models.Model):
    """The club's data of a user besides name and password."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="account")
    role = models.CharField(_("role"), max_length=15, choices=Role.choices, default=Role.VIEWER)
    must_change_password = models.BooleanField(default=False)
    """Somebody else knows the password: it was generated, and opens only the page where it is changed."""
    links = models.PositiveIntegerField(default=0)
    """The number of login links created. Only the last is valid, and none after the account was disabled."""

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [models.CheckConstraint(condition=Q(role__in=Role.values), name="account_role_exists")]

    def __str__(self) -> str:
        return str(self.user)


def role_of(user: AbstractBaseUser | AnonymousUser) -> Role:
    """Return the role of a user. A superuser without an account is an administrator."""
    account: Account | None = getattr(user, "account", None)
    if account is not None:
        return Role(account.role)
    return Role.ADMINISTRATOR if getattr(user, "is_superuser", False) else Role.VIEWER


def must_change_password(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Return whether the user must change the password because somebody else knows it."""
    account: Account | None = getattr(user, "account", None)
    return account is not None and account.must_change_password
