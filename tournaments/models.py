"""What the database keeps of a club and its tournaments: fields, constraints, nothing clever.

Writes go through `services`, reads that cross models through `selectors`. Points are whole numbers.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.clock.clocks import RoundClocks, clocks_from_json
from tournaments.people.names import search_key
from tournaments.phone_slips.states import SlipState
from tournaments.records.settings_json import settings_from_json

from .records import Kind, Line, Measure, Outcome, RoundSettings, System


class Club(models.Model):
    """Whose installation this is: one row, its name printed on every sheet."""

    name = models.CharField(_("club name"), max_length=120, blank=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("club")
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="club_is_one_row")]

    def __str__(self) -> str:
        return self.name


class Infraction(models.Model):
    """An infraction as this club answers it: one of the usual ones changed or left out, or one of its own."""

    class Measure(models.TextChoices):
        WARNING = Measure.WARNING.value, _("a warning")
        MP = Measure.MP.value, _("MP that the opponents feel")
        MP_OWN = Measure.MP_OWN.value, _("MP that the opponents do not feel")
        VP = Measure.VP.value, _("VP")
        VP_AND_MP = Measure.VP_AND_MP.value, _("VP and the MP that go with them")
        ARBITRAL = Measure.ARBITRAL.value, _("an arbitral score for the table")
        ABSENCE = Measure.ABSENCE.value, _("the line counts as absent")
        IN_HAND = Measure.IN_HAND.value, _("the cards count as in hand")

    key = models.CharField(max_length=20, blank=True, editable=False)
    """Of the usual one that it stands for; empty for one of the club's own."""
    title = models.CharField(_("infraction"), max_length=120)
    article = models.CharField(_("article"), max_length=40, blank=True)
    measure = models.CharField(_("answered with"), max_length=10, choices=Measure.choices)
    points = models.IntegerField(_("points"), null=True, blank=True)
    offered = models.BooleanField(default=True)
    """Not, where the club has left a usual one out."""

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


class Player(models.Model):
    """A person who plays: a member of this club or a guest. Merged, never silently doubled."""

    last_name = models.CharField(_("last name"), max_length=80)
    first_name = models.CharField(_("first name"), max_length=80, blank=True)
    club = models.CharField(_("club"), max_length=120, blank=True)
    card = models.CharField(
        _("card number"), max_length=30, blank=True, help_text=_("The federation's card, with its leading zeros.")
    )
    contact = models.CharField(_("contact"), max_length=120, blank=True)
    search_name = models.CharField(max_length=170, editable=False, db_index=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["last_name", "first_name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["card"],
                condition=~Q(card=""),
                name="player_card_unique",
                violation_error_message=_("Another player has this card number."),
            )
        ]

    def __str__(self) -> str:
        return self.full_name

    def save(self, *args: object, **kwargs: object) -> None:
        self.search_name = search_key(self.full_name)
        super().save(*args, **kwargs)  # type: ignore[arg-type]

    @property
    def full_name(self) -> str:
        """Last name first, as on every list: `Rossi Anna`."""
        return f"{self.last_name} {self.first_name}".strip()


def default_tie_breaks() -> list[str]:
    """The order of docs/tournaments.md §5."""
    return ["vp", "mp_difference", "mp", "direct", "wins", "lot"]


def default_call_minutes() -> list[int]:
    """How many minutes are left when it is called out."""
    return [10, 2]


class Tournament(models.Model):
    """A tournament with the settings that its results are read by."""

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
    slug = models.SlugField(max_length=140, unique=True, editable=False)
    date = models.DateField(_("date"))
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

    history = HistoricalRecords(excluded_fields=["revision"])

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-date", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(hands_per_round__gte=1), name="tournament_has_hands"),
            models.CheckConstraint(condition=Q(rounds_planned__gte=1), name="tournament_has_rounds"),
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

    history = HistoricalRecords()

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

    history = HistoricalRecords()

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

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("single")
        verbose_name_plural = _("singles")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "player"], name="single_once")]

    def __str__(self) -> str:
        return str(self.player)


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
    """What was chosen beside system and seed, as `round_settings.py` writes it."""
    seed = models.PositiveIntegerField()
    order = models.JSONField(default=list, blank=True, editable=False)
    """Who was to be seated when it was drawn, in ranking order: `[number, VP]` of each. The draw can be repeated."""
    undo = models.JSONField(default=list, blank=True, editable=False)
    """The draft's seats before each change of the referee's, the latest last."""
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    published_at = models.DateTimeField(null=True, blank=True)
    clocks = models.JSONField(default=dict, blank=True, editable=False)
    """The hall's clock and those of single tables, as `clock/clocks.py` writes them; empty until one is touched."""
    on_paper = models.BooleanField(default=False)
    """Its slips are written on paper alone, though in this tournament phones write them."""
    secret = models.CharField(max_length=64, blank=True, editable=False)
    """What the codes of its tables are derived from, made when it is published; nobody ever sees it."""

    history = HistoricalRecords(excluded_fields=["order", "undo", "secret"])

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
        """The settings as pure code takes them."""
        return settings_from_json(self.settings)

    @property
    def running_clocks(self) -> RoundClocks:
        """The clocks as pure code takes them; before one is touched the hall's waits with the usual minutes."""
        return clocks_from_json(self.clocks, minutes=self.tournament.round_minutes)

    @property
    def phones_write(self) -> bool:
        """The players may write its slips on their phones. Where this is false, nothing of it is to be seen."""
        wanted = self.tournament.writing == Tournament.Writing.PHONES and not self.on_paper
        return wanted and self.state != Round.State.DRAFT and bool(self.secret)


