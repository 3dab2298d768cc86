"""Events in the hall between slips: calls to the referee, and unknown cards at check-in."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.records import Line

from .rounds import Table
from .tournaments import Tournament


class RefereeCall(models.Model):
    """A table's call to the referee: open until somebody has gone there, or the table cancels it."""

    class Reason(models.TextChoices):
        COUNT = "count", _("a count")
        RULE = "rule", _("a rule")
        OTHER = "other", _("something else")

    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    line = models.CharField(max_length=2, choices=[(line.value, line.value) for line in Line], blank=True)
    """The line that called; empty if the referee noted the call."""
    reason = models.CharField(max_length=8, choices=Reason.choices)
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["called_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(answered_at__isnull=True, taken_back_at__isnull=True),
                name="referee_call_one_open",
            ),
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True) | Q(taken_back_at__isnull=True), name="referee_call_ends_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.reason}"

    @property
    def is_open(self) -> bool:
        return self.answered_at is None and self.taken_back_at is None


class CheckInMiss(models.Model):
    """An unknown card number typed on a phone: after too many of them the phone has to wait."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="check_in_misses")
    device = models.CharField(max_length=32)
    """The value of the phone's cookie."""
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["tournament", "at"], name="check_in_miss_by_time")]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.at}"
