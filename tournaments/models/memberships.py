"""The club's book: who is a member since when, under which number, and which years are paid."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from .history import LastingHistoryManager
from .players import Player
from .till import Means


class Membership(models.Model):
    """What the club's book says of a player. Each field is optional; none is shown in public."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="membership")
    number = models.PositiveIntegerField(_("number in the book"), null=True, blank=True)
    admitted_on = models.DateField(_("admitted on"), null=True, blank=True)
    left_on = models.DateField(_("left on"), null=True, blank=True)
    born_on = models.DateField(_("date of birth"), null=True, blank=True)
    tax_code = models.CharField(_("tax code"), max_length=30, blank=True)
    address = models.CharField(_("address"), max_length=200, blank=True)
    card_kind = models.CharField(_("kind of card"), max_length=40, blank=True)
    """The kind of the federation's card: ordinary, junior."""
    card_year = models.PositiveSmallIntegerField(_("year of the card"), null=True, blank=True)
    data_consent_on = models.DateField(_("agreed to the keeping of data on"), null=True, blank=True)
    pictures_consent_on = models.DateField(_("agreed to pictures on"), null=True, blank=True)
    messages_consent_on = models.DateField(_("agreed to messages on"), null=True, blank=True)
    mail_consent_on = models.DateField(_("agreed to invitations by email on"), null=True, blank=True)
    """A consent is null if it was never given or was taken back; the history has both."""

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["number", "player"]
        constraints = [
            models.UniqueConstraint(
                fields=["number"],
                condition=Q(number__isnull=False),
                name="membership_number_unique",
                violation_error_message=_("Another member has this number in the book."),
            ),
            models.CheckConstraint(
                condition=Q(number__isnull=True) | Q(number__gte=1), name="membership_number_from_one"
            ),
            models.CheckConstraint(
                condition=Q(admitted_on__isnull=True)
                | Q(left_on__isnull=True)
                | Q(left_on__gte=models.F("admitted_on")),
                name="membership_ends_after_it_began",
                violation_error_message=_("A member leaves after being admitted: change one of the two dates."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number or '–'} {self.player_id}"


class MembershipFee(models.Model):
    """The fee that a member has paid for a year of membership."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="membership_fees")
    year = models.PositiveSmallIntegerField(_("year"))
    """The calendar year in which the year of membership begins."""
    category = models.CharField(_("category"), max_length=40, blank=True)
    """The category by which the fee was reckoned."""
    cents = models.PositiveIntegerField(pgettext_lazy("membership", "fee"))
    means = models.CharField(_("paid"), max_length=5, choices=Means.choices)
    paid_on = models.DateField(_("paid on"))

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("membership fee")
        verbose_name_plural = _("membership fees")
        ordering = ["-year", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "year"],
                name="membership_fee_once_a_year",
                violation_error_message=_("This year is paid already."),
            ),
            models.CheckConstraint(condition=Q(year__range=(1900, 2100)), name="membership_fee_year_of_our_time"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.year}: {self.cents}"