class Table(models.Model):
    """One table of a round: two pairs, or one that rests; `version` goes up with every result saved."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    ns = models.ForeignKey(Pair, models.PROTECT, related_name="+")
    ew = models.ForeignKey(Pair, models.PROTECT, related_name="+", null=True, blank=True)
    ns_partner = models.ForeignKey(Pair, models.PROTECT, related_name="+", null=True, blank=True)
    """In an individual tournament: the second player of the line."""
    ew_partner = models.ForeignKey(Pair, models.PROTECT, related_name="+", null=True, blank=True)
    outcome = models.CharField(max_length=12, choices=[(o.value, o.value) for o in Outcome], default=Outcome.OPEN)
    why = models.JSONField(default=list, blank=True)
    """The reasons of the pairing: a list of `{"code": …, "facts": {…}}`."""
    ns_vp_set = models.PositiveSmallIntegerField(null=True, blank=True)
    """What the referee set, at an arbitral score only; these and the next four."""
    ns_mp_set = models.IntegerField(null=True, blank=True)
    ew_vp_set = models.PositiveSmallIntegerField(null=True, blank=True)
    ew_mp_set = models.IntegerField(null=True, blank=True)
    ruling = models.CharField(max_length=200, blank=True)
    """Why the score was set."""
    ruling_article = models.CharField(max_length=40, blank=True)
    version = models.PositiveIntegerField(default=0)
    entered_at = models.DateTimeField(null=True, blank=True)

    history = HistoricalRecords(excluded_fields=["why"])

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

    def forget_arbitral_score(self) -> None:
        """Not saved yet."""
        self.ns_vp_set = self.ns_mp_set = self.ew_vp_set = self.ew_mp_set = None
        self.ruling = self.ruling_article = ""


class Hand(models.Model):
    """One deal at a table: what each side wrote, at the depth it was given, and what the engine made of it."""

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
    """MP that count for the line instead of its total, where the referee set them; of one line at most."""
    ew_set = models.IntegerField(null=True, blank=True)
    set_reason = models.CharField(max_length=200, blank=True)

    history = HistoricalRecords(excluded_fields=["ns_lines", "ew_lines"])

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

    def __str__(self) -> str:
        return f"{self.table}/{self.number}"


class PhoneSlip(models.Model):
    """A table's slip as the players' phones write it; there is none before the first figure. Kept until the end."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="phone_slip")
    state = models.CharField(max_length=10, choices=[(s.value, s.value) for s in SlipState], default=SlipState.EMPTY)
    version = models.PositiveIntegerField(default=0)
    """Another one, and what a phone had seen is no longer what there is."""
    line = models.CharField(max_length=2, choices=[(each.value, each.value) for each in Line], blank=True)
    """Who writes it, or sent it."""
    device = models.CharField(max_length=32, blank=True)
    """The phone that does; empty where any may go on."""
    serial = models.PositiveBigIntegerField(default=0)
    """That phone's own count of its writes, of the last one that arrived."""
    typed = models.JSONField(default=dict)
    """The fields as they were typed, by their names in the slip's form."""
    hands = models.JSONField(default=list)
    """What was sent, as docs/interchange.md §2 has hands; nothing before."""
    doubtful = models.BooleanField(default=False)
    """What was sent is possible and rare, and whoever sent it said that it is right."""
    agreed = models.BooleanField(default=False)
    """The result of the table is what both lines agreed on."""
    one_phone = models.BooleanField(default=False)
    """Both lines confirmed from one phone that was not passed over."""
    contested_by = models.CharField(max_length=2, choices=[(each.value, each.value) for each in Line], blank=True)
    contested_hand = models.PositiveSmallIntegerField(null=True, blank=True)
    contest_note = models.CharField(max_length=200, blank=True)
    shut_at = models.DateTimeField(null=True, blank=True)
    """When wrong codes locked the table for phones."""

    def __str__(self) -> str:
        return f"{self.table}: {self.state}"


