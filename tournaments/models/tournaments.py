"""A tournament with its settings."""

from collections.abc import Collection

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet, Value
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.records import Carry, Cut, Kind, MatchFormat, NamedSystem
from tournaments.records.plans import PlannedCut, cuts_of, systems_of
from tournaments.records.team_matches import FEWEST_TABLES, MOST_SESSIONS, MOST_TABLES

from .history import LastingHistoryManager

NO_ADDRESS = "~"
"""A character that no slug contains."""
IMPORTED = "imported"
"""The reason in the history for a tournament imported from another program."""

CONSTRAINTS = [
    models.CheckConstraint(condition=Q(hands_per_round__gte=1), name="tournament_has_hands"),
    models.CheckConstraint(condition=Q(rounds_planned__gte=1), name="tournament_has_rounds"),
    models.CheckConstraint(
        condition=Q(deleted_at__isnull=True) ^ Q(slug__contains=NO_ADDRESS),
        name="tournament_has_address_iff_here",
    ),
    models.CheckConstraint(
        condition=Q(cut_after__isnull=True, carry="") | Q(cut_after__gte=1, carry__in=[carry.value for carry in Carry]),
        name="tournament_cut_with_carry",
    ),
    models.CheckConstraint(
        condition=Q(match_tables__range=(FEWEST_TABLES, MOST_TABLES)) & Q(match_sessions__range=(1, MOST_SESSIONS)),
        name="tournament_match_format",
    ),
    models.CheckConstraint(
        condition=Q(podium_shown_at__isnull=True) | Q(state="final"), name="tournament_podium_of_final_ranking"
    ),
]


def default_tie_breaks() -> list[str]:
    """Return the usual order (docs/tournaments.md §5)."""
    return ["vp", "mp_difference", "mp", "direct", "wins", "lot"]


def default_call_minutes() -> list[int]:
    """Return the usual calls, in minutes left."""
    return [10, 2]


class HereManager(models.Manager["Tournament"]):
    """A manager without deleted tournaments, for every page, command and export."""

    def get_queryset(self) -> "QuerySet[Tournament]":
        return super().get_queryset().filter(deleted_at__isnull=True)


