"""Knockout: who should meet whom, from the seeds and the results alone.

A bracket of 2^k slots; in each round slot i meets slot 2^k + 1 − i, and who goes on holds the better of the two. So
the first and the second seed can meet in the final only, and empty slots are byes of the top seeds. After gironi the
first of each is seeded before the second of any, A before B.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.records import EntrantId, Outcome, System, TableResult

from .case import Case, Fault, Rule

Slots = list[EntrantId | None]


@dataclass(frozen=True, slots=True)
class ExpectedRound:
    meetings: set[frozenset[EntrantId]]
    byes: set[EntrantId]


def check_knockout(case: Case) -> Iterator[Fault]:
    if case.system is not System.KNOCKOUT:
        return
    request = case.request
    if request.gironi and request.run is None and not any(past.knockout for past in request.history):
        yield from _check_seeds(case)
    expected = expected_round(case)
    # Winners go on, each against the one that the bracket says; third place is played by the losers of the semi-finals.
    if (meetings := {frozenset((table.ns, ew)) for table, ew in case.played}) != expected.meetings:
        yield Fault(Rule.SYSTEM, f"met {_plain(meetings)}, the bracket says {_plain(expected.meetings)}")
    # Only those rest whom the bracket gives nobody to meet.
    if (byes := {table.ns for table in case.resting}) != expected.byes:
        yield Fault(Rule.REST, f"byes {sorted(byes)}, the bracket says {sorted(expected.byes)}")


def _check_seeds(case: Case) -> Iterator[Fault]:
    seeded: Counter[int] = Counter()
    places = []
    for entrant in case.order:
        girone = case.request.gironi[entrant]
        seeded[girone] += 1
        places.append((seeded[girone], girone))
    if places != sorted(places):
        yield Fault(Rule.GIRONI, f"seeds by place and girone {places}")


def _plain(meetings: set[frozenset[EntrantId]]) -> list[list[EntrantId]]:
    return sorted(map(sorted, meetings))


def expected_round(case: Case) -> ExpectedRound:
    slots, losers = _slots(case)
    here = set(case.order)
    meetings, byes = set(), set()
    for one, other in _tables(slots):
        present = {entrant for entrant in (one, other) if entrant in here}
        if len(present) == 2:
            meetings.add(frozenset(present))
        byes |= present if len(present) == 1 else set()
    third = {entrant for entrant in losers if entrant in here}
    if len(slots) == 2 and len(third) == 2 and case.request.settings.third_place:
        meetings.add(frozenset(third))
    return ExpectedRound(meetings, byes)


def _tables(slots: Slots) -> list[tuple[EntrantId | None, EntrantId | None]]:
    return [(slots[at], slots[-1 - at]) for at in range(len(slots) // 2)]


def _slots(case: Case) -> tuple[Slots, list[EntrantId]]:
    """Return the holders of this round's slots, the best first, and those who lost the round before."""
    run, settings = case.request.run, case.request.settings
    order = list(run.order if run else case.order)[: settings.qualifiers]
    seed = {entrant: place for place, entrant in enumerate(order)}
    slots: Slots = [*order, *[None] * ((1 << (len(order) - 1).bit_length()) - len(order))]
    losers: list[EntrantId] = []
    for number in range(run.start if run else case.request.round, case.request.round):
        went_on = [_who_goes_on(case, number, seed, one, other) for one, other in _tables(slots)]
        losers = [
            entrant
            for table, winner in zip(_tables(slots), went_on, strict=True)
            for entrant in table
            if None not in table and entrant is not None and entrant != winner
        ]
        slots = went_on
    return slots, losers


def _who_goes_on(
    case: Case, number: int, seed: dict[EntrantId, int], one: EntrantId | None, other: EntrantId | None
) -> EntrantId | None:
    both = [entrant for entrant in (one, other) if entrant is not None]
    later = {e for past in case.request.history if past.round == number + 1 for e in past.ns_side + past.ew_side}
    if number + 1 < case.request.round:
        # Seats that are published stay, whatever becomes of the results.
        return next((entrant for entrant in both if entrant in later), None)
    now = {e: past for past in case.request.history if past.round == number for e in past.ns_side + past.ew_side}
    seated = [entrant for entrant in both if entrant in now]
    if len(seated) < 2:
        return seated[0] if seated else None
    return _winner(now[seated[0]], sorted(seated, key=seed.__getitem__), case.request.settings.advance)


def _winner(table: TableResult, by_seed: list[EntrantId], advance: tuple[EntrantId, ...]) -> EntrantId | None:
    if table.outcome is Outcome.ABSENT_NS:
        return table.ew
    if table.outcome is Outcome.ABSENT_EW:
        return table.ns
    # What the referee set in VP comes before MP.
    difference = (table.ns_vp or 0) - (table.ew_vp or 0) or (table.ns_mp or 0) - (table.ew_mp or 0)
    if difference:
        return table.ns if difference > 0 else table.ew  # equivalent: a difference that is not 0
    # A tie goes to the better seed unless the referee says otherwise.
    return next((entrant for entrant in by_seed if entrant in advance), by_seed[0])
