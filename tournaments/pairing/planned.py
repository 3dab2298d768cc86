"""The tables of a round whose meetings follow from a plan: a round robin, a knockout, a Mitchell.

The tables that the referee keeps come before the plan; who is left without its opponent by them meets the next one
who is. A pair keeps its table (coppia fissa) where the plan does not say which table a meeting has.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.records import DraftTable, EntrantId, PairingRequest, Reason, ReasonCode

from .common import Notes, Past, clubs_of, order_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """One meeting of the plan with its lines, or (`ew` is None) a rest, and why."""

    ns: EntrantId
    ew: EntrantId | None = None
    why: tuple[Reason, ...]
    table: int | None = None
    """None: the tables are numbered in the order of the plan, the rests last."""

    @property
    def seated(self) -> tuple[EntrantId, ...]:
        return (self.ns,) if self.ew is None else (self.ns, self.ew)


def tables_as_planned(request: PairingRequest, past: Past, plan: Sequence[Planned]) -> list[DraftTable]:
    """The tables of the round, 1, 2, 3 …"""
    kept = _kept(request, plan)
    plan = [*_by_hand(kept), *sorted(_beside(kept, plan), key=lambda each: each.ew is None)]
    notes = Notes(past=past, clubs=clubs_of(request), forced=False)
    fixed = {entrant.id: entrant.fixed_table for entrant in request.entrants if entrant.fixed_table is not None}
    tables = []
    for number, each in zip(_numbers(plan, fixed), plan, strict=True):
        named: tuple[Reason, ...] = ()
        if each.ew is not None:
            off = [pair for pair in each.seated if fixed.get(pair, number) != number]
            facts = [{"pair": int(pair), "table": fixed[pair]} for pair in off]
            named = (*notes.on(each.ns, each.ew), *(Reason(ReasonCode.OFF_ITS_TABLE, fact) for fact in facts))
        tables.append(DraftTable(number=number, ns=each.ns, ew=each.ew, why=(*each.why, *named)))
    return sorted(tables, key=lambda table: table.number)


def _kept(request: PairingRequest, plan: Sequence[Planned]) -> list[DraftTable]:
    """The tables that the referee keeps; not one with somebody who has left, nor one beyond the last."""
    here = set(order_of(request))
    kept = [table for table in request.settings.kept if here.issuperset(table.seated)]
    while kept and max(table.number for table in kept) > len(kept) + len(_beside(kept, plan)):
        kept.remove(max(kept, key=lambda table: table.number))
    return kept


def _by_hand(kept: Sequence[DraftTable]) -> list[Planned]:
    return [
        Planned(ns=table.ns, ew=table.ew, why=(Reason(ReasonCode.SEATED_BY_HAND),), table=table.number)
        for table in kept
    ]


def _beside(kept: Sequence[DraftTable], plan: Sequence[Planned]) -> list[Planned]:
    """What the plan still holds beside the kept tables, then the meetings of those whom they leave alone."""
    seated = {entrant for table in kept for entrant in table.seated}
    still = [each for each in plan if seated.isdisjoint(each.seated)]
    left = [entrant for each in plan if not seated.isdisjoint(each.seated) for entrant in each.seated]
    left = [entrant for entrant in left if entrant not in seated]
    why = (Reason(ReasonCode.LEFT_BY_KEPT),)
    meetings = [Planned(ns=ns, ew=ew, why=why) for ns, ew in zip(left[::2], left[1::2], strict=False)]
    return [*still, *meetings, *([Planned(ns=left[-1], why=why)] if len(left) % 2 else [])]


def _numbers(plan: Sequence[Planned], fixed: dict[EntrantId, int]) -> list[int]:
    """The table of each meeting: as planned if it is free, then as one of its pairs keeps it, then in order.

    Of two pairs that keep one table and do not meet, the better ranked has it.
    """
    number_of: dict[int, int] = {}
    free = set(range(1, len(plan) + 1))
    for at, each in enumerate(plan):
        if each.table in free:
            number_of[at] = each.table
            free.remove(each.table)
    meeting_of = {
        entrant: at for at, each in enumerate(plan) if at not in number_of and each.ew for entrant in each.seated
    }
    reserved = set(sorted(free)[: len({*meeting_of.values()})])
    for entrant, wanted in fixed.items():
        if wanted in reserved and entrant in meeting_of and meeting_of[entrant] not in number_of:
            number_of[meeting_of[entrant]] = wanted
            reserved.remove(wanted)
            free.remove(wanted)
    others = iter(sorted(free))
    return [number_of[at] if at in number_of else next(others) for at in range(len(plan))]
