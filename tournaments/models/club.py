"""The club itself, and its list of infractions."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.records import LineNames, Measure

from .history import LastingHistoryManager


class Club(models.Model):
    """The club that uses this installation: one row, whose name is printed on every sheet."""

    name = models.CharField(_("club name"), max_length=120, blank=True)
    address = models.CharField(_("public address"), max_length=200, blank=True)
    """The public address of the program, without a path, with which links and QR codes begin.

    Empty if there is none.
    """
    lines = models.CharField(
        _("names of the lines"),
        max_length=10,
        choices=[(names.value, names.value) for names in LineNames],
        default=LineNames.COMPASS.value,
    )
    """The names of the two lines of a table."""
    language = models.CharField(_("language"), max_length=10, blank=True, editable=False)
    """The code of the language for whoever's browser asks for none that the program has: `es`. Empty for Italian."""

    till = models.BooleanField(_("keeps a till"), default=False)
    """Whether fees and prizes are shown."""

    membership_starts = models.PositiveSmallIntegerField(_("a year of membership begins in"), default=1)
    """The month, from 1 to 12, on whose first day a year of membership begins."""
    membership_fees = models.JSONField(_("membership fees"), default=dict, blank=True)
    """The fee of a year in cents by the club's categories; that of everybody else has an empty name."""

    ratings = models.BooleanField(_("ratings"), default=False)
    """Whether ratings are shown."""
    players_public = models.BooleanField(_("players’ pages are public"), default=False)
    """Whether players' pages are public."""
    accounts_online = models.BooleanField(_("accounts come in over the internet"), default=False, editable=False)
    """Whether accounts with a second factor may come in by the line that puts the club on the web."""
    framed_by = models.TextField(_("sites that may show the ranking and the calendar"), blank=True, editable=False)
    """The addresses of sites, with spaces; empty for every site."""
    accent = models.CharField(_("accent colour"), max_length=7, blank=True, editable=False)
    """The colour of heads, as `#14532d`. Empty for the program's own."""
    logo = models.CharField(_("logo"), max_length=40, blank=True, editable=False)
    """The name of its `ClubLogo`; empty if there is none."""

    data_keeper = models.CharField(_("who keeps the data"), max_length=250, blank=True, editable=False)
    """The association that is responsible for the data, with its address; empty until the club says it."""
    data_contact = models.CharField(_("whom to ask about the data"), max_length=250, blank=True, editable=False)
    data_complaints = models.CharField(_("whom to complain to"), max_length=250, blank=True, editable=False)
    """Empty for the authority that the program names."""
    data_words = models.TextField(_("the club’s own words about the data"), blank=True, editable=False)
    years_after_leaving = models.PositiveSmallIntegerField(
        _("years after which the data of who left are deleted"), null=True, blank=True, editable=False
    )
    """Null if the club has not chosen: then nothing is deleted."""

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("club")
        constraints = [
            models.CheckConstraint(
                condition=Q(years_after_leaving__isnull=True) | Q(years_after_leaving__range=(1, 30)),
                name="club_years_after_leaving",
            ),
            models.CheckConstraint(condition=Q(pk=1), name="club_is_one_row"),
            models.CheckConstraint(condition=Q(membership_starts__range=(1, 12)), name="club_membership_starts"),
        ]

    def __str__(self) -> str:
        return self.name


class ClubLogo(models.Model):
    """The club's logo, named by the SHA-256 of its bytes and its measures: a name never means another picture."""

    name = models.CharField(max_length=40, primary_key=True)
    image = models.BinaryField()
    """A PNG from `services/club_face.py`."""

    def __str__(self) -> str:
        return self.name


class Infraction(models.Model):
    """An infraction of the club's list: a usual one that was changed or left out, or one of its own."""

    class Measure(models.TextChoices):
        WARNING = Measure.WARNING.value, _("a warning")
        MP = Measure.MP.value, _("MP that affect the opponents")
        MP_OWN = Measure.MP_OWN.value, _("MP with no effect on the opponents")
        VP = Measure.VP.value, _("VP")
        VP_AND_MP = Measure.VP_AND_MP.value, _("VP and the MP that go with them")
        ARBITRAL = Measure.ARBITRAL.value, _("an assigned score for the table")
        ABSENCE = Measure.ABSENCE.value, _("the line counts as absent")
        IN_HAND = Measure.IN_HAND.value, _("the cards count as in hand")

    key = models.CharField(max_length=20, blank=True, editable=False)
    """The key of the usual infraction that it replaces; empty for one of the club's own."""
    title = models.CharField(_("infraction"), max_length=120)
    article = models.CharField(_("article"), max_length=40, blank=True)
    measure = models.CharField(_("answered with"), max_length=10, choices=Measure.choices)
    points = models.IntegerField(_("points"), null=True, blank=True)
    offered = models.BooleanField(default=True)
    """False if the club has left a usual infraction out."""

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
