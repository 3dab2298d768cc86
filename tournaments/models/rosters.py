"""Imported lists of people, from the upload to the undoing."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

OF_A_LIST = "list "
"""The beginning of the reason in the histories of those whom a list wrote."""


class PeopleImport(models.Model):
    """A list as read, the meaning of its columns, and, once imported, its effects.

    It holds personal data and is temporary: one that was only looked at is deleted after a day, an imported one when it
    can no longer be undone.
    """

    class State(models.TextChoices):
        LOOKED_AT = "looked_at", _("looked at")
        IMPORTED = "imported", _("imported")
        UNDONE = "undone", _("undone")

    file_name = models.CharField(max_length=200, blank=True)
    """Empty for a pasted list."""
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    rows = models.JSONField(default=list)
    """As `[line, cells]`; empty once it is imported."""
    sheets = models.JSONField(default=list)
    """All sheets of a workbook with several, as `[name, rows]`; empty once it is imported."""
    sheet = models.PositiveSmallIntegerField(default=0)
    """The number of the chosen sheet, from 0."""
    columns = models.JSONField(default=dict)
    """The line of the headings, their texts, the contents of the columns, and whether capitals become ordinary letters.
    """
    card_figures = models.PositiveSmallIntegerField(default=0)
    """The number of digits to which card numbers are filled up with zeros; 0 for none."""
    state = models.CharField(max_length=12, choices=State.choices, default=State.LOOKED_AT)
    done = models.JSONField(default=list)
    """The effects: `{"player": key, "before": fields or null, "after": fields}`."""

    class Meta:
        verbose_name = _("list of people")
        verbose_name_plural = _("lists of people")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return self.file_name or str(self.pk)

    @property
    def counts(self) -> tuple[int, int]:
        """Return how many members it created, and how many it changed."""
        new = sum(entry["before"] is None for entry in self.done)
        return new, len(self.done) - new

    @property
    def reason(self) -> str:
        """Return the reason in the histories of those it wrote."""
        return f"{OF_A_LIST}{self.pk}"

    @property
    def undoing(self) -> str:
        """Return the reason in the histories of those it restored."""
        return f"{self.reason} undone"
