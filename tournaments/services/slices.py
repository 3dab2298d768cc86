"""The division of long writes into slices, between which other writes get their turn."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from django.db import transaction

AT_ONCE: Final = 100  # equivalent: speed alone
"""The number of rows that are written at once, which takes much less than a second."""
LETS_IN: Final = 0.12
"""Seconds until the next slice: waiting SQLite connections try again every tenth of a second."""

Item = TypeVar("Item")


def in_slices(items: Sequence[Item], write: Callable[[Sequence[Item]], object]) -> None:
    """Write all items, each slice in its own transaction."""
    for number, some in enumerate(_slices(items)):
        if number:
            time.sleep(LETS_IN)
        with transaction.atomic():
            write(some)


def _slices(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), AT_ONCE):
        yield items[start : start + AT_ONCE]
