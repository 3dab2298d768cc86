"""The money of an evening: fees, payments and prizes, always in cents."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from tournaments.till import USUAL_SHARES, Per, PrizeFor

from .entrants import Pair
from .history import LastingHistoryManager
from .players import Player
from .tournaments import Tournament

TOGETHER = "together "
"""The beginning of the reason in the histories of payments that were noted with one press."""


def usual_shares() -> list[int]:
    """Return the percentages of the fund by place, unless the club sets others."""
    return list(USUAL_SHARES)


class TillTerms(models.Model):
    """The fee and the prizes of a tournament; without a row, it is free."""

    class Per(models.TextChoices):
        PAIR = Per.PAIR.value, _("per pair")
        PLAYER = Per.PLAYER.value, _("per player")

    class Rounding(models.IntegerChoices):
        EURO = 100, _("to the euro")
        HALF = 50, _("to 50 cents")

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="till_terms")
    fee = models.PositiveIntegerField(pgettext_lazy("entry", "fee"), default=0)
    per = models.CharField(max_length=6, choices=Per.choices, default=Per.PAIR)
    reductions = models.JSONField(default=dict, blank=True)
    """The reduced fees of players in cents, by the club's categories."""
    fund_percent = models.PositiveSmallIntegerField(null=True, blank=True)
    """The prize fund as a percentage of the fees paid; null for `fund_amount`."""
    fund_amount = models.PositiveIntegerField(null=True, blank=True)
    shares = models.JSONField(default=usual_shares)
    """The percentages of the fund from the first place on, or a list of them for each girone; they make 100."""
    rounding = models.PositiveSmallIntegerField(choices=Rounding.choices, default=Rounding.EURO)

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(fund_percent__isnull=True) ^ Q(fund_amount__isnull=True), name="till_fund_one_way"
            ),
            models.CheckConstraint(
                condition=Q(fund_percent__isnull=True) | Q(fund_percent__lte=100), name="till_fund_not_more_than_all"
            ),
        ]

    def __str__(self) -> str:
        return str(self.tournament)


class Means(models.TextChoices):
    """How somebody has paid."""

    CASH = "cash", pgettext_lazy("payment", "cash")
    CARD = "card", pgettext_lazy("payment", "card")
    OTHER = "other", pgettext_lazy("payment", "otherwise")


class Payment(models.Model):
    """The payment of a pair, of one of its players, or of a player in an individual tournament.

    An entrant has one row, or one for each of its two players.
    """

    pair = models.ForeignKey(Pair, models.CASCADE, related_name="payments")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    """The player who paid for themselves: the first of the pair, or the second; null for the whole entrant."""
    cents = models.PositiveIntegerField()
    """The fee when it was paid; later changes of the fee do not alter it."""
    means = models.CharField(max_length=5, choices=Means.choices)

    history = HistoricalRecords(history_manager=LastingHistoryManager)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(seat__isnull=True) | Q(seat__in=(1, 2)), name="payment_of_a_seat"),
            # A whole pair pays for both seats, so it stands in both lists of those who paid for a seat.
            models.UniqueConstraint(
                fields=["pair"], condition=Q(seat__isnull=True) | Q(seat=1), name="payment_of_seat_1_once"
            ),
            models.UniqueConstraint(
                fields=["pair"], condition=Q(seat__isnull=True) | Q(seat=2), name="payment_of_seat_2_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payer_name}: {self.cents}"

    @property
    def player(self) -> Player | None:
        """Return the one player who paid; None if two paid together."""
        if self.seat is None:
            return None if self.pair.player2_id else self.pair.player1
        return self.pair.player1 if self.seat == 1 else self.pair.player2

    @property
    def payer_name(self) -> str:
        return str(self.player or self.pair)


class SpecialPrize(models.Model):
    """A prize beside those by place, taken out of the fund first."""

    class For(models.TextChoices):
        CATEGORY = PrizeFor.CATEGORY.value, _("the best of a category")
        LAST = PrizeFor.LAST.value, _("the last")
        LOT = PrizeFor.LOT.value, pgettext_lazy("winner", "drawn by lot")
        CHOSEN = PrizeFor.CHOSEN.value, _("chosen by the referee")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="special_prizes")
    title = models.CharField(_("title"), max_length=80)
    given_for = models.CharField(max_length=8, choices=For.choices)
    category = models.CharField(_("category"), max_length=40, blank=True)
    cents = models.PositiveIntegerField(default=0)
    """0 if the prize is not money."""
    seed = models.PositiveIntegerField(null=True, blank=True)
    """The seed of the lot; null before it is drawn."""
    pair = models.ForeignKey(Pair, models.SET_NULL, related_name="+", null=True, blank=True)
    """The winner chosen by the referee or drawn by lot; null, too, once that entrant is deleted."""

    # The database alone empties it when the pair is deleted.
    history = HistoricalRecords(history_manager=LastingHistoryManager, excluded_fields=["pair"])

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(given_for="category") | ~Q(category=""), name="special_prize_names_its_category"
            ),
        ]

    def __str__(self) -> str:
        return self.title
