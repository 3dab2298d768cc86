"""The tables of a round whose meetings follow a plan: a round robin, a knockout."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.records import DraftTable, EntrantId, PairingRequest, Reason

from .common import Notes, Past


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedMeeting:
    """A meeting of the plan with its lines, or a rest (`ew` is None), and the reason."""

    ns: EntrantId
    ew: EntrantId | None = None
    why: tuple[Reason, ...]


def tables_as_planned(request: PairingRequest, past: Past, plan: Sequence[PlannedMeeting]) -> list[DraftTable]:
    """Return the meetings at tables 1, 2, 3 … in the order of the plan, the rests last."""
    notes = Notes.of(request, past, forced=False)
    tables: list[DraftTable] = []
    for table in sorted(plan, key=lambda table: table.ew is None):
        named = () if table.ew is None else notes.on(table.ns, table.ew)
        tables.append(DraftTable(number=len(tables) + 1, ns=table.ns, ew=table.ew, why=(*table.why, *named)))
    return tables
