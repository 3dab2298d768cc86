"""What every pairing system shares: what happened before, lines, table numbers, and the notes on a table."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tournaments.records import (
    Draft,
    DraftTable,
    EntrantId,
    Line,
    Outcome,
    PairingRequest,
    Reason,
    ReasonCode,
    System,
    TableResult,
)

Meeting = tuple[EntrantId, EntrantId]

ABSENCES = frozenset({Outcome.ABSENT_NS, Outcome.ABSENT_EW, Outcome.ABSENT_BOTH})


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What the earlier rounds mean for the next one.

    Two pairs seated together have met, played or not. Only a pair drawn without opponents has rested: opponents
    who stayed away are no rest, although the round is worth the same, nor is the pair's own absence.
    """

    met: Mapping[EntrantId, Mapping[EntrantId, int]]
    """Opponent → the last round in which they met."""
    rests: Counter[EntrantId]
    times_ns: Counter[EntrantId]
    last_line: Mapping[EntrantId, Line]

    @classmethod
    def of(cls, history: Iterable[TableResult]) -> "Past":
        met: dict[EntrantId, dict[EntrantId, int]] = {}
        rests: Counter[EntrantId] = Counter()
        times_ns: Counter[EntrantId] = Counter()
        last_line: dict[EntrantId, Line] = {}
        for table in sorted(history, key=lambda table: (table.round, table.table)):
            if table.met is not None:
                ns, ew = table.met
                met.setdefault(ns, {})[ew] = table.round
                met.setdefault(ew, {})[ns] = table.round
                times_ns[ns] += 1
                last_line |= {ns: Line.NS, ew: Line.EW}
            elif table.outcome not in ABSENCES:
                rests.update(pair for pair in (table.ns, table.ew) if pair is not None)
        return cls(met=met, rests=rests, times_ns=times_ns, last_line=last_line)

    def have_met(self, one: EntrantId, other: EntrantId) -> bool:
        return other in self.met.get(one, {})

    def blocked(self, order: Sequence[EntrantId]) -> list[set[int]]:
        """For each place in `order`, the places of those already met: what `matching.py` speaks."""
        place = {entrant: index for index, entrant in enumerate(order)}
        return [{place[other] for other in self.met.get(entrant, {}) if other in place} for entrant in order]


def lot_of(request: PairingRequest) -> Random:
    """The round's own source of chance: the same seed and round draw the same on every machine."""
    return Random(f"{request.seed}/{request.round}")


def order_of(request: PairingRequest) -> list[EntrantId]:
    return [entrant.id for entrant in request.entrants]


def lines(past: Past, better: EntrantId, other: EntrantId) -> Meeting:
    """NS and EW: NS is whoever sat there less often; then whoever did not sit there last; then the better."""

    def turn(entrant: EntrantId) -> tuple[int, bool]:
        return past.times_ns[entrant], past.last_line.get(entrant) is Line.NS

    return (other, better) if turn(other) < turn(better) else (better, other)


def clubs_of(request: PairingRequest) -> dict[EntrantId, tuple[str, ...]]:
    return {entrant.id: entrant.clubs for entrant in request.entrants}


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """What a referee must know about a table, whatever the system: a rematch, a club in common."""

    past: Past
    clubs: Mapping[EntrantId, tuple[str, ...]]
    forced: bool
    """Whether the system takes a rematch only where it must."""

    def on(self, ns: EntrantId, ew: EntrantId) -> tuple[Reason, ...]:
        found = []
        if self.past.have_met(ns, ew):
            facts = {"pair": ns, "other": ew, "round": self.past.met[ns][ew], "forced": self.forced}
            found.append(Reason(ReasonCode.REMATCH, facts))
        shared = [club for club in self.clubs[ns] if club in self.clubs[ew]]
        if shared:
            found.append(Reason(ReasonCode.SAME_CLUB, {"clubs": ", ".join(shared)}))
        return tuple(found)


def tables_by_ranking(
    request: PairingRequest,
    past: Past,
    *,
    meetings: Iterable[Meeting],
    why: Callable[[EntrantId, EntrantId], Reason],
    rest: tuple[EntrantId, Reason] | None,
    forced: bool,
) -> list[DraftTable]:
    """The tables numbered by the ranking of their best pair, the lines in turn, the rest last.

    `why` is asked with the better pair first.
    """
    place = {entrant: index for index, entrant in enumerate(order_of(request))}
    ranked = sorted(sorted((place[one], place[other])) for one, other in meetings)
    notes = Notes(past=past, clubs=clubs_of(request), forced=forced)
    tables = []
    for number, (upper, lower) in enumerate(ranked, 1):
        better, other = request.entrants[upper].id, request.entrants[lower].id
        ns, ew = lines(past, better, other)
        tables.append(DraftTable(number=number, ns=ns, ew=ew, why=(why(better, other), *notes.on(ns, ew))))
    if rest is not None:
        entrant, reason = rest
        tables.append(DraftTable(number=len(tables) + 1, ns=entrant, ew=None, why=(reason,)))
    return tables


def draft_of(
    system: System, request: PairingRequest, past: Past, tables: Sequence[DraftTable], cost: int | None = None
) -> Draft:
    """The round, its rematches counted."""
    rematches = sum(table.ew is not None and past.have_met(table.ns, table.ew) for table in tables)
    return Draft(system=system, seed=request.seed, tables=tuple(tables), cost=cost, rematches=rematches)
