"""The slips of a round whose seats are corrected during play, and the tables to which they belong.

A slip was written at a table by two sides. Either it stays at its table, and counts for those who really sat there, or
it follows its two sides to wherever they met; if they did not meet, it belongs to nobody.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.records import DraftTable, EntrantId

from .moves import Tables, changed

Side = frozenset[EntrantId]


class Slips(StrEnum):
    """The referee's choice for the slips that are in."""

    STAY = "stay"
    """With the table: its figures are those of the sides now there, line by line."""
    GO_ALONG = "go_along"
    """With the two sides that wrote them; if these do not meet, the table is open again."""


@dataclass(frozen=True, slots=True)
class ResultSource:
    """The source of a table's slip: the table where it was written, and whether its lines are turned."""

    table: int
    turned: bool = False


def sources(before: Tables, after: Tables, slips: Slips) -> Mapping[int, ResultSource | None]:
    """Return the source of each changed table with opponents; None if no slip belongs to it."""
    numbers = set(changed(before, after))
    playing = [table for table in after if table.number in numbers and table.ew is not None]
    if slips is Slips.STAY:
        # A rest has no slip.
        held = {table.number for table in before if table.ew is not None}
        return {table.number: ResultSource(table.number) if table.number in held else None for table in playing}
    written = {_sides(table): table.number for table in before if table.ew is not None}
    return {table.number: _written_for(_sides(table), written) for table in playing}


def _written_for(sides: tuple[Side, Side], written: Mapping[tuple[Side, Side], int]) -> ResultSource | None:
    ns, ew = sides
    if (ns, ew) in written:
        return ResultSource(written[ns, ew])
    return ResultSource(written[ew, ns], turned=True) if (ew, ns) in written else None


def _sides(table: DraftTable) -> tuple[Side, Side]:
    return _side(table.ns, table.ns_partner), _side(table.ew, table.ew_partner)


def _side(*seats: EntrantId | None) -> Side:
    return frozenset(seat for seat in seats if seat is not None)
