"""Lists of people from other programs, from being looked at to being taken back."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

OF_A_LIST = "list "
"""How the reason begins that the histories of those have whom a list wrote."""


class PeopleImport(models.Model):
    """A list as it was read, what its columns were taken for, and, once imported, what it did to whom.

    It holds people's data and nothing that lasts: one that is only looked at goes after a day, one that was imported
    after as long as it can be undone.
    """

    class State(models.TextChoices):
        LOOKED_AT = "looked_at", _("looked at")
        IMPORTED = "imported", _("imported")
        UNDONE = "undone", _("undone")

    file_name = models.CharField(max_length=200, blank=True)
    """Empty for one that was pasted."""
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    rows = models.JSONField(default=list)
    """As `[line, cells]`; empty once it is imported."""
    columns = models.JSONField(default=dict)
    """Where the headings stand, what they say, and what each column holds."""
    card_figures = models.PositiveSmallIntegerField(default=0)
    """To how many figures card numbers are filled up with zeros; 0: as they are."""
    state = models.CharField(max_length=12, choices=State.choices, default=State.LOOKED_AT)
    done = models.JSONField(default=list)
    """To whom what was done: `{"player": key, "before": fields or null, "after": fields}`."""

    class Meta:
        verbose_name = _("list of people")
        verbose_name_plural = _("lists of people")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return self.file_name or str(self.pk)

    @property
    def counts(self) -> tuple[int, int]:
        """How many new members it made, and how many it changed."""
        new = sum(entry["before"] is None for entry in self.done)
        return new, len(self.done) - new

    @property
    def reason(self) -> str:
        """What the histories of those it wrote say of why."""
        return f"{OF_A_LIST}{self.pk}"

    @property
    def undoing(self) -> str:
        """The same of those whom it gave back."""
        return f"{self.reason} undone"
