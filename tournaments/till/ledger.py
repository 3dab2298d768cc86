"""The money of a period: every movement once, the sums by kind and means, and the cash. Amounts are in cents."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import Final

CASH: Final = "cash"
"""The means whose amounts are in the cash box."""


class MoneySource(StrEnum):
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
    source: MoneySource
    kind: str
    """The club's own name of the kind; empty if the source says what it is."""
    what: str
    means: str
    income: int = 0
    expense: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class KindSum:
    """What came in and went out of one kind."""

    source: MoneySource
    kind: str
    income: int
    expense: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CashCheck:
    """Cash that was counted at the end of a day, and what should have been there."""

    key: int
    """The key of the count."""
    day: date
    counted: int
    expected: int
    note: str

    @property
    def difference(self) -> int:
        """Return what was counted beyond what should have been there; negative if cash is missing."""
        return self.counted - self.expected


@dataclass(frozen=True, kw_only=True)
class Statement:
    """The money of a period, both days included."""

    first: date
    last: date
    lines: Sequence[LedgerLine]
    """In the order of their days."""
    cash_before: int
    """The cash at the beginning of the first day."""
    counts: Sequence[CashCheck]
    """The counts of the period, the first one first."""

    @cached_property
    def kinds(self) -> list[KindSum]:
        """Return the sums by kind: entries, fees, receipts, refunds, then the club's own by name."""
        income, expense = Counter[tuple[MoneySource, str]](), Counter[tuple[MoneySource, str]]()
        for line in self.lines:
            income[line.source, line.kind] += line.income
            expense[line.source, line.kind] += line.expense
        order = list(MoneySource)
        keys = sorted(income, key=lambda key: (order.index(key[0]), key[1].casefold()))
        return [KindSum(source=key[0], kind=key[1], income=income[key], expense=expense[key]) for key in keys]

    @cached_property
    def by_means(self) -> dict[str, tuple[int, int]]:
        """Return what came in and what went out by each means that was used, in the order of their use."""
        income, expense = Counter[str](), Counter[str]()
        for line in self.lines:
            income[line.means] += line.income
            expense[line.means] += line.expense
        return {means: (income[means], expense[means]) for means in income}

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
            return self.cash_before + cash_moved(self.lines)
        last = self.counts[-1]
        return last.counted + cash_moved(line for line in self.lines if line.day > last.day)


def cash_moved(lines: Iterable[LedgerLine]) -> int:
    """Return what these movements added to the cash, less what they took from it."""
    return sum(line.income - line.expense for line in lines if line.means == CASH)
