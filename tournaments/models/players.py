"""The people who play."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.people.names import search_key, with_initial

from .history import LastingHistoryManager


class Player(models.Model):
    """A person who plays: a member of this club or a guest. Merged, never silently doubled."""

    class State(models.TextChoices):
        ACTIVE = "active", _("member")
        GUEST = "guest", _("guest")
        LEFT = "left", _("has left")

    class Shown(models.TextChoices):
        FULL = "full", _("in full: Rossi Anna")
        SHORT = "short", _("with an initial: Rossi A.")

    last_name = models.CharField(_("last name"), max_length=80)
    first_name = models.CharField(_("first name"), max_length=80, blank=True)
    club = models.CharField(_("club"), max_length=120, blank=True)
    card = models.CharField(
        _("card number"), max_length=30, blank=True, help_text=_("The federation's card, with its leading zeros.")
    )
    contact = models.CharField(_("contact"), max_length=120, blank=True)
    """An e-mail address or a telephone number: on no public page, in an export only when asked for."""
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    category = models.CharField(_("category"), max_length=40, blank=True)
    """As the club names its own: seniors, juniors, first series."""
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.ACTIVE)
    shown = models.CharField(_("name shown in public"), max_length=8, choices=Shown.choices, default=Shown.FULL)
    forgotten = models.BooleanField(default=False, editable=False)
    """Asked to be: nothing is known but results, and these are shown to nobody as one person's."""
    search_name = models.CharField(max_length=170, editable=False, db_index=True)

    history = HistoricalRecords(history_manager=LastingHistoryManager, excluded_fields=["search_name", "forgotten"])

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
            ),
            models.CheckConstraint(
                condition=Q(birth_year__isnull=True) | Q(birth_year__gte=1900, birth_year__lte=2100),
                name="player_birth_year_of_our_time",
                violation_error_message=_("The year of birth has four digits: 1956, say."),
            ),
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

    @property
    def public_name(self) -> str:
        """The name where everybody may read it: `Rossi Anna`, or `Rossi A.`"""
        return with_initial(self.last_name, self.first_name) if self.shown == self.Shown.SHORT else self.full_name
