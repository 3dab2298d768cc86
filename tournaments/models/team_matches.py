"""The matches of teams: the days on which they meet, who meets whom, and the line-ups that are handed in."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.records import RoundSettings, System
from tournaments.records.settings_json import settings_from_json
from tournaments.records.team_matches import MOST_SESSIONS

from .entrants import Team
from .history import LastingHistoryManager
from .tournaments import Tournament


class MatchDay(models.Model):
    """A draw of the teams: who meets whom. Its sessions are rounds, which exist once the line-ups are in."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="match_days")
    number = models.PositiveSmallIntegerField()
    system = models.CharField(max_length=20, choices=[(s.value, s.value) for s in System])
    settings = models.JSONField(default=dict, blank=True)
    """The settings beside system and seed, as `records/settings_json.py` writes them; of teams, not pairs."""
    seed = models.PositiveIntegerField()
    order = models.JSONField(default=list, blank=True, editable=False)
    """The teams at the draw in ranking order, `[number, VP]` of each."""

    history = HistoricalRecords(history_manager=LastingHistoryManager, excluded_fields=["order"])

    class Meta:
        verbose_name = _("match day")
        verbose_name_plural = _("match days")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="match_day_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="match_day_number_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"

    @property
    def chosen(self) -> RoundSettings:
        """Return the settings of the draw, of teams instead of pairs."""
        return settings_from_json(self.settings)


class TeamMatch(models.Model):
    """A match of two teams, or a team that rests."""

    day = models.ForeignKey(MatchDay, models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Team, models.CASCADE, related_name="+")
    away = models.ForeignKey(Team, models.CASCADE, related_name="+", null=True, blank=True)
    why = models.JSONField(default=list, blank=True)
    """The reasons of the pairing: a list of `{"code": …, "facts": {…}}`."""

    class Meta:
        verbose_name = _("match of teams")
        verbose_name_plural = _("matches of teams")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["day", "number"], name="team_match_number_unique"),
            models.UniqueConstraint(fields=["day", "home"], name="team_match_home_once"),
            models.UniqueConstraint(fields=["day", "away"], name="team_match_away_once"),
            models.CheckConstraint(condition=~Q(home=F("away")), name="team_match_of_two_teams"),
        ]

    def __str__(self) -> str:
        return f"{self.day}/{self.number}"

    @property
    def teams(self) -> list[Team]:
        return [team for team in (self.home, self.away) if team is not None]


class LineUp(models.Model):
    """The pairs of a team that play a session, table by table; hidden until the opponents' is in, too."""

    match = models.ForeignKey(TeamMatch, models.CASCADE, related_name="line_ups")
    session = models.PositiveSmallIntegerField()
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    pairs = models.JSONField()
    """The keys of the pairs, in the order of the tables."""
    by_captain = models.BooleanField(default=False)
    """Whether the team's captain handed it in on a phone, not the referee."""

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("line-up")
        verbose_name_plural = _("line-ups")
        ordering = ["match__number", "session", "team__number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "session", "team"], name="line_up_once"),
            models.CheckConstraint(condition=Q(session__range=(1, MOST_SESSIONS)), name="line_up_of_a_session"),
        ]

    def __str__(self) -> str:
        return f"{self.match}.{self.session}: {self.team}"
