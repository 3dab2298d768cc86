"""Receipts: each year's numbers begin with 1 and have no gap, and none that was issued is gone."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.models import Receipt


def receipt_faults() -> Iterator[str]:
    """Yield a sentence for each number that is missing."""
    numbers: dict[int, set[int]] = {}
    for year, number in Receipt.objects.values_list("year", "number").iterator():
        numbers.setdefault(year, set()).add(number)
    issued = Receipt.history.order_by().values_list("year", "number").distinct()
    for year in sorted({*numbers, *(year for year, _number in issued)}):
        known = numbers.get(year, set())
        last = max([*known, *(number for of, number in issued if of == year)])
        for number in range(1, last + 1):
            if number not in known:
                yield _("receipt %(number)s/%(year)s is missing") % {"number": number, "year": year}
