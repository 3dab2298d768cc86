"""The ratings after each tournament, stored so that a changed result is computed again only from there on."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .tournaments import Tournament


class RatingStep(models.Model):
    """The estimates of a tournament's players after it, as `selectors.ratings` writes them.

    They follow from results alone, so they can be deleted and computed again at any time.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="+")
    fingerprint = models.CharField(max_length=32)
    """A hash of this tournament's revision and all before it: if it differs, the step is out of date."""
    estimates = models.JSONField()

    class Meta:
        verbose_name = _("step of the ratings")
        verbose_name_plural = _("steps of the ratings")

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.fingerprint}"
