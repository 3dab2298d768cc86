"""A tournament with its settings, and who is entered in it."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.records import Kind

from .history import LastingHistoryManager
from .players import Player

NO_ADDRESS = "~"
"""No slug holds it."""
IMPORTED = "imported"
"""The reason of the change, in the history, by which a tournament was taken in that another program had written."""


def default_tie_breaks() -> list[str]:
    """The order of docs/tournaments.md §5."""
    return ["vp", "mp_difference", "mp", "direct", "wins", "lot"]


def default_call_minutes() -> list[int]:
    """How many minutes are left when it is called out."""
    return [10, 2]


class HereManager(models.Manager["Tournament"]):
    """Those that are not put away: what every page, command and export takes for all there are."""

    def get_queryset(self) -> "QuerySet[Tournament]":
        return super().get_queryset().filter(deleted_at__isnull=True)


class Tournament(models.Model):
    """A tournament with the settings that its results are read by.

    One that was deleted is put away for a while: without an address, and not among `objects`.
    """

    class Kind(models.TextChoices):
        PAIRS = Kind.PAIRS.value, _("Pairs")
        INDIVIDUAL = Kind.INDIVIDUAL.value, _("Individual")
        TEAMS = Kind.TEAMS.value, _("Teams")

    class State(models.TextChoices):
        REGISTRATION = "registration", _("registration")
        RUNNING = "running", _("running")
        CHECKING = "checking", _("checking time")
        FINAL = "final", _("final")

    class Entry(models.TextChoices):
        SLIP = "slip", _("base and points")
        TOTAL = "total", _("totals only")

    class Writing(models.TextChoices):
        PAPER = "paper", _("on paper")
        PHONES = "phones", _("on the players’ phones, and on paper")

    class MissedRounds(models.TextChoices):
        ZERO = "zero", _("nothing")
        ABSENCE = "absence", _("an absence")

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=160, unique=True, editable=False)
    """Its address. Put away it has none: behind `NO_ADDRESS` stands its key, so that nothing finds it by a slug."""
    date = models.DateField(_("date"))
    starts_at = models.TimeField(_("starts at"), null=True, blank=True)
    """On its day, by the club's clock; null: nobody has said."""
    venue = models.CharField(_("venue"), max_length=120, blank=True)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices, default=Kind.PAIRS)
    ruleset = models.CharField(_("ruleset"), max_length=40, default="fibur_2026")
    options = models.JSONField(default=dict, blank=True)
    hands_per_round = models.PositiveSmallIntegerField(_("hands per round"), default=4)
    rounds_planned = models.PositiveSmallIntegerField(_("rounds"), default=4)
    plan = models.JSONField(_("systems announced"), default=list, blank=True)
    """The system of each round, as far as it was announced: values of `NamedSystem`, that of round 1 first."""
    round_minutes = models.PositiveSmallIntegerField(_("minutes per round"))
    """What the clock of a round counts down from; 0 for no clock."""
    call_minutes = models.JSONField(_("minutes left that are called"), default=default_call_minutes, blank=True)
    last_hand_minutes = models.PositiveSmallIntegerField(_("last hand called, minutes before the end"), default=0)
    """0 where it is not called."""
    announcement = models.CharField(_("announcement"), max_length=160, blank=True)
    """What the referee says to everybody, on the wall and on the players' pages, until it is taken back."""
    check_in_until = models.TimeField(_("check-in until"), null=True, blank=True)
    """On the day of the tournament; whoever is missing later can be withdrawn at once."""
    self_check_in = models.BooleanField(_("players check themselves in"), default=False)
    scale = models.JSONField(_("VP scale"))
    """A key of `victory_points.SCALES`, or a club's own scale as in docs/interchange.md §5."""
    tie_breaks = models.JSONField(_("tie-breaks"), default=default_tie_breaks)
    rest_vp = models.PositiveSmallIntegerField(_("rest: VP"))
    rest_mp = models.PositiveIntegerField(_("rest: MP"))
    absence_vp = models.PositiveSmallIntegerField(_("absence: VP"))
    absence_mp = models.IntegerField(_("absence: MP"))
    missed_rounds = models.CharField(
        _("rounds missed by who withdraws are worth"),
        max_length=8,
        choices=MissedRounds.choices,
        default=MissedRounds.ZERO,
    )
    substitutes_allowed = models.BooleanField(_("substitutes may take a player's place"), default=True)
    entry = models.CharField(_("slips are entered as"), max_length=8, choices=Entry.choices, default=Entry.SLIP)
    writing = models.CharField(_("slips are written"), max_length=8, choices=Writing.choices, default=Writing.PAPER)
    seed = models.PositiveIntegerField(_("seed of the draws"))
    state = models.CharField(max_length=12, choices=State.choices, default=State.REGISTRATION)
    revision = models.PositiveIntegerField(default=0, editable=False)
    """Goes up with every write that a page could show: the public pages' ETag is made of it."""
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When it was put away; null: it was not."""
    deleted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )

    objects = HereManager()
    everything = models.Manager["Tournament"]()

    history = HistoricalRecords(history_manager=LastingHistoryManager, excluded_fields=["revision"])

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-date", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(hands_per_round__gte=1), name="tournament_has_hands"),
            models.CheckConstraint(condition=Q(rounds_planned__gte=1), name="tournament_has_rounds"),
            models.CheckConstraint(
                condition=Q(deleted_at__isnull=True) ^ Q(slug__contains=NO_ADDRESS),
                name="tournament_has_address_iff_here",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])


class Team(models.Model):
    """Two pairs or more whose results are summed; they never meet each other."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="teams")
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=120)

    history = HistoricalRecords(history_manager=LastingHistoryManager)

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
    """Who is entered under the number printed on the slips: two partners; in an individual tournament one player."""

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
    substitute1 = models.ForeignKey(
        Player, models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("in the first player's place")
    )
    substitute2 = models.ForeignKey(
        Player, models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("in the second player's place")
    )
    team = models.ForeignKey(Team, models.SET_NULL, related_name="pairs", null=True, blank=True, verbose_name=_("team"))
    fixed_table = models.PositiveSmallIntegerField(_("keeps table"), null=True, blank=True)
    late_after = models.PositiveSmallIntegerField(_("admitted late, after round"), null=True, blank=True)
    """The last round that was closed when the referee admitted it all the same; null: entered in time."""
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
            models.CheckConstraint(
                condition=Q(late_after__isnull=True, late_reason="") | (Q(late_after__gte=1) & ~Q(late_reason="")),
                name="pair_late_with_reason",
            ),
        ]

    def __str__(self) -> str:
        return " – ".join(map(str, self.players))

    @property
    def public_name(self) -> str:
        """Both names where everybody may read them."""
        return " – ".join(player.public_name for player in self.players)

    @property
    def players(self) -> list[Player]:
        """Who was entered: two partners, or one player."""
        return [player for player in (self.player1, self.player2) if player is not None]

    @property
    def player_keys(self) -> list[int]:
        """The keys of everybody who ever holds a seat of it, substitutes too."""
        keys = (self.player1_id, self.player2_id, self.substitute1_id, self.substitute2_id)
        return [key for key in keys if key is not None]


class Single(models.Model):
    """Somebody who wants to play in a tournament of pairs and has no partner yet."""

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
