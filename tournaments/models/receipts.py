"""The club's money over a year: receipts in a series without gaps, other income and expenses, the cash counted."""

from typing import Final

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from .history import LastingHistoryManager
from .memberships import MembershipFee
from .players import Player
from .till import Means, Payment

MOST_A_YEAR: Final = 100_000
"""More than the receipts of a year: a receipt's key is its year times this, plus its number."""


class Receipt(models.Model):
    """A receipt, numbered from 1 in each year. It may be voided, but neither changed nor deleted.

    Each refers to the one before it, whose key is one less, so the database itself refuses a gap.
    """

    class Kind(models.TextChoices):
        FEE = "fee", _("membership fee")
        ENTRY = "entry", _("entry fee")
        REFUND = "refund", _("refund")
        OTHER = "other", _("other")

    id = models.PositiveBigIntegerField(primary_key=True, editable=False)
    year = models.PositiveSmallIntegerField(_("year"))
    number = models.PositiveIntegerField(_("number"))
    previous = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="next", editable=False)
    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices)
    issued_on = models.DateField(_("issued on"))
    payer = models.CharField(_("name"), max_length=170)
    """The name as printed: whoever paid, or was paid back."""
    payer_details = models.CharField(_("address and tax code"), max_length=240, blank=True)
    reason = models.CharField(_("for"), max_length=200)
    cents = models.PositiveIntegerField(_("amount"))
    means = models.CharField(_("paid"), max_length=5, choices=Means.choices)
    player = models.ForeignKey(Player, models.SET_NULL, related_name="receipts", null=True, blank=True)
    fee = models.ForeignKey(MembershipFee, models.SET_NULL, related_name="receipts", null=True, blank=True)
    payment = models.ForeignKey(Payment, models.SET_NULL, related_name="receipts", null=True, blank=True)
    voided_at = models.DateTimeField(_("voided"), null=True, blank=True)
    void_reason = models.CharField(_("why it is void"), max_length=200, blank=True)

    # The database alone empties these when what they refer to is deleted.
    history = HistoricalRecords(
        history_manager=LastingHistoryManager, excluded_fields=["player", "fee", "payment", "previous"]
    )

    class Meta:
        verbose_name = _("receipt")
        verbose_name_plural = _("receipts")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(id=F("year") * MOST_A_YEAR + F("number"), number__range=(1, MOST_A_YEAR - 1)),
                name="receipt_key_is_year_and_number",
            ),
            models.CheckConstraint(
                # Databases let pass what compares with null: that there is one before is asked for by itself.
                condition=Q(number=1, previous__isnull=True)
                | Q(number__gt=1, previous__isnull=False, previous=F("id") - 1),
                name="receipt_follows_the_one_before",
            ),
            models.CheckConstraint(
                condition=Q(voided_at__isnull=True, void_reason="") | (Q(voided_at__isnull=False) & ~Q(void_reason="")),
                name="receipt_void_with_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}/{self.year}"


class TillMovement(models.Model):
    """An income or an expense of the club that is neither a fee nor the payment of an entrant."""

    class Direction(models.TextChoices):
        INCOME = "income", _("income")
        EXPENSE = "expense", _("expense")

    direction = models.CharField(max_length=7, choices=Direction.choices, default=Direction.EXPENSE)
    kind = models.CharField(_("kind"), max_length=40)
    """A name of the club's own: hall, prizes, cards, federation."""
    note = models.CharField(_("what for"), max_length=200, blank=True)
    cents = models.PositiveIntegerField(_("amount"))
    means = models.CharField(_("paid"), max_length=5, choices=Means.choices)
    made_on = models.DateField(_("on"))

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("income or expense")
        verbose_name_plural = _("income and expenses")
        ordering = ["-made_on", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(cents__gte=1), name="till_movement_moves_money"),
            models.CheckConstraint(condition=~Q(kind=""), name="till_movement_has_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.made_on} {self.kind}: {self.cents}"


class CashCount(models.Model):
    """The cash that somebody counted."""

    counted_on = models.DateField(_("counted on"))
    cents = models.PositiveIntegerField(pgettext_lazy("cash", "counted"))
    note = models.CharField(_("note"), max_length=200, blank=True)

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        verbose_name = _("cash count")
        verbose_name_plural = _("cash counts")
        ordering = ["-counted_on", "-pk"]

    def __str__(self) -> str:
        return f"{self.counted_on}: {self.cents}"
