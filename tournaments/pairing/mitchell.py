"""Mitchell: NS stay at their tables, EW move on by a step of tables each round (`tournament.md` §2, `pairing.md`).

With T tables and step s, nobody meets again for T / gcd(T, s) rounds. A half table is a place of EW that nobody
holds; it moves along like the others, and the NS facing it rests at its own table.

The seats come from the round before, whatever system drew it, so three rounds can begin in a draw. Pairs come and
go between rounds:

* a pair that arrives takes a free place, of NS first; when there is none the hall grows by a table;
* a place of NS that stays free is taken for good by the EW pair that comes to it, which rests that round;
* two free places or more make a table less: the pairs of the last table take free places, and it is closed.

| covered                                         | not covered                                              |
|-------------------------------------------------|----------------------------------------------------------|
| any step; any round before; arrivals, departures | pairs fixed to a table; several sections; boards (none travel) |
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import gcd

from tournaments.records import (
    Draft,
    DraftTable,
    EntrantId,
    PairingRequest,
    Reason,
    ReasonCode,
    System,
    TableResult,
)

from .common import Meeting, Notes, Past, clubs_of, draft_of, order_of
from .refusals import PairingRefused, RefusalCode

Place = EntrantId | None


def rounds_without_rematch(tables: int, step: int) -> int:
    """How many rounds a step holds, the first one included.

    >>> [rounds_without_rematch(10, step) for step in (1, 2, 3, 5)]
    [10, 5, 10, 2]
    """
    return tables // gcd(tables, step)


def proposed_step(tables: int, rounds: int) -> int:
    """The smallest step above 1 that holds as long as a step can, so that no EW pair follows its neighbour.

    Where there is none (6 tables, 4 or fewer), 2 if it holds for `rounds`, else 1.

    >>> [proposed_step(tables, 4) for tables in (5, 6, 8, 9, 10, 12)]
    [2, 1, 3, 2, 3, 5]
    """
    coprime = next((step for step in range(2, tables // 2 + 1) if gcd(tables, step) == 1), None)
    if coprime is not None:
        return coprime
    return 2 if tables > 2 and rounds_without_rematch(tables, 2) >= rounds else 1


@dataclass(slots=True)
class _Hall:
    """The places of both lines, table 1 first; they change until everybody has one."""

    ns: list[Place]
    ew: list[Place]
    moved: dict[EntrantId, Reason] = field(default_factory=dict)
    """Why a pair holds a place it did not have."""

    @property
    def free(self) -> list[tuple[list[Place], int]]:
        """The free places, those of NS first."""
        return [(line, at) for line in (self.ns, self.ew) for at, place in enumerate(line) if place is None]

    def moved_by(self, step: int) -> list[Place]:
        """EW after their move."""
        tables = len(self.ew)
        return [self.ew[(at - step) % tables] for at in range(tables)]


def pair_mitchell(request: PairingRequest) -> Draft:
    """The next Mitchell round; its first one seats entrants 1 … T as NS and the others as EW, in order."""
    past = Past.of(request.history)
    starts = not request.history
    hall = _first_hall(order_of(request)) if starts else _hall_after(request)
    tables = len(hall.ns)
    chosen = request.settings.step
    step = proposed_step(tables, request.round) if chosen is None else chosen
    highest = max(1, tables - 1)
    if not 1 <= step <= highest:
        raise PairingRefused(RefusalCode.STEP_OUT_OF_RANGE, {"step": step, "tables": tables, "highest": highest})
    if not starts:
        _check_rematches(hall, past, step)
        hall.ew = hall.moved_by(step)
    return draft_of(System.MITCHELL, request, past, _tables(hall, request, past, 0 if starts else step))


def _first_hall(order: list[EntrantId]) -> _Hall:
    tables = (len(order) + 1) // 2
    ew: list[Place] = [*order[tables:]]
    return _Hall(ns=[*order[:tables]], ew=ew + [None] * (tables - len(ew)))


def _hall_after(request: PairingRequest) -> _Hall:
    """The places of the round before without those who left, with those who came; at most one is free."""
    here = set(order_of(request))
    before = _last_round(request.history)
    hall = _Hall(
        ns=[table.ns if table.ns in here else None for table in before],
        ew=[table.ew if table.ew in here else None for table in before],
    )
    _admit(hall, sorted(here.difference(hall.ns, hall.ew)))
    while len(hall.free) > 1:
        _close_last_table(hall)
    return hall


def _last_round(history: Iterable[TableResult]) -> list[TableResult]:
    history = list(history)
    last = max(table.round for table in history)
    return sorted((table for table in history if table.round == last), key=lambda table: table.table)


def _admit(hall: _Hall, arrivals: list[EntrantId]) -> None:
    """Give everybody who was not seated before a place, by number: a free one, or one at a new table."""
    for pair in arrivals:
        code = ReasonCode.MITCHELL_JOINS
        if not hall.free:
            hall.ns.append(None)
            hall.ew.append(None)
            code = ReasonCode.MITCHELL_NEW_TABLE
        line, at = hall.free[0]
        line[at] = pair
        hall.moved[pair] = Reason(code, {"pair": pair, "tables": len(hall.ns)})


def _close_last_table(hall: _Hall) -> None:
    """Move the last table's pairs to free places, each to its own line if it can."""
    ns, ew = hall.ns.pop(), hall.ew.pop()
    for pair, own in ((ns, hall.ns), (ew, hall.ew)):
        if pair is not None:
            line, at = next((place for place in hall.free if place[0] is own), hall.free[0])
            line[at] = pair
            hall.moved[pair] = Reason(ReasonCode.MITCHELL_TABLE_CLOSED, {"pair": pair, "tables": len(hall.ns)})


