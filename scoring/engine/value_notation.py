"""Cards left in hand whose values alone are known, typed among the others: `3x5` means three cards of 5 points."""

import re
from collections import Counter
from collections.abc import Mapping

COUNTED = re.compile(r"(?<![^\s,])([1-9][0-9]{0,2})[x×*]([1-9][0-9]{0,3})(?![^\s,])", re.ASCII | re.IGNORECASE)
"""Numbers with more digits than these are typing errors."""


def take_values(text: str) -> tuple[str, dict[int, int]]:
    """Return the text with spaces in place of the values, and the number of cards of each value.

    >>> take_values("4D 3x5 2x20")
    ('4D         ', {5: 3, 20: 2})
    """
    found: Counter[int] = Counter()
    for number, value in COUNTED.findall(text):
        found[int(value)] += int(number)
    return COUNTED.sub(lambda piece: " " * len(piece[0]), text), dict(found)


def write_values(by_value: Mapping[int, int]) -> str:
    """Return the values as `take_values` reads them, the lowest first."""
    return " ".join(f"{number}x{value}" for value, number in sorted(by_value.items()))
