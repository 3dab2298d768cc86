"""The club's money over a period in words."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.till.ledger import MoneySource

from .figures import MINUS
from .money import amount

SOURCE_NAMES: Final[Mapping[MoneySource, Any]] = {
    MoneySource.ENTRIES: gettext_lazy("Entry fees of the evenings"),
    MoneySource.FEES: gettext_lazy("Membership fees"),
    MoneySource.RECEIPTS: gettext_lazy("Other receipts"),
    MoneySource.REFUNDS: gettext_lazy("Refunds"),
}
"""The sources that are a kind of their own."""


def kind_name(source: MoneySource, kind: str) -> str:
    """Return what money came in or went out for."""
    return kind or str(SOURCE_NAMES[source])


def period_words(first: date, last: date) -> str:
    """Return the period: `dal 1 gennaio 2026 al 31 dicembre 2026`, or the year alone."""
    if (first.month, first.day, last) == (1, 1, date(first.year, 12, 31)):
        return str(first.year)
    days = {"first": date_format(first, "SHORT_DATE_FORMAT"), "last": date_format(last, "SHORT_DATE_FORMAT")}
    return _("from %(first)s to %(last)s") % days


def signed_amount(cents: int) -> str:
    """Return an amount that may be negative, with its minus sign."""
    return f"{MINUS if cents < 0 else ''}{amount(abs(cents))}"
