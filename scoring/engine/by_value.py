"""Cards left in hand of which only the values are known, typed among the others: `3x5`, three of 5 points."""

import re
from collections import Counter
from collections.abc import Mapping

COUNTED = re.compile(r"(?<![^\s,])([1-9][0-9]{0,2})[x×*]([1-9][0-9]{0,3})(?![^\s,])", re.ASCII | re.IGNORECASE)
"""More digits than these are a slip of the finger."""


def take_values(text: str) -> tuple[str, dict[int, int]]:
    """The text with blanks in the place of values, and how many cards of each there are.

    >>> take_values("4D 3x5 2x20")
    ('4D         ', {5: 3, 20: 2})
    """
    found: Counter[int] = Counter()
    for number, value in COUNTED.findall(text):
        found[int(value)] += int(number)
    return COUNTED.sub(lambda piece: " " * len(piece[0]), text), dict(found)


def write_values(by_value: Mapping[int, int]) -> str:
    """The values as `take_values` reads them again, the least first."""
    return " ".join(f"{number}x{value}" for value, number in sorted(by_value.items()))
