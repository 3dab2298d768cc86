"""Mitchell: NS stay at their tables, EW move on by a step of tables each round.

Source: docs/tournaments.md §2, docs/pairing.md §7.

With T tables and step s, nobody meets again for T / gcd(T, s) rounds. A half table is a place of EW that nobody
holds; it moves along like the others, and the NS facing it rests at its own table.

The seats come from the round before, whatever system drew it, so three rounds can begin in a draw. Pairs come and
go between rounds:

* a pair that arrives takes a free place, of NS first; when there is none the hall grows by a table;
* a place of NS that stays free is taken for good by the EW pair that comes to it, which rests that round;
* two free places or more make a table less: the pairs of the last table take free places, and it is closed.

A pair that keeps its table (coppia fissa) is NS there from the first seats on. Where the round before left it at its
table as EW, the two pairs of the table change lines before EW move; a pair that sits elsewhere cannot come to its table
without breaking the movement, and the referee is told.

| covered                                                            | not covered                                  |
|--------------------------------------------------------------------|----------------------------------------------|
| any step; any round before; arrivals, departures; pairs that keep   | several sections; boards (none travel);      |
| their table; rematches as far back as the memory goes              | keeping clubs, teams or meetings apart: named |
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import gcd
from random import Random

from tournaments.records import (
    Draft,
    DraftTable,
    Entrant,
    EntrantId,
    PairingRequest,
    Reason,
    ReasonCode,
    System,
    TableResult,
)

from .common import Meeting, Notes, Past, draft_of, lot_of, order_of, remembered_since
from .refusals import PairingRefused, RefusalCode

Place = EntrantId | None


def rounds_without_rematch(tables: int, step: int) -> int:
    """How many rounds a step holds, the first one included.

    >>> [rounds_without_rematch(10, step) for step in (1, 2, 3, 5)]
    [10, 5, 10, 2]
    """
    return tables // gcd(tables, step)


STEPS_TRIED = 30
"""Only so many steps are tried out for one that holds longer."""


def proposed_step(request: PairingRequest) -> int:
    """The step that players expect, 1; where it brings a rematch in the rounds planned, the one that holds longest."""
    left = max(1, (request.rounds_planned or request.round) - request.round + 1)
    best, lasts = 1, rounds_ahead(request, 1, left)
    for step in range(2, min((len(request.entrants) + 1) // 2, STEPS_TRIED)):
        if lasts == left:
            break
        if (longer := rounds_ahead(request, step, left)) > lasts:
            best, lasts = step, longer
    return best


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
    """The next Mitchell round; its first one seats entrants 1 … T as NS and the others as EW, in order or by lot.

    Those who keep a table are NS there, and the order closes up behind them.
    """
    past, hall, since = Past.of(request.history), _hall(request), remembered_since(request)
    step, tables = step_of(request), len(hall.ns)
    highest = max(1, tables - 1)
    if not 1 <= step <= highest:
        raise PairingRefused(RefusalCode.STEP_OUT_OF_RANGE, {"step": step, "highest": highest})
    if request.history:
        _check_rematches(hall, past, step, since)
        hall.ew = hall.moved_by(step)
    seats = _tables(hall, request, past, step if request.history else 0)
    return draft_of(System.MITCHELL, request, past, seats, since=since)


def step_of(request: PairingRequest) -> int:
    """The step chosen, else the one proposed."""
    return proposed_step(request) if request.settings.step is None else request.settings.step


def rounds_ahead(request: PairingRequest, step: int, most: int) -> int:
    """How many rounds, this one the first and `most` the last looked at, `step` brings no rematch if nobody changes."""
    hall, starts, memory = _hall(request), not request.history, request.settings.memory
    last = {frozenset(table.met): table.round for table in request.history if table.met}
    for done in range(most):
        if done or not starts:
            hall.ew = hall.moved_by(step)
        now = request.round + done
        first = 1 if memory is None else max(1, now - memory)
        for ns, ew in zip(hall.ns, hall.ew, strict=True):
            if ns is None or ew is None:
                continue
            if last.get(frozenset((ns, ew)), 0) >= first:
                return done
            last[frozenset((ns, ew))] = now
    return most


def _hall(request: PairingRequest) -> _Hall:
    """The places before EW move."""
    if request.history:
        return _hall_after(request)
    return _first_hall(request.entrants, lot_of(request) if request.settings.start_by_lot else None)


def _first_hall(entrants: Sequence[Entrant], lot: Random | None) -> _Hall:
    """Those who keep a table as NS there; the others in their order, or by lot."""
    tables = (len(entrants) + 1) // 2
    hall = _Hall(ns=[None] * tables, ew=[None] * tables)
    for entrant in entrants:
        if (at := _own_place(entrant, hall)) is not None:
            hall.ns[at] = entrant.id
    seated = set(hall.ns)
    others = [entrant.id for entrant in entrants if entrant.id not in seated]
    if lot is not None:
        lot.shuffle(others)
    for (line, at), pair in zip(hall.free, others, strict=False):
        line[at] = pair
    return hall


def _own_place(entrant: Entrant, hall: _Hall) -> int | None:
    """Where an entrant that keeps a table finds its place as NS free."""
    at = (entrant.fixed_table or 0) - 1
    return at if 0 <= at < len(hall.ns) and hall.ns[at] is None else None


def _hall_after(request: PairingRequest) -> _Hall:
    """The places of the round before without those who left, with those who came; at most one is free."""
    here = set(order_of(request))
    before = _last_round(request.history)
    hall = _Hall(
        ns=[table.ns if table.ns in here else None for table in before],
        ew=[table.ew if table.ew in here else None for table in before],
    )
    _turn_lines(hall, request.entrants)
    seated = {*hall.ns, *hall.ew}
    _admit(hall, sorted((entrant for entrant in request.entrants if entrant.id not in seated), key=lambda e: e.id))
    while len(hall.free) > 1:
        _close_last_table(hall)
    return hall


def _last_round(history: Iterable[TableResult]) -> list[TableResult]:
    history = list(history)
    last = max(table.round for table in history)
    return sorted((table for table in history if table.round == last), key=lambda table: table.table)


def _admit(hall: _Hall, arrivals: Sequence[Entrant]) -> None:
    """Give everybody who was not seated before a place: its own, else a free one, else one at a new table."""
    for entrant in arrivals:
        pair, code = entrant.id, ReasonCode.MITCHELL_JOINS
        if not hall.free:
            hall.ns.append(None)
            hall.ew.append(None)
            code = ReasonCode.MITCHELL_NEW_TABLE
        own = _own_place(entrant, hall)
        line, at = hall.free[0] if own is None else (hall.ns, own)
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


def _turn_lines(hall: _Hall, entrants: Sequence[Entrant]) -> None:
    """Who sits EW at the table that it keeps becomes NS, unless NS keeps this table too."""
    fixed = {entrant.id: entrant.fixed_table for entrant in entrants if entrant.fixed_table is not None}
    for number, (ns, ew) in enumerate(zip(hall.ns, hall.ew, strict=True), 1):
        if ew is not None and fixed.get(ew) == number and (ns is None or fixed.get(ns) != number):
            hall.ns[number - 1], hall.ew[number - 1] = ew, ns
            hall.moved[ew] = Reason(ReasonCode.MITCHELL_TURNS, {"pair": ew})


def _check_rematches(hall: _Hall, past: Past, step: int, since: int) -> None:
    """Raise PairingRefused if the move brings two pairs together again, naming the steps that do not."""
    again = _rematches(hall, past, step, since)
    if again:
        tables = len(hall.ns)
        pair, other = again[0]
        raise PairingRefused(
            RefusalCode.STEP_EXHAUSTED,
            {
                "step": step,
                "pair": pair,
                "other": other,
                "free": [free for free in range(1, tables) if not _rematches(hall, past, free, since)],
            },
        )


def _rematches(hall: _Hall, past: Past, step: int, since: int) -> list[Meeting]:
    """The meetings after the move that have been before, in round `since` or later."""
    facing = zip(hall.ns, hall.moved_by(step), strict=True)
    return [(ns, ew) for ns, ew in facing if ns is not None and ew is not None and past.have_met(ns, ew, since)]


def _tables(hall: _Hall, request: PairingRequest, past: Past, step: int) -> list[DraftTable]:
    """The tables as they stand after the move; `step` 0 where nobody moved."""
    notes = Notes.of(request, past, forced=False, since=remembered_since(request))
    start = Reason(ReasonCode.DRAWN if request.settings.start_by_lot else ReasonCode.MITCHELL_START)
    fixed = {entrant.id: entrant.fixed_table for entrant in request.entrants if entrant.fixed_table is not None}
    tables = []
    for number, (ns, ew) in enumerate(zip(hall.ns, hall.ew, strict=True), 1):
        changes = [hall.moved[pair] for pair in (ns, ew) if pair in hall.moved]
        if ns is not None and ew is not None:
            how = Reason(ReasonCode.MITCHELL_MOVE, {"pair": ew, "step": step})
            own = [_own_table(pair, fixed[pair], number) for pair in (ns, ew) if pair in fixed]
            why = [how if step else start, *changes, *notes.on(ns, ew), *own]
            tables.append(DraftTable(number=number, ns=ns, ew=ew, why=tuple(why)))
        elif (alone := ew if ns is None else ns) is not None:
            why = [Reason(ReasonCode.REST_MITCHELL, {"pair": alone, "rests": past.rests[alone]}), *changes]
            if ns is None:
                why.append(Reason(ReasonCode.MITCHELL_TAKES_NS, {"pair": alone}))
            tables.append(DraftTable(number=number, ns=alone, ew=None, why=tuple(why)))
    return tables


def _own_table(pair: EntrantId, wanted: int, number: int) -> Reason:
    code = ReasonCode.FIXED_TABLE if number == wanted else ReasonCode.OFF_ITS_TABLE
    return Reason(code, {"pair": pair, "table": wanted})
