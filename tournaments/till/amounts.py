"""Amounts in euros, as people type them."""

import re
from typing import Final

MOST_CENTS: Final = 10_000_000
"""A hundred thousand euros, more than an evening takes: a larger amount is a typing error."""

AMOUNT = re.compile(
    r"(?:€|eur|euro)?\s*(?P<euro>[0-9]{1,7})(?:[.,](?P<cents>[0-9]{2}))?\s*(?:€|eur|euro)?", re.IGNORECASE
)


class UnreadableAmount(ValueError):
    """The text is not an amount, or it is ambiguous."""


def read_amount(text: str) -> int:
    """Return the cents of `12`, `12,50`, `12.50` or `€ 12`.

    Raise UnreadableAmount for anything else, as `1.250` or `12,5`.

    >>> [read_amount(text) for text in ("12", "12,50", "12.50", "€ 12", "0,05 €")]
    [1200, 1250, 1250, 1200, 5]
    """
    found = AMOUNT.fullmatch(text.strip())
    if found is None:
        raise UnreadableAmount(f"expected euro, got {text!r}")
    cents = int(found["euro"]) * 100 + int(found["cents"] or 0)
    if cents > MOST_CENTS:
        raise UnreadableAmount(f"expected at most {MOST_CENTS} cents, got {cents}")
    return cents


def plain_amount(cents: int, decimal: str) -> str:
    """Return the amount as `read_amount` reads it.

    >>> plain_amount(1250, ","), plain_amount(1200, ","), plain_amount(5, ".")
    ('12,50', '12', '0.05')
    """
    euro, rest = divmod(cents, 100)
    return f"{euro}{decimal}{rest:02}" if rest else str(euro)
