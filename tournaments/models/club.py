"""The club itself, and how it answers infractions."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.records import Measure

from .history import LastingHistoryManager


class Club(models.Model):
    """Whose installation this is: one row, its name printed on every sheet."""

    name = models.CharField(_("club name"), max_length=120, blank=True)
    till = models.BooleanField(_("keeps a till"), default=False)
    """Fees and prizes are shown; a club that wants none never sees them."""

    ratings = models.BooleanField(_("ratings"), default=False)
    """Whether anybody is shown how strong players are."""
    players_public = models.BooleanField(_("players’ pages are public"), default=False)
    """Whether everybody may read what a player has done over the years."""

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("club")
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="club_is_one_row")]

    def __str__(self) -> str:
        return self.name


class Infraction(models.Model):
    """An infraction as this club answers it: one of the usual ones changed or left out, or one of its own."""

    class Measure(models.TextChoices):
        WARNING = Measure.WARNING.value, _("a warning")
        MP = Measure.MP.value, _("MP that the opponents feel")
        MP_OWN = Measure.MP_OWN.value, _("MP that the opponents do not feel")
        VP = Measure.VP.value, _("VP")
        VP_AND_MP = Measure.VP_AND_MP.value, _("VP and the MP that go with them")
        ARBITRAL = Measure.ARBITRAL.value, _("an arbitral score for the table")
        ABSENCE = Measure.ABSENCE.value, _("the line counts as absent")
        IN_HAND = Measure.IN_HAND.value, _("the cards count as in hand")

    key = models.CharField(max_length=20, blank=True, editable=False)
    """Of the usual one that it stands for; empty for one of the club's own."""
    title = models.CharField(_("infraction"), max_length=120)
    article = models.CharField(_("article"), max_length=40, blank=True)
    measure = models.CharField(_("answered with"), max_length=10, choices=Measure.choices)
    points = models.IntegerField(_("points"), null=True, blank=True)
    offered = models.BooleanField(default=True)
    """Not, where the club has left a usual one out."""

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("infraction")
        verbose_name_plural = _("infractions")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["key"], condition=~Q(key=""), name="infraction_key_unique"),
            models.CheckConstraint(condition=~Q(title=""), name="infraction_has_title"),
        ]

    def __str__(self) -> str:
        return self.title
