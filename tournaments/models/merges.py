"""The merges of members."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.records.retention import MERGES_UNDONE_WITHIN

from .players import Player


class PlayerMerge(models.Model):
    """The merge of one member into another, with what is needed to undo it for a while.

    A person erased later is erased under the other name, too: `gone` finds its history.
    """

    kept = models.ForeignKey(Player, models.CASCADE, related_name="+")
    gone = models.BigIntegerField()
    """The key of the member that was merged."""
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    fields = models.JSONField(default=dict)
    """The fields of the merged member."""
    changed = models.JSONField(default=dict)
    """The changes of the remaining member: `[before, after]` by field."""
    moved = models.JSONField(default=list)
    """The rows that named the merged member, as `[model, column, keys]`; empty once the merge cannot be undone."""

    class Meta:
        verbose_name = _("merge of two members")
        verbose_name_plural = _("merges of members")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.kept_id} ← {self.gone}"

    def can_be_parted(self, at: datetime) -> bool:
        """Return whether the merge can be undone: it is recent, and nobody was erased or merged again since."""
        return bool(self.fields) and self.made_at >= at - MERGES_UNDONE_WITHIN

    @property
    def name(self) -> str:
        """Return the name of the merged member."""
        return f"{self.fields.get('last_name', '')} {self.fields.get('first_name', '')}".strip()