def _check_rematches(hall: _Hall, past: Past, step: int) -> None:
    """Raise PairingRefused if the move brings two pairs together again, naming the steps that do not."""
    again = _rematches(hall, past, step)
    if again:
        tables = len(hall.ns)
        pair, other = again[0]
        raise PairingRefused(
            RefusalCode.STEP_EXHAUSTED,
            {
                "step": step,
                "tables": tables,
                "rounds": rounds_without_rematch(tables, step),
                "pair": pair,
                "other": other,
                "free": [free for free in range(1, tables) if not _rematches(hall, past, free)],
            },
        )


def _rematches(hall: _Hall, past: Past, step: int) -> list[Meeting]:
    facing = zip(hall.ns, hall.moved_by(step), strict=True)
    return [(ns, ew) for ns, ew in facing if ns is not None and ew is not None and past.have_met(ns, ew)]


def _tables(hall: _Hall, request: PairingRequest, past: Past, step: int) -> list[DraftTable]:
    """The tables as they stand after the move; `step` 0 where nobody moved."""
    notes = Notes(past=past, clubs=clubs_of(request), forced=False)
    tables = []
    for number, (ns, ew) in enumerate(zip(hall.ns, hall.ew, strict=True), 1):
        changes = [hall.moved[pair] for pair in (ns, ew) if pair in hall.moved]
        if ns is not None and ew is not None:
            how = Reason(ReasonCode.MITCHELL_MOVE, {"pair": ew, "step": step})
            why = [how if step else Reason(ReasonCode.MITCHELL_START), *changes, *notes.on(ns, ew)]
            tables.append(DraftTable(number=number, ns=ns, ew=ew, why=tuple(why)))
        elif (alone := ew if ns is None else ns) is not None:
            why = [Reason(ReasonCode.REST_MITCHELL, {"pair": alone, "rests": past.rests[alone]}), *changes]
            if ns is None:
                why.append(Reason(ReasonCode.MITCHELL_TAKES_NS, {"pair": alone}))
            tables.append(DraftTable(number=number, ns=alone, ew=None, why=tuple(why)))
    return tables
