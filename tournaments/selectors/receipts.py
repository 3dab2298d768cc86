"""The club's receipts: those of a year, found by number or words, and those of a tournament's payments."""

from collections.abc import Mapping

from django.db.models import Q, QuerySet, Sum
from django.utils.translation import gettext as _

from pages.written_numbers import NUMBER_DIGITS, written_number
from tournaments.files import FileTable
from tournaments.models import Receipt, Tournament


def receipts_found(*, year: int, q: str) -> QuerySet[Receipt]:
    """Return the receipts of a year, the last first: of that number, or with all these words."""
    found = Receipt.objects.filter(year=year)
    for word in q.split():
        number = written_number(word.partition("/")[0], NUMBER_DIGITS)
        matching = Q(payer__icontains=word) | Q(reason__icontains=word) | Q(payer_details__icontains=word)
        found = found.filter(matching if number is None else matching | Q(number=number))
    return found.order_by("-pk")


def receipt_years() -> list[int]:
    """Return the years with receipts, the last first. One query."""
    return list(Receipt.objects.order_by("-year").values_list("year", flat=True).distinct())


def receipts_of_payments(tournament: Tournament) -> Mapping[int, Receipt]:
    """Return the valid receipts of a tournament's payments, by the key of the payment. One query."""
    rows = Receipt.objects.filter(payment__pair__tournament=tournament, voided_at__isnull=True)
    return {
        receipt.payment_id: receipt
        for receipt in rows
        if receipt.payment_id is not None  # equivalent `True`: each is of a payment of the tournament
    }


def receipts_sum(receipts: QuerySet[Receipt]) -> int:
    """Return what the valid ones among these receipts say was received, less what was paid back, in cents."""
    valid = receipts.filter(voided_at__isnull=True).order_by()
    back = Q(kind=Receipt.Kind.REFUND)
    sums = valid.aggregate(received=Sum("cents", filter=~back), back=Sum("cents", filter=back))
    return (sums["received"] or 0) - (sums["back"] or 0)


def receipts_table(receipts: QuerySet[Receipt]) -> FileTable:
    """Return a row for each of these receipts, in the order of their numbers. One query."""
    headings = [_("year"), _("number"), _("issued on"), _("kind"), _("name"), _("address and tax code"), _("for")]
    return FileTable(
        title=_("Receipts"),
        headings=[*headings, _("amount"), _("paid"), _("void"), _("why it is void")],
        rows=[
            (
                *(receipt.year, receipt.number, receipt.issued_on, receipt.get_kind_display(), receipt.payer),
                *(receipt.payer_details, receipt.reason, receipt.cents, receipt.get_means_display()),
                *(_("yes") if receipt.voided_at else "", receipt.void_reason),
            )
            for receipt in receipts.order_by("pk")
        ],
        money=frozenset({7}),
    )
