"""The club's money over a period: every movement once, the sums by kind, and the cash that should be there, in cents.

A receipt for a payment or a fee that is noted is no income of its own; any other receipt that holds is one.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from django.db.models import Max, Min, Model, Q, QuerySet, Sum

from tournaments.models import CashCount, Means, MembershipFee, Payment, Receipt, Season, TillMovement
from tournaments.till.ledger import CashCheck, LedgerLine, MoneySource, Statement, cash_moved
from tournaments.wording.receipts import entry_reason, fee_reason

from .entrants import full_name

EARLIEST = date(1, 1, 1)
DAY_OF: Mapping[type[Model], str] = {
    Payment: "pair__tournament__date",
    MembershipFee: "paid_on",
    Receipt: "issued_on",
    TillMovement: "made_on",
}
"""The day on which each counts."""


def statement_of(first: date, last: date, *, each: bool = False) -> Statement:
    """Return the money of a period; with `each`, every fee and every movement has a line of its own. Twelve queries."""
    counts = list(CashCount.objects.filter(counted_on__range=(first, last)).order_by("counted_on", "pk"))
    lines, before = ledger(first, last, each=each), cash_at(first - timedelta(days=1))
    checks: list[CashCheck] = []
    expected, since = before, first - timedelta(days=1)
    for count in counts:
        expected += cash_moved(line for line in lines if since < line.day <= count.counted_on)
        check = CashCheck(key=count.pk, day=count.counted_on, counted=count.cents, expected=expected, note=count.note)
        checks.append(check)
        expected, since = count.cents, count.counted_on
    return Statement(first=first, last=last, lines=lines, cash_before=before, counts=checks)


def cash_at(day: date) -> int:
    """Return the cash at the end of a day: the last count, and what has moved since. Seven queries."""
    count = CashCount.objects.filter(counted_on__lte=day).order_by("-counted_on", "-pk").first()
    since = count.counted_on + timedelta(days=1) if count else EARLIEST
    rows = (_sum(rows.filter(means=Means.CASH), sign) for rows, sign in _moved(since, day))
    return (count.cents if count else 0) + sum(rows)


def ledger(first: date, last: date, *, each: bool) -> list[LedgerLine]:
    """Return the movements of a period, in the order of their days. Four queries.

    The fees of a day, year and means are one line, and so is what was noted of one day, kind and means, unless each is
    wanted.
    """
    fees = _each_fee(first, last) if each else _fees(first, last)
    movements = _each_movement(first, last) if each else _movements(first, last)
    lines = [*_entries(first, last), *fees, *_receipts(first, last), *movements]
    return sorted(lines, key=lambda line: line.day)


def income_by_day(first: date, last: date) -> Counter[date]:
    """Return the income of each day of a period on which there was any. Four queries."""
    income: Counter[date] = Counter()
    for rows, sign in _moved(first, last):
        if sign > 0:  # equivalent `sign >= 0`: it is 1 or −1
            day = DAY_OF[rows.model]
            income.update(dict(rows.values_list(day).annotate(sum=Sum("cents"))))
    return income


def movements_between(first: date, last: date) -> QuerySet[TillMovement]:
    """Return the movements noted by hand, the last first."""
    return TillMovement.objects.filter(made_on__range=(first, last)).order_by("-made_on", "-pk")


def kinds_known() -> list[str]:
    """Return the kinds of income and expense that the club has used, from A to Z. One query."""
    return list(TillMovement.objects.order_by("kind").values_list("kind", flat=True).distinct())


def season_periods(most: int) -> list[tuple[str, date, date]]:
    """Return the seasons that were played last, each with its name, first and last evening. One query."""
    day, held = "entries__tournament__date", Q(entries__tournament__deleted_at__isnull=True)
    seasons = Season.objects.annotate(first=Min(day, filter=held), last=Max(day, filter=held))
    played = seasons.filter(first__isnull=False).order_by("-last", "-pk")
    return list(played.values_list("name", "first", "last")[:most])


def _payments(first: date, last: date) -> QuerySet[Payment]:
    evenings = {"pair__tournament__deleted_at__isnull": True, "pair__tournament__date__range": (first, last)}
    return Payment.objects.filter(**evenings).order_by()


def _own_receipts(first: date, last: date) -> QuerySet[Receipt]:
    """Return the receipts that hold and stand for money noted nowhere else."""
    noted = Q(fee__isnull=False) | Q(payment__pair__tournament__deleted_at__isnull=True, payment__isnull=False)
    return Receipt.objects.filter(issued_on__range=(first, last), voided_at__isnull=True).exclude(noted).order_by()


def _moved(first: date, last: date) -> Iterator[tuple[QuerySet[Any], int]]:
    """Yield the rows of each source, with 1 for income and -1 for expenses."""
    receipts = _own_receipts(first, last)
    movements = TillMovement.objects.filter(made_on__range=(first, last)).order_by()
    yield _payments(first, last), 1
    yield MembershipFee.objects.filter(paid_on__range=(first, last)).order_by(), 1
    yield receipts.exclude(kind=Receipt.Kind.REFUND), 1
    yield receipts.filter(kind=Receipt.Kind.REFUND), -1
    yield movements.filter(direction=TillMovement.Direction.INCOME), 1
    yield movements.filter(direction=TillMovement.Direction.EXPENSE), -1


def _sum(rows: QuerySet[Any], sign: int) -> int:
    return sign * (rows.aggregate(sum=Sum("cents"))["sum"] or 0)


def _entries(first: date, last: date) -> Iterator[LedgerLine]:
    fields = ("pair__tournament__date", "pair__tournament", "pair__tournament__name", "means")
    rows = _payments(first, last).order_by(*fields).values_list(*fields).annotate(sum=Sum("cents"))
    for day, _key, name, means, cents in rows:
        what = entry_reason(name, day)
        yield LedgerLine(day=day, source=MoneySource.ENTRIES, kind="", what=what, means=means, income=cents)


def _fees(first: date, last: date) -> Iterator[LedgerLine]:
    fields = ("paid_on", "year", "means")
    rows = MembershipFee.objects.filter(paid_on__range=(first, last)).order_by(*fields).values_list(*fields)
    for day, year, means, cents in rows.annotate(sum=Sum("cents")):
        what = fee_reason(year, "")
        yield LedgerLine(day=day, source=MoneySource.FEES, kind="", what=what, means=means, income=cents)


def _each_fee(first: date, last: date) -> Iterator[LedgerLine]:
    fields = ("paid_on", "year", "category", "player__last_name", "player__first_name", "means", "cents")
    rows = MembershipFee.objects.filter(paid_on__range=(first, last)).order_by("paid_on", "pk")
    for day, year, category, last_name, first_name, means, cents in rows.values_list(*fields):
        what = f"{fee_reason(year, category)}: {full_name(last_name, first_name)}"
        yield LedgerLine(day=day, source=MoneySource.FEES, kind="", what=what, means=means, income=cents)


def _receipts(first: date, last: date) -> Iterator[LedgerLine]:
    for receipt in _own_receipts(first, last).order_by("pk"):
        is_refund = receipt.kind == Receipt.Kind.REFUND
        yield LedgerLine(
            day=receipt.issued_on,
            source=MoneySource.REFUNDS if is_refund else MoneySource.RECEIPTS,
            kind="",
            what=f"{receipt}: {receipt.payer}, {receipt.reason}",
            means=receipt.means,
            **{"expense" if is_refund else "income": receipt.cents},
        )


def _movements(first: date, last: date) -> Iterator[LedgerLine]:
    fields = ("made_on", "kind", "means", "direction")
    rows = movements_between(first, last).order_by(*fields).values_list(*fields).annotate(sum=Sum("cents"))
    for day, kind, means, direction, cents in rows:
        yield _movement_line(day, kind, "", means, direction, cents)


def _each_movement(first: date, last: date) -> Iterator[LedgerLine]:
    fields = ("made_on", "kind", "note", "means", "direction", "cents")
    for row in movements_between(first, last).order_by("made_on", "pk").values_list(*fields):
        yield _movement_line(*row)


def _movement_line(day: date, kind: str, note: str, means: str, direction: str, cents: int) -> LedgerLine:
    side = "income" if direction == TillMovement.Direction.INCOME else "expense"
    return LedgerLine(day=day, source=MoneySource.OTHER, kind=kind, what=note, means=means, **{side: cents})
