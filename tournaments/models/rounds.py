"""Rounds, their tables, the hands, and the referee's adjustments. Points are whole numbers."""

from collections.abc import Sequence

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.clock.clocks import RoundClocks, clocks_from_json
from tournaments.records import Outcome, RoundSettings, System
from tournaments.records.sections import in_section, starts_in, table_name
from tournaments.records.settings_json import settings_from_json
from tournaments.slips.codes import secret_of

from .entrants import Pair
from .history import LastingHistoryManager
from .players import Player
from .tournaments import Tournament


class Round(models.Model):
    """The hands that the same four players play at one table, for the whole hall."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("under way")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    system = models.CharField(max_length=20, choices=[(s.value, s.value) for s in System])
    settings = models.JSONField(default=dict, blank=True)
    """The settings beside system and seed, as `records/settings_json.py` writes them."""
    seed = models.PositiveIntegerField()
    order = models.JSONField(default=list, blank=True, editable=False)
    """The entrants at the draw in ranking order, `[number, VP]` of each, so that the draw can be repeated."""
    by_rating = models.BooleanField(default=False)
    """Whether that order was by ratings, because there was no ranking yet."""
    as_drawn = models.JSONField(default=dict, blank=True, editable=False)
    """The round as drawn, before the referee changed anything, written by `pairing/draw_record.py`; empty if the round
    was imported without it."""
    redrawn = models.PositiveSmallIntegerField(default=0, editable=False)
    """The number of earlier draws of this round: drafts drawn again, and drafts discarded."""
    seats_then = models.JSONField(default=dict, blank=True, editable=False)
    """All tables of each earlier round that has changed since this draw, by its number."""
    undo = models.JSONField(default=list, blank=True, editable=False)
    """The draft's seats before each change by the referee, the latest last."""
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    published_at = models.DateTimeField(null=True, blank=True)
    clocks = models.JSONField(default=dict, blank=True, editable=False)
    """The hall's clock and those of single tables, as `clock/clocks.py` writes them; empty until one is used."""
    on_paper = models.BooleanField(default=False)
    """Whether its slips are only on paper, although phones write slips in this tournament."""
    secret = models.CharField(max_length=64, blank=True, editable=False)
    """The secret from which the codes of its tables are derived, made at publication; nobody sees it."""
    editions = models.JSONField(default=dict, blank=True, editable=False)
    """The number of times a table got another slip because others sat there in a later publication, by table number."""
    given_out = models.JSONField(default=list, blank=True, editable=False)
    """While unpublished, the seats of the slips given out: `[number, ns, ew, ns_partner, ew_partner]`, pairs by key."""
    new_slips = models.JSONField(default=list, blank=True, editable=False)
    """The tables whose slips differ from those printed first, while it is under way."""

    history = HistoricalRecords(
        history_manager=LastingHistoryManager,
        excluded_fields=["order", "as_drawn", "seats_then", "undo", "secret", "editions", "given_out", "new_slips"],
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_unique"),
            models.UniqueConstraint(fields=["tournament"], condition=Q(state="draft"), name="round_one_draft"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.number}"

    @property
    def chosen(self) -> RoundSettings:
        """Return the settings as pure code reads them."""
        return settings_from_json(self.settings)

    @property
    def running_clocks(self) -> RoundClocks:
        """Return the clocks as pure code reads them; before one is used, the hall's waits with the usual minutes."""
        return clocks_from_json(self.clocks, minutes=self.tournament.round_minutes)

    @property
    def phones_write(self) -> bool:
        """Return whether players may write its slips on their phones. If not, no page shows it."""
        wanted = self.tournament.writing == Tournament.Writing.PHONES and not self.on_paper
        return wanted and self.state != Round.State.DRAFT and bool(self.secret)

    @property
    def section_starts(self) -> Sequence[int]:
        """Return the first tables of its sections after the first; empty if the hall is one."""
        return starts_in(self.settings)

    @property
    def is_in_gironi(self) -> bool:
        """Return whether pairs meet within their girone: after a cut, and not in one bracket of the whole field."""
        return self.tournament.is_in_gironi(self.number) and not self.is_one_bracket

    @property
    def is_one_bracket(self) -> bool:
        """Return whether it is a knockout of the whole field, not one of each girone."""
        return self.system == System.KNOCKOUT and not self.settings.get("by_girone")

    @property
    def has_bracket(self) -> bool:
        """Return whether it is a knockout, of the whole field or of a girone."""
        own = (named for _girone, named in self.settings.get("by_girone", ()))
        return self.system == System.KNOCKOUT or (self.system != System.MANUAL and System.KNOCKOUT in own)

    def table_number(self, number: int) -> int:
        """Return the number of one of its tables, which knows its name if the hall is in sections."""
        return in_section(number, self.section_starts)

    def slip_secret(self, table: int) -> str:
        """Return the secret from which the codes of that table's slip are derived."""
        return secret_of(self.secret, self.editions.get(str(table), 0))


class Table(models.Model):
    """A table of a round: two pairs, or one that rests. `version` grows with every result saved."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    ns = models.ForeignKey(Pair, models.PROTECT, related_name="+")
    ew = models.ForeignKey(Pair, models.PROTECT, related_name="+", null=True, blank=True)
    ns_partner = models.ForeignKey(Pair, models.PROTECT, related_name="+", null=True, blank=True)
    """The second player of the line, in an individual tournament; the next likewise."""
    ew_partner = models.ForeignKey(Pair, models.PROTECT, related_name="+", null=True, blank=True)
    outcome = models.CharField(max_length=12, choices=[(o.value, o.value) for o in Outcome], default=Outcome.OPEN)
    why = models.JSONField(default=list, blank=True)
    """The reasons of the pairing: a list of `{"code": …, "facts": {…}}`."""
    ns_vp_set = models.PositiveSmallIntegerField(null=True, blank=True)
    """The referee's VP, only for an assigned score; the fields below likewise."""
    ns_mp_set = models.IntegerField(null=True, blank=True)
    ew_vp_set = models.PositiveSmallIntegerField(null=True, blank=True)
    ew_mp_set = models.IntegerField(null=True, blank=True)
    ruling = models.CharField(max_length=200, blank=True)
    """The reason for the assigned score."""
    ruling_article = models.CharField(max_length=40, blank=True)
    version = models.PositiveIntegerField(default=0)
    entered_at = models.DateTimeField(null=True, blank=True)

    history = HistoricalRecords(history_manager=LastingHistoryManager, excluded_fields=["why"])

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_unique"),
            models.UniqueConstraint(fields=["round", "ns"], name="table_ns_once"),
            models.UniqueConstraint(fields=["round", "ew"], name="table_ew_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_number_positive"),
            models.CheckConstraint(condition=~Q(ns=F("ew")), name="table_of_two_pairs"),
            models.CheckConstraint(
                condition=Q(ew__isnull=True, outcome="rest") | (Q(ew__isnull=False) & ~Q(outcome="rest")),
                name="table_rest_iff_one_pair",
            ),
            models.UniqueConstraint(fields=["round", "ns_partner"], name="table_ns_partner_once"),
            models.UniqueConstraint(fields=["round", "ew_partner"], name="table_ew_partner_once"),
            models.CheckConstraint(
                condition=Q(ns_partner__isnull=True, ew_partner__isnull=True)
                | Q(ew__isnull=False, ns_partner__isnull=False, ew_partner__isnull=False),
                name="table_partners_on_both_lines",
            ),
            models.CheckConstraint(
                condition=Q(
                    ~Q(ruling=""),
                    outcome="arbitral",
                    ns_vp_set__isnull=False,
                    ns_mp_set__isnull=False,
                    ew_vp_set__isnull=False,
                    ew_mp_set__isnull=False,
                )
                | Q(
                    ~Q(outcome="arbitral"),
                    ns_vp_set__isnull=True,
                    ns_mp_set__isnull=True,
                    ew_vp_set__isnull=True,
                    ew_mp_set__isnull=True,
                    ruling="",
                    ruling_article="",
                ),
                name="table_arbitral_iff_set",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}/{self.number}"

    @property
    def name(self) -> str:
        """Return what people call the table: its number, or `B 7` in a hall of sections."""
        return table_name(self.round.table_number(self.number))

    @property
    def slip_secret(self) -> str:
        return self.round.slip_secret(self.number)

    def clear_assigned_score(self) -> None:
        """Clear the assigned score without saving."""
        self.ns_vp_set = self.ns_mp_set = self.ew_vp_set = self.ew_mp_set = None
        self.ruling = self.ruling_article = ""


class Hand(models.Model):
    """A deal at a table: what each side wrote, at its depth, and the engine's result."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    end = models.CharField(max_length=8)
    ns_entry = models.JSONField()
    ew_entry = models.JSONField()
    ns_total = models.IntegerField()
    ew_total = models.IntegerField()
    ns_lines = models.JSONField()
    ew_lines = models.JSONField()
    ns_set = models.IntegerField(null=True, blank=True)
    """The MP that the referee set for one line, which count instead of its total."""
    ew_set = models.IntegerField(null=True, blank=True)
    set_reason = models.CharField(max_length=200, blank=True)

    history = HistoricalRecords(history_manager=LastingHistoryManager, excluded_fields=["ns_lines", "ew_lines"])

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="hand_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="hand_number_positive"),
            models.CheckConstraint(
                condition=Q(ns_set__isnull=True, ew_set__isnull=True, set_reason="")
                | (Q(ns_set__isnull=True) ^ Q(ew_set__isnull=True)) & ~Q(set_reason=""),
                name="hand_set_for_one_line",
            ),
        ]
        # A ranking sums the hands of each table without reading their rows, which carry the whole slip.
        indexes = [models.Index(fields=["table", "ns_set", "ns_total", "ew_set", "ew_total"], name="hand_sums")]

    def __str__(self) -> str:
        return f"{self.table}/{self.number}"


class Adjustment(models.Model):
    """A penalty, a bonus or a warning by the referee, in MP, in VP or without points, with its reason."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="adjustments")
    round = models.ForeignKey(Round, models.CASCADE, related_name="adjustments", verbose_name=_("round"))
    pair = models.ForeignKey(Pair, models.CASCADE, related_name="adjustments", verbose_name=_("pair"))
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    """The player concerned; null if it concerns the pair."""
    mp = models.IntegerField("MP", default=0)
    vp = models.IntegerField("VP", default=0)
    felt = models.BooleanField(default=True)
    """Whether the opponents feel the MP: they count before the VP of the round are read."""
    reason = models.CharField(_("reason"), max_length=200)
    article = models.CharField(_("article"), max_length=40, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(db_default=Now())

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        ordering = ["round__number", "pair__number", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(mp=0, felt=False), name="adjustment_felt_or_of_mp"),
            models.CheckConstraint(condition=~Q(reason=""), name="adjustment_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.pair}: {self.mp} MP, {self.vp} VP"
