"""The tokens that administrators create for programs."""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class Program(models.TextChoices):
    """The scope of a token. Each scope includes those before it."""

    READ = "read", _("read what is not public")
    RESULTS = "results", _("write results of tables")

    def may(self, least: "Program") -> bool:
        """Return whether this scope is `least` or above it."""
        ranks = list(Program)
        return ranks.index(self) >= ranks.index(least)


class ApiToken(models.Model):
    """A program's token. Its text is shown once; only its digest is stored."""

    name = models.CharField(_("name"), max_length=80)
    """The program or device that has the token. The history names it so."""
    scope = models.CharField(max_length=10, choices=Program.choices)
    digest = models.CharField(max_length=64, unique=True)
    """The SHA-256 of the token. A token has 256 random bits, so a slow hash is not needed."""
    beginning = models.CharField(max_length=16)
    """The first characters of the token, by which its holder recognises it in the list."""
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=150)
    """The name of the account that created it."""
    expires_at = models.DateTimeField(null=True)
    """The time at which the token expires; null if it never does."""
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
        """Return whether the token is valid."""
        return self.revoked_at is None and (self.expires_at is None or at < self.expires_at)
