"""The generation of the club's data."""

from django.db import models
from django.db.models import Q


class Generation(models.Model):
    """One row with a name that is drawn when data begin, and again whenever they come from elsewhere, as in a restore.

    Versions and revisions continue from the restored data, so they identify a state only together with the generation.
    No backup has the row.
    """

    key = models.CharField(max_length=16)
    place = models.CharField(max_length=40, blank=True)
    """The place of the database on a server when the name was drawn: the same name elsewhere is another generation."""
    program = models.CharField(max_length=60)
    """The version of the program that opened the data last."""

    class Meta:
        verbose_name = "generation"
        verbose_name_plural = "generations"
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="generation_is_one_row")]

    def __str__(self) -> str:
        return self.key
