"""The club's money over a period: every movement once, the sums by kind, and the cash that should be there, in cents.

A receipt for a payment or a fee that is noted is no income of its own; any other receipt that holds is one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import cached_property
from typing import Any

from django.db.models import F, Q, QuerySet, Sum

from tournaments.models import CashCount, Means, MembershipFee, Payment, Receipt, TillMovement
from tournaments.wording.receipts import entry_reason, fee_reason

from .entrants import full_name

EARLIEST = date(1, 1, 1)


class Source(StrEnum):
    """Where a movement of money was noted."""

    ENTRIES = "entries"
    FEES = "fees"
    RECEIPTS = "receipts"
    REFUNDS = "refunds"
    OTHER = "other"
    """An income or an expense of a kind that the club names itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """Money that came in or went out: one of the two amounts is 0."""

    day: date
    source: Source
    kind: str
    """The club's own name of the kind; empty if the source says what it is."""
    what: str
    means: str
    income: int = 0
    expense: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class KindSum:
    """What came in and went out of one kind."""

    source: Source
    kind: str
    income: int
    expense: int


@dataclass(frozen=True, kw_only=True)
class Statement:
    """The money of a period, both days included."""

    first: date
    last: date
    lines: Sequence[LedgerLine]
    """In the order of their days."""
    cash_before: int
    """The cash at the beginning of the first day."""
    counts: Sequence["CashCheck"]
    """The counts of the period, the first one first."""

    @cached_property
    def kinds(self) -> list[KindSum]:
        """Return the sums by kind: entries, fees, receipts, refunds, then the club's own by name."""
        income, expense = Counter[tuple[Source, str]](), Counter[tuple[Source, str]]()
        for line in self.lines:
            income[line.source, line.kind] += line.income
            expense[line.source, line.kind] += line.expense
        order = list(Source)
        keys = sorted(income, key=lambda key: (order.index(key[0]), key[1].casefold()))
        return [KindSum(source=key[0], kind=key[1], income=income[key], expense=expense[key]) for key in keys]

    @cached_property
    def by_means(self) -> dict[str, tuple[int, int]]:
        """Return what came in and what went out by each means that was used."""
        return {
            means: (sum(line.income for line in of_means), sum(line.expense for line in of_means))
            for means in Means.values
            if (of_means := [line for line in self.lines if line.means == means])
        }

    @property
    def income(self) -> int:
        return sum(line.income for line in self.lines)

    @property
    def expense(self) -> int:
        return sum(line.expense for line in self.lines)

    @property
    def cash_after(self) -> int:
        """Return the cash that should be there at the end of the last day."""
        if not self.counts:
            return self.cash_before + _cash(self.lines)
        last = self.counts[-1]
        return last.count.cents + _cash(line for line in self.lines if line.day > last.count.counted_on)


@dataclass(frozen=True, slots=True, kw_only=True)
class CashCheck:
    """Cash that was counted at the end of a day, and what should have been there."""

    count: CashCount
    expected: int

    @property
    def difference(self) -> int:
        """Return what was counted beyond what should have been there; negative if cash is missing."""
        return self.count.cents - self.expected


def statement_of(first: date, last: date) -> Statement:
    """Return the money of a period. Ten queries, however long it is."""
    counts = list(CashCount.objects.filter(counted_on__range=(first, last)).order_by("counted_on", "pk"))
    lines, before = ledger(first, last), cash_at(first - timedelta(days=1))
    checks: list[CashCheck] = []
    expected, since = before, first - timedelta(days=1)
    for count in counts:
        expected += _cash(line for line in lines if since < line.day <= count.counted_on)
        checks.append(CashCheck(count=count, expected=expected))
        expected, since = count.cents, count.counted_on
    return Statement(first=first, last=last, lines=lines, cash_before=before, counts=checks)


def cash_at(day: date) -> int:
    """Return the cash at the end of a day: the last count, and what has moved since. Five queries."""
    count = CashCount.objects.filter(counted_on__lte=day).order_by("-counted_on", "-pk").first()
    since = count.counted_on + timedelta(days=1) if count else EARLIEST
    rows = (_sum(rows.filter(means=Means.CASH), sign) for rows, sign in _moved(since, day))
    return (count.cents if count else 0) + sum(rows)


def ledger(first: date, last: date) -> list[LedgerLine]:
    """Return every movement of a period, in the order of its days. Four queries."""
    lines = [*_entries(first, last), *_fees(first, last), *_receipts(first, last), *_movements(first, last)]
    return sorted(lines, key=lambda line: line.day)


def movements_between(first: date, last: date) -> QuerySet[TillMovement]:
    """Return the movements noted by hand, the last first."""
    return TillMovement.objects.filter(made_on__range=(first, last)).order_by("-made_on", "-pk")


def kinds_known() -> list[str]:
    """Return the kinds of income and expense that the club has used, from A to Z. One query."""
    return list(TillMovement.objects.order_by("kind").values_list("kind", flat=True).distinct())


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


def _cash(lines: Iterable[LedgerLine]) -> int:
    return sum(line.income - line.expense for line in lines if line.means == Means.CASH)


def _entries(first: date, last: date) -> Iterator[LedgerLine]:
    evening = {"day": F("pair__tournament__date"), "name": F("pair__tournament__name")}
    rows = _payments(first, last).values("pair__tournament", "means", **evening).annotate(sum=Sum("cents"))
    for row in rows.order_by("day", "pair__tournament", "means"):
        what = entry_reason(row["name"], row["day"])
        yield LedgerLine(
            day=row["day"], source=Source.ENTRIES, kind="", what=what, means=row["means"], income=row["sum"]
        )


def _fees(first: date, last: date) -> Iterator[LedgerLine]:
    fields = ("paid_on", "year", "category", "player__last_name", "player__first_name", "means", "cents")
    rows = MembershipFee.objects.filter(paid_on__range=(first, last)).order_by("paid_on", "pk")
    for day, year, category, last_name, first_name, means, cents in rows.values_list(*fields):
        what = f"{fee_reason(year, category)}: {full_name(last_name, first_name)}"
        yield LedgerLine(day=day, source=Source.FEES, kind="", what=what, means=means, income=cents)


def _receipts(first: date, last: date) -> Iterator[LedgerLine]:
    for receipt in _own_receipts(first, last).order_by("pk"):
        is_refund = receipt.kind == Receipt.Kind.REFUND
        yield LedgerLine(
            day=receipt.issued_on,
            source=Source.REFUNDS if is_refund else Source.RECEIPTS,
            kind="",
            what=f"{receipt}: {receipt.payer}, {receipt.reason}",
            means=receipt.means,
            **{"expense" if is_refund else "income": receipt.cents},
        )


def _movements(first: date, last: date) -> Iterator[LedgerLine]:
    for movement in movements_between(first, last).order_by("made_on", "pk"):
        side = "income" if movement.direction == TillMovement.Direction.INCOME else "expense"
        yield LedgerLine(
            day=movement.made_on,
            source=Source.OTHER,
            kind=movement.kind,
            what=movement.note,
            means=movement.means,
            **{side: movement.cents},
        )
