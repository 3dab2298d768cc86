"""Receipts: issued with the next number of their year, and voided; never changed, never deleted."""

from datetime import date, datetime
from typing import TypedDict

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Club, MembershipFee, Payment, Player, Receipt
from tournaments.models.receipts import MOST_A_YEAR
from tournaments.wording.figures import spoken_date


class ReceiptWords(TypedDict):
    """What people write on a receipt."""

    payer: str
    payer_details: str
    reason: str


class Amount(TypedDict):
    """What a receipt is for that refers to nothing the club has noted."""

    kind: str
    cents: int
    means: str


@transaction.atomic
def receipt_issue(
    *,
    words: ReceiptWords,
    on: date,
    payment: Payment | None = None,
    fee: MembershipFee | None = None,
    amount: Amount | None = None,
    player: Player | None = None,
) -> Receipt:
    """Issue the next receipt of the year: for a payment, for a fee, or for an amount. One of the three is given.

    Kind, amount and means of a payment or a fee are those noted. Raise Refused if it has a valid receipt, or if
    receipts of the year are dated later.
    """
    # The club's row orders those who issue at the same time: each counts after the one before.
    Club.objects.get_or_create(pk=1)
    Club.objects.select_for_update().get(pk=1)
    receipt = Receipt(year=on.year, issued_on=on, payment=payment, fee=fee, player=player, **words)
    if payment is not None:
        payment = Payment.objects.select_for_update().filter(pk=payment.pk).first()
        if payment is None:
            raise Refused(_("The payment was undone in the meantime: there is nothing to issue a receipt for."))
        _refuse_second(Receipt.objects.filter(payment=payment))
        receipt.kind, receipt.cents, receipt.means = Receipt.Kind.ENTRY, payment.cents, payment.means
        receipt.player = payment.player
    elif fee is not None:
        _refuse_second(Receipt.objects.filter(fee=fee))
        receipt.kind, receipt.cents, receipt.means = Receipt.Kind.FEE, fee.cents, fee.means
        receipt.player = fee.player
    elif amount is not None:
        receipt.kind, receipt.cents, receipt.means = amount["kind"], amount["cents"], amount["means"]
    else:
        raise ValueError("expected a payment, a fee or an amount, got none")
    last = Receipt.objects.filter(year=on.year).order_by("-number").first()
    if last is not None and last.issued_on > on:
        facts = {"receipt": last, "last": spoken_date(last.issued_on), "day": spoken_date(on)}
        raise Refused(
            _("Receipt %(receipt)s is dated %(last)s, and today is %(day)s: set this computer’s date first.") % facts
        )
    receipt.previous = last
    receipt.number = last.number + 1 if last else 1
    receipt.pk = receipt.year * MOST_A_YEAR + receipt.number
    receipt.full_clean()
    receipt.save(force_insert=True)
    return receipt


@transaction.atomic
def receipt_void(*, receipt: Receipt, reason: str, at: datetime) -> Receipt:
    """Declare a receipt void; it keeps its number. Raise Refused if somebody else has done so."""
    stored = Receipt.objects.select_for_update().get(pk=receipt.pk)
    if stored.voided_at is not None:
        raise Refused(_("Receipt %(receipt)s is already void: %(reason)s") % _void_facts(stored))
    stored.voided_at, stored.void_reason = at, reason
    stored.full_clean()
    stored.save()
    return stored


def refuse_with_receipt(paid: Payment | MembershipFee) -> None:
    """Raise Refused if a valid receipt says that this was paid."""
    of_it = Q(payment=paid) if isinstance(paid, Payment) else Q(fee=paid)
    receipt = Receipt.objects.filter(of_it, voided_at__isnull=True).first()
    if receipt is not None:
        raise Refused(
            _("Receipt %(receipt)s was issued for it: declare it void first, in the club’s receipts.")
            % {"receipt": receipt}
        )


def _refuse_second(receipts: QuerySet[Receipt]) -> None:
    receipt = receipts.filter(voided_at__isnull=True).first()
    if receipt is not None:
        raise Refused(_("Receipt %(receipt)s has already been issued for this.") % {"receipt": receipt})


def _void_facts(receipt: Receipt) -> dict[str, object]:
    return {"receipt": receipt, "reason": receipt.void_reason}
