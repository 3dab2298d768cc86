"""The sections of a Mitchell: tables that follow each other, each a movement of its own.

Source: docs/tournaments.md §7.
"""

from collections.abc import Sequence
from itertools import accumulate

LEAST_TABLES, MOST_TABLES = 10, 20
"""The tables that a section usually has."""


def section_starts(tables: int, sections: int) -> tuple[int, ...]:
    """Return the first tables of the second, third … section; sizes differ by one at most, the larger ones first.

    >>> section_starts(31, 2), section_starts(32, 3), section_starts(12, 1)
    ((17,), (12, 23), ())
    """
    size, larger = divmod(tables, sections)
    sizes = [size + (at < larger) for at in range(sections)]
    return tuple(1 + before for before in accumulate(sizes[:-1]))


def sections_of(tables: int, starts: Sequence[int]) -> list[range]:
    """Return the tables of each section, of so many in all; the last takes whoever comes later, and shrinks first.

    >>> sections_of(32, (17,))
    [range(1, 17), range(17, 33)]
    """
    bounds = [1, *(start for start in starts if start <= tables), tables + 1]
    return [range(first, after) for first, after in zip(bounds, bounds[1:], strict=False)]


def proposed_sections(tables: int) -> int:
    """Return the fewest sections of at most `MOST_TABLES` tables.

    >>> [proposed_sections(tables) for tables in (8, 20, 21, 96)]
    [1, 1, 2, 5]
    """
    return max(1, -(-tables // MOST_TABLES))


def section_name(at: int) -> str:
    """Return `A` for section 0, `B` for 1 …, and after `Z` its number."""
    return chr(ord("A") + at) if at < 26 else str(at + 1)