class PhoneLog(models.Model):
    """Who did what to a table's slip from a phone, and when."""

    class Event(models.TextChoices):
        ENTER = "enter", _("gave the code")
        WRONG_CODE = "wrong_code", _("a wrong code")
        SHUT = "shut", _("locked after wrong codes")
        UNLOCK = "unlock", _("unlocked by the referee")
        TYPE = "type", _("wrote")
        SEND = "send", _("sent")
        TAKE_OVER = "take_over", _("went on writing")
        AGREE = "agree", _("confirmed")
        AGREE_PASSED = "agree_passed", _("confirmed on the phone that was passed over")
        CONTEST = "contest", _("contested")
        CALL = "call", _("called the referee")
        SUMMON = "summon", _("called the referee to the table")
        SETTLE = "settle", _("took the call back")
        PHOTO = "photo", _("sent a photo")
        DECIDE = "decide", _("the referee’s word")
        REOPEN = "reopen", _("taken back by the referee")

    table = models.ForeignKey(Table, models.CASCADE, related_name="phone_log")
    at = models.DateTimeField(db_default=Now())
    event = models.CharField(max_length=12, choices=Event.choices)
    line = models.CharField(max_length=2, choices=[(each.value, each.value) for each in Line], blank=True)
    device = models.CharField(max_length=32, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["table", "at"], name="phone_log_of_a_table")]

    def __str__(self) -> str:
        return f"{self.table}: {self.event}"


class PhonePhoto(models.Model):
    """A photo that a table's phone sent for its dispute: for referees alone, never exported, and not kept for long."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="phone_photos")
    line = models.CharField(max_length=2, choices=[(each.value, each.value) for each in Line])
    """Who sent it."""
    device = models.CharField(max_length=32)
    at = models.DateTimeField()
    image = models.BinaryField()
    """A JPEG as `phone_slips/photos.py` makes it."""

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.table}: {self.at}"


class Adjustment(models.Model):
    """A penalty, a bonus or a warning of the referee's, in MP, in VP or without points, with its reason."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="adjustments")
    round = models.ForeignKey(Round, models.CASCADE, related_name="adjustments", verbose_name=_("round"))
    pair = models.ForeignKey(Pair, models.CASCADE, related_name="adjustments", verbose_name=_("pair"))
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    """Who of the pair it is about; nobody in particular where it is about both."""
    mp = models.IntegerField("MP", default=0)
    vp = models.IntegerField("VP", default=0)
    felt = models.BooleanField(default=True)
    """The opponents feel the MP: they count before the VP of the round are read."""
    reason = models.CharField(_("reason"), max_length=200)
    article = models.CharField(_("article"), max_length=40, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(db_default=Now())

    history = HistoricalRecords()

    class Meta:
        ordering = ["round__number", "pair__number", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(mp=0, felt=False), name="adjustment_felt_or_of_mp"),
            models.CheckConstraint(condition=~Q(reason=""), name="adjustment_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.pair}: {self.mp} MP, {self.vp} VP"


class RefereeCall(models.Model):
    """A table calls the referee: open until somebody has gone there, or the table takes it back."""

    class Reason(models.TextChoices):
        COUNT = "count", _("a count")
        RULE = "rule", _("a rule")
        OTHER = "other", _("something else")

    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    line = models.CharField(max_length=2, choices=[(line.value, line.value) for line in Line], blank=True)
    """Who of the table called; empty where the referee noted it."""
    reason = models.CharField(max_length=8, choices=Reason.choices)
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["called_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(answered_at__isnull=True, taken_back_at__isnull=True),
                name="referee_call_one_open",
            ),
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True) | Q(taken_back_at__isnull=True), name="referee_call_ends_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.reason}"

    @property
    def is_open(self) -> bool:
        return self.answered_at is None and self.taken_back_at is None


class CheckInMiss(models.Model):
    """A card number typed on a phone at which nobody is expected: too many of them, and nobody may type for a while."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="check_in_misses")
    device = models.CharField(max_length=32)
    """What the phone's cookie says."""
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["tournament", "at"], name="check_in_miss_by_time")]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.at}"


class FormatTrial(models.Model):
    """Formats tried out by simulated evenings, away from any request; the row is what the runner and the page share."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        STOPPED = "stopped", _("stopped")
        FAILED = "failed", _("failed")

    wanted = models.JSONField()
    """What to play: pairs, hands, strengths, and one or two formats with their rounds and systems."""
    evenings = models.PositiveIntegerField()
    """How many evenings of each format are to be played."""
    played = models.PositiveIntegerField(default=0)
    results = models.JSONField(default=list)
    """For each format, the sums over the evenings played so far."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    stop_asked = models.BooleanField(default=False)
    beat_at = models.DateTimeField(null=True, blank=True)
    """When the runner last wrote: one that has been silent for long is dead."""
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-pk"]
        constraints = [models.CheckConstraint(condition=Q(evenings__gte=1), name="trial_has_evenings")]

    def __str__(self) -> str:
        return f"{self.pk}: {self.state}"
