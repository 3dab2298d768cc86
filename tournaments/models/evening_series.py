"""Evenings that repeat, and the days on which they do or do not."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.records.evening_rules import (
    LONGEST_EVENING_NAME,
    MOST_EVENINGS,
    MOST_INTERVAL,
    MOST_WEEKS_AHEAD,
    EveningRule,
    Repeats,
)

from .history import LastingHistoryManager
from .tournaments import Tournament


class EveningSeries(models.Model):
    """An evening that repeats: its tournaments are made some weeks ahead, each like the one before."""

    name = models.CharField(_("name"), max_length=LONGEST_EVENING_NAME)
    like = models.ForeignKey(Tournament, models.SET_NULL, null=True, blank=True, related_name="+")
    """The tournament whose settings the first evening gets; null for the usual ones."""
    first = models.DateField(_("first evening"))
    repeats = models.CharField(
        _("repeats"),
        max_length=6,
        choices=[(repeats.value, repeats.value) for repeats in Repeats],
        default=Repeats.WEEKS.value,
    )
    interval = models.PositiveSmallIntegerField(
        _("every"), default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_INTERVAL)]
    )
    """In weeks, or in months."""
    until = models.DateField(_("until"), null=True, blank=True)
    count = models.PositiveSmallIntegerField(
        _("number of evenings"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_EVENINGS)],
    )
    starts_at = models.TimeField(_("starts at"))
    """On its day, in the club's time."""
    venue = models.CharField(_("venue"), max_length=120, blank=True)
    weeks_ahead = models.PositiveSmallIntegerField(
        _("weeks ahead"), default=4, validators=[MinValueValidator(1), MaxValueValidator(MOST_WEEKS_AHEAD)]
    )

    history = HistoricalRecords(history_manager=LastingHistoryManager, excluded_fields=["like"])

    class Meta:
        verbose_name = _("evening that repeats")
        verbose_name_plural = _("evenings that repeat")
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="evening_series_has_name"),
            models.CheckConstraint(
                condition=Q(interval__range=(1, MOST_INTERVAL)) & Q(weeks_ahead__range=(1, MOST_WEEKS_AHEAD)),
                name="evening_series_in_bounds",
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(count__isnull=True), name="evening_series_has_one_end"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rule(self) -> EveningRule:
        return EveningRule(
            first=self.first,
            repeats=Repeats(self.repeats),
            interval=self.interval,
            until=self.until,
            count=self.count,
        )


class SeriesDay(models.Model):
    """A day of an evening that repeats for which nothing is made any more: its tournament is there, or it is left out.

    A day has one row, so it gets one tournament, whoever asks at the same time. A tournament that was deleted leaves
    its day left out.
    """

    series = models.ForeignKey(EveningSeries, models.CASCADE, related_name="days")
    date = models.DateField(_("date"))
    tournament = models.OneToOneField(Tournament, models.SET_NULL, null=True, blank=True, related_name="series_day")
    """Null for a day that is left out."""

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        ordering = ["date"]
        constraints = [models.UniqueConstraint(fields=["series", "date"], name="series_day_once")]

    def __str__(self) -> str:
        return f"{self.series}, {self.date}"
