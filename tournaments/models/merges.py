"""Two members who were one."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .players import Player

PARTED_WITHIN: Final = timedelta(days=30)


class PlayerMerge(models.Model):
    """One member taken into another: what it was, and what named it, so that it can be parted again for a while.

    Who is forgotten later is forgotten under the other name, too: `gone` finds its history.
    """

    kept = models.ForeignKey(Player, models.CASCADE, related_name="+")
    gone = models.BigIntegerField()
    """The key that the other one had."""
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    fields = models.JSONField(default=dict)
    """What the club knew of the other one."""
    changed = models.JSONField(default=dict)
    """What the kept one was before, and became: `[before, after]` by field."""
    moved = models.JSONField(default=list)
    """What named the other one, as `[model, column, keys]`; empty once it cannot be parted any more."""

    class Meta:
        verbose_name = _("merge of two members")
        verbose_name_plural = _("merges of members")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.kept_id} ← {self.gone}"

    def can_be_parted(self, at: datetime) -> bool:
        """While it is not too old, and nobody was forgotten or merged once more since."""
        return bool(self.fields) and self.made_at >= at - PARTED_WITHIN

    @property
    def name(self) -> str:
        """Of the one who is gone."""
        return f"{self.fields.get('last_name', '')} {self.fields.get('first_name', '')}".strip()
