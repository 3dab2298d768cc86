"""The sections of a hall: tables that follow each other and are numbered from 1 in each, `A 1`, `B 1`.

Those of a Mitchell are movements of their own, others are gironi. Source: docs/tournaments.md §7.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any, Self

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


class TableNumber(int):
    """A table's number in the hall that knows its name: table 23 of a hall is called `B 7`.

    Addresses, files for programs and the database read the number, people read the name.
    """

    name: str

    def __new__(cls, number: int, name: str) -> Self:
        made = super().__new__(cls, number)
        made.name = name
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[int, str]]:
        return type(self), (int(self), self.name)


def in_section(number: int, starts: Sequence[int]) -> int:
    """Return the number of a table that knows its name; the number alone without sections.

    >>> in_section(23, (17, 33)).name, in_section(16, (17, 33)).name, in_section(23, ())
    ('B 7', 'A 16', 23)
    """
    if not starts:
        return number
    at = bisect_right(starts, number)
    return TableNumber(number, f"{section_name(at)} {number - (starts[at - 1] if at else 1) + 1}")


def starts_in(settings: Mapping[str, Any]) -> Sequence[int]:
    """Return the first tables of a round's sections after the first, from its settings as JSON."""
    starts: Sequence[int] = settings.get("sections", ())
    return starts


def is_called(number: int, typed: str) -> bool:
    """Return whether somebody who types this can mean the table: `23`; in a section `b7`, too, and `7`.

    >>> [is_called(in_section(23, (17,)), typed) for typed in ("23", "B 7", "b7", "7", "A 7", "2")]
    [True, True, True, True, False, False]
    """
    plain = _plain(typed)
    if isinstance(number, TableNumber) and plain in (_plain(number.name), number.name.split()[-1]):
        return True
    return plain == str(number)


def number_called(typed: str, starts: Sequence[int]) -> int | None:
    """Return the number of the table called so, like `B 7`; None if there is no such section, or it is shorter.

    >>> number_called("b7", (17,)), number_called("A 17", (17,)), number_called("C1", (17,)), number_called("7", (17,))
    (23, None, None, None)
    >>> number_called("B 90", (17,)), number_called("A 7", ())
    (106, None)
    """
    plain = _plain(typed)
    for at, first in enumerate((1, *starts) if starts else ()):
        within = plain.removeprefix(_plain(section_name(at)))
        has_number = within.isascii() and within.isdecimal() and len(within) < 5  # equivalent: no hall has as many
        if within != plain and has_number:
            number = first + int(within) - 1
            is_within = first <= number and (at == len(starts) or number < starts[at])
            return number if is_within else None
    return None


def _plain(name: str) -> str:
    return "".join(name.split()).casefold()


def table_name(number: int) -> str:
    """Return what people call a table: `B 7`, or its number if there are no sections."""
    return number.name if isinstance(number, TableNumber) else str(number)


def table_names(numbers: Iterable[int]) -> str:
    """Return the names of several tables, `B 7, B 9`."""
    return ", ".join(map(table_name, numbers))
