"""What a program shows to be let in where not everybody is: a token that an administrator made."""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class Program(models.TextChoices):
    """What a program may do with its token. Each may do everything that those before it may."""

    READ = "read", _("read what is not public")
    RESULTS = "results", _("write results of tables")

    def may(self, least: "Program") -> bool:
        """Whether this one may do what that one may."""
        ranks = list(Program)
        return ranks.index(self) >= ranks.index(least)


class ApiToken(models.Model):
    """One program's token. The token itself is shown once and kept nowhere: only what proves it."""

    name = models.CharField(_("name"), max_length=80)
    """Which program, or which device, has it: what the history calls it by."""
    scope = models.CharField(max_length=10, choices=Program.choices)
    digest = models.CharField(max_length=64, unique=True)
    """The SHA-256 of the token. It has 256 bits drawn by the system, so nothing slower is needed."""
    beginning = models.CharField(max_length=16)
    """The first signs of it, by which somebody who has it in hand finds its line."""
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=150)
    """The account's name."""
    expires_at = models.DateTimeField(null=True)
    """From when on it is good no more; null: it is good until it is revoked."""
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("token of a program")
        verbose_name_plural = _("tokens of programs")
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(Lower("name"), condition=Q(revoked_at=None), name="api_token_name_once"),
            models.CheckConstraint(condition=Q(scope__in=Program.values), name="api_token_scope_exists"),
        ]

    def __str__(self) -> str:
        return self.name

    def is_good(self, at: datetime) -> bool:
        """Whether it lets in."""
        return self.revoked_at is None and (self.expires_at is None or at < self.expires_at)
