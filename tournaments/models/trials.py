"""The trials of formats by simulated evenings."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class FormatTrial(models.Model):
    """A trial of formats, run apart from any request; the runner and the page share its row."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        STOPPED = "stopped", _("stopped")
        FAILED = "failed", _("failed")

    wanted = models.JSONField()
    """The trial: pairs, hands, strengths, and one or two formats as the steps of a plan (`records.plans.Step`)."""
    evenings = models.PositiveIntegerField()
    """The number of evenings for each format."""
    played = models.PositiveIntegerField(default=0)
    results = models.JSONField(default=list)
    """The sums over the evenings played so far, for each format."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    stop_asked = models.BooleanField(default=False)
    beat_at = models.DateTimeField(null=True, blank=True)
    """When the runner last wrote: one that has been silent for long is dead."""
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-pk"]
        constraints = [models.CheckConstraint(condition=Q(evenings__gte=1), name="trial_has_evenings")]

    def __str__(self) -> str:
        return f"{self.pk}: {self.state}"
