"""Seasons: several tournaments under one rule, and what each tournament came to, kept so that it is ranked once."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.seasons.rule import MOST_WEIGHT, POINT

from .history import LastingHistoryManager
from .tournaments import Tournament


class Season(models.Model):
    """Tournaments that are ranked together, by a rule (docs/seasons.md §1)."""

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=160, unique=True, editable=False)
    rule = models.JSONField(_("rule"))
    """As `seasons.rule_json` writes it."""
    seed = models.PositiveIntegerField(_("seed of the lot"))
    public = models.BooleanField(_("public"), default=False)
    revision = models.PositiveIntegerField(default=0, editable=False)
    """Goes up with every write; what its tournaments come to has revisions of its own."""

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
    """A tournament in a season. They stand in the order of their dates."""

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
    """What a final tournament came to, as of one of its revisions; of another one it is out of date.

    Nothing but the tournament's own results is in it, so it can be thrown away and made anew at any time.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="+")
    revision = models.PositiveIntegerField()
    standing = models.JSONField()
    """As `selectors.final_standings` writes it."""
    rounds = models.JSONField(default=dict)
    """Who played them, with whom and against whom, as `selectors.final_rounds` writes it."""

    class Meta:
        verbose_name = _("final standing")
        verbose_name_plural = _("final standings")

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.revision}"
