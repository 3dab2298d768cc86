"""The Mitchell movement: NS stay at their tables, EW move on by a step of tables each round.

Source: docs/tournaments.md §2, docs/pairing.md §7.

With T tables and step s, no meeting is repeated for T / gcd(T, s) rounds. A half table is an empty place of EW. It
moves like the others, and the NS facing it rests at its own table.

The seats come from the previous round, whatever its system, so three rounds can begin with a draw. Pairs come and leave
between rounds:

* a pair that arrives takes a free place, of NS first; if there is none, a table is added;
* a place of NS that stays free is taken for good by the EW pair that comes to it, which rests in that round;
* with two free places or more, the pairs of the last table take free places, and the table is closed.

Large halls are cut into sections, tables that follow each other: EW move within theirs, all by the same step. At the
first seats clubs are spread over the sections. Whoever comes takes a free place anywhere; a new table belongs to the
last section, and the last table is closed first.

A pair with a fixed table (coppia fissa) is NS there from the first seats on. If the previous round left it at its table
as EW, the two pairs of the table change lines before EW move. A pair that sits elsewhere cannot come to its table
without breaking the movement, and the referee is informed.

| covered                                                            | not covered                                  |
|--------------------------------------------------------------------|----------------------------------------------|
| any step; any round before; arrivals, departures; pairs that keep   | boards (none travel);                        |
| their table; sections; rematches as far back as the memory goes    | keeping clubs, teams or meetings apart: named |
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
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
from tournaments.records.sections import sections_of

from .common import Meeting, Notes, Past, draft_of, lot_of, order_of, remembered_since
from .mitchell_steps import Place, StepsAhead
from .refusals import PairingRefused, RefusalCode
from .section_spread import spread_over_sections


@dataclass(slots=True)
class _Hall:
    """The places of both lines, table 1 first; they change until everybody has one."""

    ns: list[Place]
    ew: list[Place]
    starts: tuple[int, ...] = ()
    """The first tables of the second, third … section."""
    begun: bool = False
    """Whether there was a round before, after which EW move."""
    moved: dict[EntrantId, Reason] = field(default_factory=dict)
    """The reason why a pair has a new place."""

    @property
    def sections(self) -> list[range]:
        """Return the tables of each section."""
        return sections_of(len(self.ns), self.starts)

    @property
    def free(self) -> list[tuple[list[Place], int]]:
        """Return the free places, those of NS first."""
        return [(line, at) for line in (self.ns, self.ew) for at, place in enumerate(line) if place is None]

    def moved_by(self, step: int) -> list[Place]:
        """Return EW after their move, each within its section."""
        moved: list[Place] = []
        for tables in self.sections:
            own = self.ew[tables.start - 1 : tables.stop - 1]
            moved += [own[(at - step) % len(own)] for at in range(len(own))]
        return moved

    @property
    def longest(self) -> int:
        """Return the tables of the largest section."""
        return max(map(len, self.sections))


def pair_mitchell(request: PairingRequest) -> Draft:
    """Pair the next Mitchell round; the first seats entrants 1 … T as NS and the others as EW, in order or by lot.

    Pairs with a fixed table are NS there, and the others close up.
    """
    past, hall, since = Past.of(request.history), _hall(request), remembered_since(request)
    step = _ahead(hall, request).proposed if request.settings.step is None else request.settings.step
    highest = max(1, hall.longest - 1)
    if not 1 <= step <= highest:
        raise PairingRefused(RefusalCode.STEP_OUT_OF_RANGE, {"step": step, "highest": highest})
    if hall.begun:
        _check_rematches(hall, past, step, since)
        hall.ew = hall.moved_by(step)
    seats = _tables(hall, request, past, step if hall.begun else 0)
    return draft_of(System.MITCHELL, request, past, seats, since=since)


def steps_ahead(request: PairingRequest) -> StepsAhead:
    """Return for how many rounds each step repeats no meeting, from this one on, if nobody changes."""
    return _ahead(_hall(request), request)


def _ahead(hall: _Hall, request: PairingRequest) -> StepsAhead:
    return StepsAhead.of(lines=(hall.ns, hall.ew), sections=hall.sections, request=request, moves_at_once=hall.begun)


def _hall(request: PairingRequest) -> _Hall:
    """Return the places before EW move."""
    if before := _seats_before(request):
        return _hall_after(request, before)
    lot = lot_of(request) if request.settings.start_by_lot else None
    return _first_hall(request.entrants, lot, request.settings.sections)


def _first_hall(entrants: Sequence[Entrant], lot: Random | None, starts: tuple[int, ...]) -> _Hall:
    """Return the places with fixed tables as NS; the others in their order, or by lot, clubs spread over sections."""
    tables = (len(entrants) + 1) // 2
    hall = _Hall(ns=[None] * tables, ew=[None] * tables, starts=starts)
    for entrant in entrants:
        if (at := _own_place(entrant, hall)) is not None:
            hall.ns[at] = entrant.id
    seated = set(hall.ns)
    others = [entrant.id for entrant in entrants if entrant.id not in seated]
    if lot is not None:
        lot.shuffle(others)
    free = hall.free[: len(others)]
    if len(hall.sections) > 1:
        free, others = _by_sections(hall, free, entrants, others)
    for (line, at), pair in zip(free, others, strict=True):
        line[at] = pair
    return hall


def _by_sections(
    hall: _Hall, free: Sequence[tuple[list[Place], int]], entrants: Sequence[Entrant], others: Sequence[EntrantId]
) -> tuple[list[tuple[list[Place], int]], list[EntrantId]]:
    """Return the free places section by section, and in the same order who takes them."""
    section = {table - 1: number for number, tables in enumerate(hall.sections) for table in tables}
    room = Counter(section[at] for _line, at in free)
    clubs = {entrant.id: entrant.clubs for entrant in entrants}
    seated = [(section[at], pair) for line in (hall.ns, hall.ew) for at, pair in enumerate(line) if pair is not None]
    spread = spread_over_sections(others, clubs, room, seated)
    return sorted(free, key=lambda place: section[place[1]]), sorted(others, key=spread.__getitem__)


def _own_place(entrant: Entrant, hall: _Hall) -> int | None:
    """Return the place with a fixed table if NS is free there."""
    at = (entrant.fixed_table or 0) - 1
    return at if 0 <= at < len(hall.ns) and hall.ns[at] is None else None


def _hall_after(request: PairingRequest, before: Sequence[TableResult]) -> _Hall:
    """Return the places after the previous round, without those who left, with those who came; one is free at most."""
    here = set(order_of(request))
    hall = _Hall(
        ns=[table.ns if table.ns in here else None for table in before],
        ew=[table.ew if table.ew in here else None for table in before],
        starts=request.settings.sections,
        begun=True,
    )
    _turn_lines(hall, request.entrants)
    seated = {*hall.ns, *hall.ew}
    arrivals = sorted((entrant for entrant in request.entrants if entrant.id not in seated), key=lambda e: e.id)
    if arrivals:
        _admit(hall, arrivals, {entrant.id: frozenset(entrant.clubs) for entrant in request.entrants})
    came = {entrant.id for entrant in arrivals}
    while len(hall.free) > 1:
        _close_last_table(hall, came)
    return hall


def _seats_before(request: PairingRequest) -> list[TableResult]:
    """Return the tables of the previous round, in order; none if the movement begins with this one."""
    history = [table for table in request.history if table.round >= request.since]
    last = max((table.round for table in history), default=0)
    return [table for table in history if table.round == last]


def _admit(hall: _Hall, arrivals: Sequence[Entrant], clubs: Mapping[EntrantId, frozenset[str]]) -> None:
    """Give everybody who was not seated before a place: their own, else a free one, else one at a new table."""
    for entrant in arrivals:
        pair, code = entrant.id, ReasonCode.MITCHELL_JOINS
        if not hall.free:
            hall.ns.append(None)
            hall.ew.append(None)
            code = ReasonCode.MITCHELL_NEW_TABLE
        own = _own_place(entrant, hall)
        line, at = _freest(hall, clubs, pair) if own is None else (hall.ns, own)
        line[at] = pair
        hall.moved[pair] = Reason(code, {"pair": pair, "tables": len(hall.ns)})


def _freest(hall: _Hall, clubs: Mapping[EntrantId, frozenset[str]], pair: EntrantId) -> tuple[list[Place], int]:
    """Return the free place in the section with the fewest of its clubs, then with the fewest pairs; NS first."""

    def crowd(place: tuple[list[Place], int]) -> tuple[int, int]:
        tables = next(tables for tables in hall.sections if place[1] + 1 in tables)
        seated = [other for line in (hall.ns, hall.ew) for other in line[tables.start - 1 : tables.stop - 1]]
        there = [other for other in seated if other is not None]
        return sum(len(clubs[pair] & clubs[other]) for other in there), len(there)

    return min(hall.free, key=crowd) if len(hall.sections) > 1 else hall.free[0]


def _close_last_table(hall: _Hall, came: Collection[EntrantId]) -> None:
    """Move the last table's pairs to free places, each to its own line if possible."""
    ns, ew = hall.ns.pop(), hall.ew.pop()
    for pair, own in ((ns, hall.ns), (ew, hall.ew)):
        if pair is not None:
            line, at = next((place for place in hall.free if place[0] is own), hall.free[0])
            line[at] = pair
            # New pairs keep their places.
            if pair not in came:
                hall.moved[pair] = Reason(ReasonCode.MITCHELL_TABLE_CLOSED, {"pair": pair, "tables": len(hall.ns)})


