"""The referee's statements of incidents."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from .history import LastingHistoryManager
from .tournaments import Tournament


class Incident(models.Model):
    """The referee's statement of an incident, to be printed, signed and filed. No public page shows it."""

    class Source(models.TextChoices):
        CALL = "call", _("a call of the table")
        INFRACTION = "infraction", _("an infraction")
        DISPUTE = "dispute", _("a contested slip")
        OTHER = "other", _("something else")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="incidents")
    number = models.PositiveSmallIntegerField()
    """Counted in the tournament; the number of a deleted statement is not given again."""
    source = models.CharField(_("began with"), max_length=10, choices=Source.choices, default=Source.OTHER)
    round = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    """The number of the round; null for an incident outside the rounds."""
    table = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    """The number of the table in that round."""
    happened_at = models.DateTimeField(_("when"), null=True, blank=True)
    pairs = models.JSONField(_("concerned"), default=list, blank=True)
    """The keys of the entrants concerned, in the order in which they are named."""
    facts = models.TextField(_("what happened"), max_length=3000)
    heard = models.TextField(_("heard, in this order"), max_length=3000, blank=True)
    """A line for everybody who was heard, `Rossi Anna: the card was on the table`."""
    articles = models.CharField(_("articles"), max_length=120, blank=True)
    decision = models.TextField(_("decision"), max_length=2000, blank=True)
    """Empty while nothing is decided."""
    referee = models.CharField(_("referee"), max_length=120, blank=True)
    """The name under which the referee signs."""
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(db_default=Now())

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("statement of an incident")
        verbose_name_plural = _("statements of incidents")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="incident_number_unique"),
            models.CheckConstraint(condition=~Q(facts=""), name="incident_has_facts"),
            models.CheckConstraint(
                condition=Q(table__isnull=True) | Q(round__isnull=False), name="incident_table_of_a_round"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.number}"
