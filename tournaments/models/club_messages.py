"""The club's own words for the messages that it sends around."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.records.club_messages import LONGEST_MESSAGE, MessageKind

from .history import LastingHistoryManager


class ClubMessage(models.Model):
    """The club's text for a kind of message; without a row, ours is used."""

    kind = models.CharField(max_length=12, choices=[(kind.value, kind.value) for kind in MessageKind], unique=True)
    text = models.TextField(_("text"), max_length=LONGEST_MESSAGE)
    """With the keys of its fields in braces (`records/club_messages.py`)."""

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("text of a message")
        verbose_name_plural = _("texts of messages")
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="club_message_has_text")]

    def __str__(self) -> str:
        return self.kind
