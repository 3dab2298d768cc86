"""The tables of a round whose meetings follow from a plan: a round robin, a knockout."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.records import DraftTable, EntrantId, PairingRequest, Reason

from .common import Notes, Past


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """One meeting of the plan with its lines, or (`ew` is None) a rest, and why."""

    ns: EntrantId
    ew: EntrantId | None = None
    why: tuple[Reason, ...]


def tables_as_planned(request: PairingRequest, past: Past, plan: Sequence[Planned]) -> list[DraftTable]:
    """The meetings at tables 1, 2, 3 … in the order of the plan, the rests last."""
    notes = Notes.of(request, past, forced=False)
    tables: list[DraftTable] = []
    for each in sorted(plan, key=lambda each: each.ew is None):
        named = () if each.ew is None else notes.on(each.ns, each.ew)
        tables.append(DraftTable(number=len(tables) + 1, ns=each.ns, ew=each.ew, why=(*each.why, *named)))
    return tables
