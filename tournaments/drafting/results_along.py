"""Where a result belongs once the seats of a round that is being played are said to have been others.

A slip was written at a table by two sides. Either it stays at its table, and counts for whoever sat there really; or
it goes along with its two sides, wherever they met, and where they met nowhere it is nobody's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.records import DraftTable, EntrantId

from .moves import Tables, changed

Side = frozenset[EntrantId]


class Slips(StrEnum):
    """What becomes of the slips that are in: the referee's choice."""

    STAY = "stay"
    """With the table: its figures are those of who sits there now, line by line."""
    GO_ALONG = "go_along"
    """With the two sides that they were written for; where those do not meet, the table is open again."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a table's slip comes from: the table whose it was, and whether its lines are turned."""

    table: int
    turned: bool = False


def sources(before: Tables, after: Tables, slips: Slips) -> Mapping[int, Source | None]:
    """For each table that was changed and where somebody plays, whose slip is its own now; None: none that was."""
    numbers = set(changed(before, after))
    playing = [table for table in after if table.number in numbers and table.ew is not None]
    if slips is Slips.STAY:
        # At a rest there was nothing to hand in.
        held = {table.number for table in before if table.ew is not None}
        return {table.number: Source(table.number) if table.number in held else None for table in playing}
    written = {_sides(table): table.number for table in before if table.ew is not None}
    return {table.number: _written_for(_sides(table), written) for table in playing}


def _written_for(sides: tuple[Side, Side], written: Mapping[tuple[Side, Side], int]) -> Source | None:
    ns, ew = sides
    if (ns, ew) in written:
        return Source(written[ns, ew])
    return Source(written[ew, ns], turned=True) if (ew, ns) in written else None


def _sides(table: DraftTable) -> tuple[Side, Side]:
    return _side(table.ns, table.ns_partner), _side(table.ew, table.ew_partner)


def _side(*seats: EntrantId | None) -> Side:
    return frozenset(each for each in seats if each is not None)
