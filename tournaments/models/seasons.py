"""Seasons: several tournaments under one rule, with each tournament's outcome stored so that it is ranked only once."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.seasons.rule import MOST_WEIGHT, POINT

from .history import LastingHistoryManager
from .tournaments import Tournament


class Season(models.Model):
    """Tournaments ranked together by a rule (docs/seasons.md §1)."""

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=160, unique=True, editable=False)
    rule = models.JSONField(_("rule"))
    """As written by `seasons.rule_json`."""
    seed = models.PositiveIntegerField(_("seed of the lot"))
    public = models.BooleanField(_("public"), default=False)
    revision = models.PositiveIntegerField(default=0, editable=False)
    """Grows with every write; the outcomes of its tournaments have revisions of their own."""

    history = HistoricalRecords(history_manager=LastingHistoryManager, excluded_fields=["revision"])

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-pk"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="season_has_name")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.slug])


class SeasonTournament(models.Model):
    """A tournament in a season, ordered by date."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="entries")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+", verbose_name=_("tournament"))
    weight = models.PositiveIntegerField(_("weight"), default=POINT)
    """In hundredths: 200 counts twice."""

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("tournament of a season")
        verbose_name_plural = _("tournaments of a season")
        ordering = ["tournament__date", "tournament_id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "tournament"], name="season_has_tournament_once"),
            models.CheckConstraint(condition=Q(weight__gte=1, weight__lte=MOST_WEIGHT), name="season_weight_in_range"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.tournament_id}"


class FinalStanding(models.Model):
    """The outcome of a final tournament at one of its revisions; at another one it is out of date.

    It follows from the tournament's results alone, so it can be deleted and computed again at any time.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="+")
    revision = models.PositiveIntegerField()
    standing = models.JSONField()
    """As written by `selectors.final_standings`."""
    rounds = models.JSONField(default=dict)
    """The rounds with partners and opponents, as written by `selectors.final_rounds`."""

    class Meta:
        verbose_name = _("final standing")
        verbose_name_plural = _("final standings")

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.revision}"
