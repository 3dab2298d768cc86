"""Sessions with their users, counts of failed logins, the access log, and changes to a user's login."""

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_KEY = 80


class Session(AbstractBaseSession):
    """Django's session, with what its owner wants to know about it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="sessions")
    device = models.CharField(max_length=60, blank=True)
    """The browser and its system, as far as the user agent names them."""
    address = models.CharField(max_length=45, blank=True)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("login that lasts")
        verbose_name_plural = _("logins that last")


class FailedLogins(models.Model):
    """The number of failed logins for a name, from an address, or on a known device."""

    key = models.CharField(max_length=LONGEST_KEY, primary_key=True)
    failures = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("failed logins")
        verbose_name_plural = _("failed logins")

    def __str__(self) -> str:
        return f"{self.key}: {self.failures}"


class LoginNotice(models.Model):
    """A change to a user's login. The user is told about it at the next login."""

    class What(models.TextChoices):
        PASSWORD = "password", _("the password was changed")
        CODE_ON = "code_on", _("two-step login was turned on")
        CODE_OFF = "code_off", _("two-step login was turned off")
        CODE_TWICE = "code_twice", _("a code of the phone was tried a second time")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="login_notices")
    at = models.DateTimeField(default=timezone.now)
    what = models.CharField(max_length=10, choices=What.choices)

    class Meta:
        verbose_name = _("notice about a login")
        verbose_name_plural = _("notices about logins")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.user}: {self.what}"


class Access(models.Model):
    """One line of the access log: who logged in, or failed to, and from where."""

    class Outcome(models.TextChoices):
        IN = "in", _("logged in")
        LINK = "link", _("logged in by a link")
        REFUSED = "refused", _("refused")
        DELAYED = "delayed", _("refused, and has to wait")

    at = models.DateTimeField(_("time"), db_index=True)
    name = models.CharField(_("name"), max_length=150)
    address = models.CharField(_("address"), max_length=45)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices)

    class Meta:
        verbose_name = _("access")
        verbose_name_plural = _("accesses")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name}: {self.outcome}"
