"""The entrants of a tournament: teams, pairs or players, their substitutes, and those who look for a partner."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.records import TAKEN_OVER_BY, Rounds

from .history import LastingHistoryManager
from .players import Player
from .tournaments import Tournament


class Team(models.Model):
    """Two or more pairs whose results are added up, or who play matches together; they never meet each other."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="teams")
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=120)
    code = models.CharField(max_length=16, blank=True, editable=False)
    """The secret in its captain's address, where line-ups are handed in; empty unless the teams play matches."""

    history = HistoricalRecords(history_manager=LastingHistoryManager, excluded_fields=["code"])

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="team_number_unique"),
            models.UniqueConstraint(fields=["tournament", "name"], name="team_name_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="team_number_positive"),
        ]

    def __str__(self) -> str:
        return self.name


class Pair(models.Model):
    """An entrant under the number printed on the slips: two partners, or one player in an individual tournament."""

    class Status(models.TextChoices):
        EXPECTED = "expected", _("expected")
        ACTIVE = "active", _("here")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="pairs")
    number = models.PositiveIntegerField(_("number"))
    player1 = models.ForeignKey(Player, models.PROTECT, related_name="+", verbose_name=_("first player"))
    player2 = models.ForeignKey(
        Player, models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("second player")
    )
    team = models.ForeignKey(Team, models.SET_NULL, related_name="pairs", null=True, blank=True, verbose_name=_("team"))
    fixed_table = models.PositiveSmallIntegerField(_("keeps table"), null=True, blank=True)
    girone = models.PositiveSmallIntegerField(_("girone"), null=True, blank=True)
    """The girone, 1 for A, once the ranking was cut; whoever came later and has none is in the last."""
    late_after = models.PositiveSmallIntegerField(_("admitted late, after round"), null=True, blank=True)
    """The last closed round when the referee admitted it late; null if it entered in time."""
    late_reason = models.CharField(_("why it was admitted late"), max_length=120, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.EXPECTED)

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("pair")
        verbose_name_plural = _("pairs")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="pair_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="pair_number_positive"),
            models.CheckConstraint(condition=~Q(player1=F("player2")), name="pair_of_two_players"),
            models.CheckConstraint(condition=Q(girone__isnull=True) | Q(girone__gte=1), name="pair_girone_positive"),
            models.CheckConstraint(
                condition=Q(late_after__isnull=True, late_reason="") | (Q(late_after__gte=1) & ~Q(late_reason="")),
                name="pair_late_with_reason",
            ),
        ]

    def __str__(self) -> str:
        return " – ".join(map(str, self.players))

    @property
    def public_name(self) -> str:
        """Return both names for public pages."""
        return " – ".join(player.public_name for player in self.players)

    @property
    def players(self) -> list[Player]:
        """Return the members entered: two partners, or one player."""
        return [player for player in (self.player1, self.player2) if player is not None]

    @property
    def entered_keys(self) -> list[int]:
        """Return the keys of those entered."""
        return [key for key in (self.player1_id, self.player2_id) if key is not None]

    @property
    def player_keys(self) -> list[int]:
        """Return the keys of everybody who ever holds one of its seats, with substitutes. At most one query."""
        return list(
            dict.fromkeys([*self.entered_keys, *(substitute.player_id for substitute in self.substitutes.all())])
        )

    @property
    def names_with_substitutes(self) -> str:
        """Return `Rossi Anna / Verdi Luca – Bianchi Carlo`."""
        others = {
            seat: [str(substitute.player) for substitute in self.substitutes.all() if substitute.seat == seat]
            for seat in (1, 2)
        }
        return " – ".join(
            TAKEN_OVER_BY.join(dict.fromkeys([str(player), *others[seat]]))
            for seat, player in enumerate(self.players, start=1)
        )

    @property
    def people(self) -> list[Player]:
        """Return the members, those entered first."""
        return list(dict.fromkeys([*self.players, *(substitute.player for substitute in self.substitutes.all())]))


class Substitute(models.Model):
    """A substitute who takes a player's place for a range of rounds."""

    pair = models.ForeignKey(Pair, models.CASCADE, related_name="substitutes")
    seat = models.PositiveSmallIntegerField(_("seat"))
    """The seat: the first player's or the second's."""
    player = models.ForeignKey(Player, models.PROTECT, related_name="+", verbose_name=_("player"))
    first_round = models.PositiveSmallIntegerField(_("from round"), null=True, blank=True)
    """Null if not known: then nobody knows who sat there until the last round."""
    last_round = models.PositiveSmallIntegerField(_("to round"), null=True, blank=True)
    """Null for the end."""

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("substitute")
        verbose_name_plural = _("substitutes")
        ordering = ["seat", F("first_round").asc(nulls_first=True), "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(seat__in=(1, 2)), name="substitute_of_a_seat"),
            models.CheckConstraint(
                condition=(Q(first_round__isnull=True) | Q(first_round__gte=1))
                & (Q(last_round__isnull=True) | Q(last_round__gte=1))
                & (Q(first_round__isnull=True) | Q(last_round__isnull=True) | Q(last_round__gte=F("first_round"))),
                name="substitute_from_round_to_round",
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)

    @property
    def rounds(self) -> Rounds:
        """Return the range of rounds."""
        return Rounds(self.first_round, self.last_round)


class Single(models.Model):
    """A player who looks for a partner in a tournament of pairs."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="singles")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+", verbose_name=_("player"))

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("single")
        verbose_name_plural = _("singles")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "player"], name="single_once")]

    def __str__(self) -> str:
        return str(self.player)
