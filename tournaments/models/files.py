"""The layouts of files."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.files import Rows

from .history import LastingHistoryManager


class FileLayout(models.Model):
    """Rankings or members in somebody's layout, for example a federation's: the rows, the columns, the headings."""

    class RowsFor(models.TextChoices):
        ENTRANTS = Rows.ENTRANTS.value, _("each pair, or player of an individual tournament")
        PLAYERS = Rows.PLAYERS.value, _("each player")
        MEMBERS = Rows.MEMBERS.value, _("each member of the club")

    class Format(models.TextChoices):
        XLSX = "xlsx", _("XLSX, for spreadsheets")
        COMMA = "comma", _("CSV, comma")
        SEMICOLON = "semicolon", _("CSV, semicolon")

    name = models.CharField(
        _("name"), max_length=60, unique=True, error_messages={"unique": _("Another layout has this name.")}
    )
    rows = models.CharField(_("a row for"), max_length=10, choices=RowsFor.choices, default=RowsFor.PLAYERS)
    format = models.CharField(_("format"), max_length=10, choices=Format.choices, default=Format.XLSX)
    columns = models.JSONField(default=list)
    """From the left: `[column, heading]`; an empty heading is written in the reader's language.

    A column that is the same in every row is `["constant", heading, text]`.
    """

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("layout of a file")
        verbose_name_plural = _("layouts of files")
        ordering = ["name"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="file_layout_has_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def of_members(self) -> bool:
        """Return whether its rows are members, not a ranking's."""
        return self.rows == self.RowsFor.MEMBERS
