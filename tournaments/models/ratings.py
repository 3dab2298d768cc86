"""What ratings came to after each tournament, kept so that a changed result is learnt anew from there on alone."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .tournaments import Tournament


class RatingStep(models.Model):
    """The estimates of those who played in a tournament, after it; as `selectors.ratings` writes them.

    Nothing but results is in it, so it can be thrown away and made anew at any time.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="+")
    fingerprint = models.CharField(max_length=32)
    """Of this tournament's revision and of all before it: another one, and the step is out of date."""
    estimates = models.JSONField()

    class Meta:
        verbose_name = _("step of the ratings")
        verbose_name_plural = _("steps of the ratings")

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.fingerprint}"
