"""The entries of players by themselves, and their terms."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from .entrants import Pair, Single
from .history import LastingHistoryManager
from .players import Player
from .tournaments import Tournament


class EntryTerms(models.Model):
    """The terms on which people sign up for a tournament; without a row, they cannot."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="entry_terms")
    is_open = models.BooleanField(_("pairs enter themselves"), default=False)
    places = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    """The number of pairs, or of players in an individual tournament; null for no limit."""
    closes_at = models.DateTimeField(_("closes"), null=True, blank=True)
    """Null for the beginning of the tournament."""
    without_yes = models.BooleanField(_("accepted automatically"), default=False)
    list_shown = models.BooleanField(_("who has entered is shown to everybody"), default=False)

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(places__isnull=True) | Q(places__gte=1), name="entry_terms_have_places")
        ]

    def __str__(self) -> str:
        return str(self.tournament)


class Entry(models.Model):
    """Two partners, or one player, who signed up: names as typed, members only once accepted.

    The members are stored, because the text may be another spelling, and the pair may have another partner by now.
    Whoever answers somebody who looks for a partner has an entry too, which `answers` the other.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("awaiting the club’s approval")
        ACCEPTED = "accepted", _("accepted")
        LISTED = "listed", _("on the waiting list")
        REFUSED = "refused", _("not accepted")
        WITHDRAWN = "withdrawn", pgettext_lazy("entry", "withdrawn")
        PROPOSED = "proposed", _("offers to play as a partner")
        JOINED = "joined", _("plays in the entry of the partner")
        DECLINED = "declined", _("offer not accepted")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    name1 = models.CharField(_("name"), max_length=162)
    name2 = models.CharField(_("partner"), max_length=162, blank=True)
    """Empty if one player enters: in an individual tournament, or without a partner."""
    member1 = models.ForeignKey(Player, models.PROTECT, related_name="+", null=True, blank=True)
    """The members that the club took the names for; null before it did."""
    member2 = models.ForeignKey(Player, models.PROTECT, related_name="+", null=True, blank=True)
    made1 = models.BooleanField(default=False, editable=False)
    """Whether accepting the entry created a member of that name, who is deleted with the entry; likewise the next."""
    made2 = models.BooleanField(default=False, editable=False)
    people_key = models.CharField(max_length=64, editable=False)
    """A key that is equal for the same people, in any order and spelling (`people.names.people_key`)."""
    club = models.CharField(_("club"), max_length=120, blank=True)
    team = models.CharField(_("team"), max_length=120, blank=True)
    """The team as typed, in a team event; a team is created only on acceptance."""
    contact = models.CharField(_("contact"), max_length=120, blank=True)
    """Only for the club; emptied when it is no longer needed."""
    mail_consent_at = models.DateTimeField(_("agreed to emails about this evening"), null=True, blank=True)
    """Null if they did not agree, or once the contact is deleted."""
    looking = models.BooleanField(_("shown as looking for a partner"), default=False)
    """Whether a player alone wants to be named on the public page, with an initial, to be answered there."""
    answers = models.ForeignKey("self", models.CASCADE, related_name="answered_by", null=True, blank=True)
    """The entry of the player alone whom this person offers to play with, or plays with by now; null for others."""
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    moved_up = models.BooleanField(default=False)
    """Whether it moved up from the waiting list when a place became free."""
    created_at = models.DateTimeField()
    token_hash = models.CharField(max_length=64, unique=True)
    """The hash of the secret in the entrant's own link; the secret is not stored."""
    sender = models.CharField(max_length=32, blank=True)
    """A mark of the sender's address; the address is not stored."""
    pair = models.ForeignKey(Pair, models.SET_NULL, related_name="entries", null=True, blank=True)
    single = models.ForeignKey(Single, models.SET_NULL, related_name="entries", null=True, blank=True)

    # The database alone sets what a deleted row leaves behind, and contacts are stored nowhere twice.
    history = HistoricalRecords(
        history_manager=LastingHistoryManager,
        excluded_fields=[
            *("contact", "mail_consent_at", "token_hash", "sender", "people_key", "pair", "single", "made1", "made2"),
            "answers",
        ],
    )

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "people_key"],
                condition=Q(state__in=["waiting", "accepted", "listed"]),
                name="entry_once",
            ),
            models.UniqueConstraint(
                fields=["answers", "people_key"], condition=Q(state="proposed"), name="entry_answers_once"
            ),
            models.CheckConstraint(
                condition=Q(answers__isnull=False) | ~Q(state__in=["proposed", "joined", "declined"]),
                name="entry_answers_somebody",
            ),
            models.CheckConstraint(condition=Q(looking=False) | Q(name2=""), name="entry_of_two_looks_for_nobody"),
        ]

    def __str__(self) -> str:
        return " – ".join(self.names)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name in (self.name1, self.name2) if name)