class Tournament(models.Model):
    """A tournament with the settings by which its results are read.

    A deleted one is kept for a while without an address, and is not among `objects`.
    """

    class Kind(models.TextChoices):
        PAIRS = Kind.PAIRS.value, _("Pairs")
        INDIVIDUAL = Kind.INDIVIDUAL.value, _("Individual")
        TEAMS = Kind.TEAMS.value, _("Teams")
        TEAM_MATCHES = Kind.TEAM_MATCHES.value, _("Team matches")

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
    """The address. A deleted tournament has `NO_ADDRESS` and its key instead, so that no slug finds it."""
    date = models.DateField(_("date"))
    starts_at = models.TimeField(_("starts at"), null=True, blank=True)
    """On its day, in the club's time; null if not known."""
    venue = models.CharField(_("venue"), max_length=120, blank=True)
    referees = models.CharField(_("referees"), max_length=200, blank=True)
    """The names of the referees with commas, as the report names them."""
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices, default=Kind.PAIRS)
    ruleset = models.CharField(_("ruleset"), max_length=40, default="fibur_2026")
    options = models.JSONField(default=dict, blank=True)
    hands_per_round = models.PositiveSmallIntegerField(_("hands per round"), default=4)
    rounds_planned = models.PositiveSmallIntegerField(_("rounds"), default=4)
    plan = models.JSONField(_("systems announced"), default=list, blank=True)
    """The steps of the plan (`records.plans.Step`): rounds from the first on, and the cut between them."""
    round_minutes = models.PositiveSmallIntegerField(_("minutes per round"))
    """The minutes of a round's clock; 0 for no clock."""
    call_minutes = models.JSONField(_("minutes left that are called"), default=default_call_minutes, blank=True)
    last_hand_minutes = models.PositiveSmallIntegerField(_("last hand called, minutes before the end"), default=0)
    """0 if the last hand is not called."""
    announcement = models.CharField(_("announcement"), max_length=160, blank=True)
    """The referee's announcement on the wall and on the players' pages."""
    announcement_until = models.PositiveSmallIntegerField(_("announced until"), null=True, blank=True, editable=False)
    """The round with which it ends; 0 for the end of a break, null for no end."""
    check_in_until = models.TimeField(_("check-in until"), null=True, blank=True)
    """On the day of the tournament; missing pairs can be withdrawn at once afterwards."""
    self_check_in = models.BooleanField(_("players check themselves in"), default=False)
    scale = models.JSONField(_("VP scale"))
    """A key of `victory_points.SCALES`, or a club's own scale as in docs/interchange.md §5."""
    tie_breaks = models.JSONField(_("tie-breaks"), default=default_tie_breaks)
    rest_vp = models.PositiveSmallIntegerField(_("rest: VP"))
    rest_mp = models.PositiveIntegerField(_("rest: MP"))
    absence_vp = models.PositiveSmallIntegerField(_("absence: VP"))
    absence_mp = models.IntegerField(_("absence: MP"))
    missed_rounds = models.CharField(
        _("rounds missed after withdrawing are worth"),
        max_length=8,
        choices=MissedRounds.choices,
        default=MissedRounds.ZERO,
    )
    substitutes_allowed = models.BooleanField(_("substitutes may take a player's place"), default=True)
    entry = models.CharField(_("slips are entered as"), max_length=8, choices=Entry.choices, default=Entry.SLIP)
    writing = models.CharField(_("slips are written"), max_length=8, choices=Writing.choices, default=Writing.PAPER)
    second_language = models.CharField(_("second language of printed sheets"), max_length=10, blank=True)
    """A code of the program's languages; empty if sheets are in the reader's alone."""
    match_tables = models.PositiveSmallIntegerField(_("pairs of a team in a match"), default=FEWEST_TABLES)
    """Only in team matches, like the next two."""
    match_sessions = models.PositiveSmallIntegerField(_("sessions of a match"), default=1)
    match_scale = models.JSONField(_("VP scale of the matches"), default=dict, blank=True)
    """A scale as in docs/interchange.md §5; empty for that of the pairs, widened to the tables of a match."""
    cut_after = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    """The round after which its ranking was cut into gironi; null if it was not."""
    carry = models.CharField(max_length=8, choices=[(c.value, c.value) for c in Carry], blank=True, editable=False)
    """The share of the points that is carried into the gironi; empty if there are none."""
    own_tables = models.BooleanField(default=False, editable=False)
    """Whether the tables of each girone are numbered from 1."""
    seed = models.PositiveIntegerField(_("seed of the draws"))
    state = models.CharField(max_length=12, choices=State.choices, default=State.REGISTRATION)
    called_off_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When the evening was called off; null if it takes place."""
    podium_shown_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When the referee last had the podium of the final ranking shown in the hall; null until then."""
    revision = models.PositiveIntegerField(default=0, editable=False)
    """Grows with every write that a page could show; the public pages' ETag contains it."""
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When it was deleted; null if it was not."""
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
        constraints = [*CONSTRAINTS]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Ask the database once whether all conditions hold, and one by one only if some do not."""
        conditions = [Q(constraint.condition) for constraint in CONSTRAINTS]
        asked = [condition for condition in conditions if condition.referenced_base_fields.isdisjoint(exclude or ())]
        named = {name for condition in asked for name in condition.referenced_base_fields}
        fields = [field for field in self._meta.concrete_fields if field.name in named]
        values = {field.name: Value(getattr(self, field.name), field) for field in fields}
        if asked and not Q(*asked).check(values):
            super().validate_constraints(exclude)

    @property
    def cut(self) -> Cut | None:
        """Return the cut into gironi, or None."""
        if self.cut_after is None:
            return None
        return Cut(after_round=self.cut_after, carry=Carry(self.carry), own_tables=self.own_tables)

    @property
    def systems_planned(self) -> list[NamedSystem]:
        """Return the system announced for each round, as far as there is one."""
        return systems_of(self.plan)

    @property
    def cut_planned(self) -> PlannedCut | None:
        """Return the cut into gironi that is announced, or None."""
        return next(iter(cuts_of(self.plan)), None)

    def cut_due(self, number: int) -> PlannedCut | None:
        """Return the cut announced for after that round; None if there is none, or the ranking is cut already."""
        planned = self.cut_planned
        return planned if planned and planned.after_round == number and self.cut is None else None

    @property
    def has_teams(self) -> bool:
        """Return whether the pairs belong to teams."""
        return Kind(self.kind).has_teams

    @property
    def plays_matches(self) -> bool:
        """Return whether its teams meet in matches."""
        return self.kind == Kind.TEAM_MATCHES

    @property
    def match_format(self) -> MatchFormat:
        return MatchFormat(tables=self.match_tables, sessions=self.match_sessions)

    def is_in_gironi(self, number: int) -> bool:
        """Return whether that round follows the cut into gironi."""
        return self.cut_after is not None and self.cut_after < number
