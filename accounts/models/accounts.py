"""An account of the club: Django's user, and the role that says what it may do."""

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords


class Role(models.TextChoices):
    """What somebody is in the club. Each may do everything that those before it may."""

    VIEWER = "viewer", _("viewer")
    SCORER = "scorer", _("scorer")
    REFEREE = "referee", _("referee")
    ADMINISTRATOR = "administrator", _("administrator")

    def may(self, least: "Role") -> bool:
        """Whether this role is that one, or above it."""
        ranks = list(Role)
        return ranks.index(self) >= ranks.index(least)


class Account(models.Model):
    """What the club knows of a user beside name and password."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="account")
    role = models.CharField(_("role"), max_length=15, choices=Role.choices, default=Role.VIEWER)
    must_change_password = models.BooleanField(default=False)
    """Somebody else knows the password: it was drawn, and opens nothing but the page where it is changed."""
    links = models.PositiveIntegerField(default=0)
    """How many were made by which the owner chooses a password. Only the last is good, and none after a shutting."""

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [models.CheckConstraint(condition=Q(role__in=Role.values), name="account_role_exists")]

    def __str__(self) -> str:
        return str(self.user)


def role_of(user: AbstractBaseUser | AnonymousUser) -> Role:
    """The role of somebody who is logged in; one made on the command line is an administrator if a superuser."""
    account: Account | None = getattr(user, "account", None)
    if account is not None:
        return Role(account.role)
    return Role.ADMINISTRATOR if getattr(user, "is_superuser", False) else Role.VIEWER


def must_change_password(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether somebody else knows the password of whoever is logged in."""
    account: Account | None = getattr(user, "account", None)
    return account is not None and account.must_change_password
