"""Who wants to play: the terms on which people enter themselves, and what they sent."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from .history import LastingHistoryManager
from .tournaments import Pair, Single, Tournament


class EntryTerms(models.Model):
    """On what terms people enter themselves in a tournament; one without a row is not open to them."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="entry_terms")
    is_open = models.BooleanField(_("pairs enter themselves"), default=False)
    places = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    """Of pairs, or in an individual tournament of players; null: as many as come."""
    closes_at = models.DateTimeField(_("closes"), null=True, blank=True)
    """Null: when the tournament begins."""
    without_yes = models.BooleanField(_("accepted without a look"), default=False)
    list_shown = models.BooleanField(_("who has entered is shown to everybody"), default=False)

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(places__isnull=True) | Q(places__gte=1), name="entry_terms_have_places")
        ]

    def __str__(self) -> str:
        return str(self.tournament)


class Entry(models.Model):
    """Two partners, or one player, who entered themselves: names as they were typed, members only once accepted."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waits for the club’s yes")
        ACCEPTED = "accepted", _("accepted")
        LISTED = "listed", _("on the waiting list")
        REFUSED = "refused", _("not accepted")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    name1 = models.CharField(_("name"), max_length=162)
    name2 = models.CharField(_("partner"), max_length=162, blank=True)
    """Empty where one player enters: in an individual tournament, or without a partner."""
    people_key = models.CharField(max_length=64, editable=False)
    """The same for the same people, in whatever order and spelling (`people.names.people_key`)."""
    club = models.CharField(_("club"), max_length=120, blank=True)
    team = models.CharField(_("team"), max_length=120, blank=True)
    """In a team event, as it was typed; a team only once accepted."""
    contact = models.CharField(_("contact"), max_length=120, blank=True)
    """For the club alone; emptied when it is needed no more."""
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    moved_up = models.BooleanField(default=False)
    """It came from the waiting list when a place became free."""
    created_at = models.DateTimeField()
    token_hash = models.CharField(max_length=64, unique=True)
    """Of the secret in the entrant's own link, which is kept nowhere."""
    sender = models.CharField(max_length=32, blank=True)
    """Stands for the address that it came from, which is kept nowhere."""
    pair = models.ForeignKey(Pair, models.SET_NULL, related_name="entries", null=True, blank=True)
    single = models.ForeignKey(Single, models.SET_NULL, related_name="entries", null=True, blank=True)

    # What a deleted row leaves behind is set by the database alone, and contacts are kept nowhere twice.
    history = HistoricalRecords(
        history_manager=LastingHistoryManager,
        excluded_fields=["contact", "token_hash", "sender", "people_key", "pair", "single"],
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
        ]

    def __str__(self) -> str:
        return " – ".join(self.names)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name in (self.name1, self.name2) if name)