def _turn_lines(hall: _Hall, entrants: Sequence[Entrant]) -> None:
    """Turn a pair at EW of its fixed table into NS, unless NS has this fixed table, too."""
    fixed = {entrant.id: entrant.fixed_table for entrant in entrants if entrant.fixed_table is not None}
    if not fixed:  # equivalent: speed alone
        return
    for number, (ns, ew) in enumerate(zip(hall.ns, hall.ew, strict=True), 1):
        if ew is not None and fixed.get(ew) == number and (ns is None or fixed.get(ns) != number):
            hall.ns[number - 1], hall.ew[number - 1] = ew, ns
            hall.moved[ew] = Reason(ReasonCode.MITCHELL_TURNS, {"pair": ew, "alone": ns is None})


def _check_rematches(hall: _Hall, past: Past, step: int, since: int) -> None:
    """Raise PairingRefused if the move repeats a meeting, naming the steps that do not."""
    again = _rematches(hall, past, step, since)
    if again:
        pair, other = again[0]
        raise PairingRefused(
            RefusalCode.STEP_EXHAUSTED,
            {
                "step": step,
                "pair": pair,
                "other": other,
                "free": [free for free in range(1, hall.longest) if not _rematches(hall, past, free, since)],
            },
        )


def _rematches(hall: _Hall, past: Past, step: int, since: int) -> list[Meeting]:
    """Return the meetings after the move that are repeated, from round `since` on."""
    facing = zip(hall.ns, hall.moved_by(step), strict=True)
    return [(ns, ew) for ns, ew in facing if ns is not None and ew is not None and past.have_met(ns, ew, since)]


def _tables(hall: _Hall, request: PairingRequest, past: Past, step: int) -> list[DraftTable]:
    """Return the tables after the move; `step` is 0 if nobody moved."""
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
