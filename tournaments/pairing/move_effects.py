"""The costs and effects of a draft's seats, shown at once to a referee who changes them.

Any seats are weighed, a system's or a referee's, and none are forbidden. Earlier rounds are read as the systems read
them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.pairing.common import Notes, Past, remembered_since
from tournaments.pairing.players import PlayersPast, partners_at
from tournaments.records import DraftTable, Entrant, EntrantId, PairingRequest, Reason, ReasonCode

from .moves import Tables, changed


@dataclass(frozen=True, slots=True)
class SeatCosts:
    """A round's request, read once for weighing seats."""

    entrants: Mapping[EntrantId, Entrant]
    place: Mapping[EntrantId, int]
    """The places in the ranking, 0 the first; empty before there is one."""
    past: Past
    players: PlayersPast
    notes: Notes

    @classmethod
    def of(cls, request: PairingRequest) -> "SeatCosts":
        past = Past.of(request.history)
        return cls(
            entrants={entrant.id: entrant for entrant in request.entrants},
            place={entrant.id: at for at, entrant in enumerate(request.entrants)} if request.history else {},
            past=past,
            players=PlayersPast.of(table for table in request.history if table.ns_partner is not None),
            notes=Notes.of(request, past, forced=False, since=remembered_since(request)),
        )

    def squares(self, tables: Iterable[DraftTable]) -> int | None:
        """Return the sum of the squared ranking distances between opponents; None before there is a ranking.

        Four players at a table have no such distance.
        """
        meetings = [(table.ns, table.ew) for table in tables if table.ew is not None and table.ns_partner is None]
        playing = {entrant for meeting in meetings for entrant in meeting}
        ranked = sorted(playing & self.place.keys(), key=lambda entrant: self.place[entrant])
        if not ranked or len(ranked) < len(playing):
            return None
        seat = {entrant: at for at, entrant in enumerate(ranked)}
        return sum((seat[ns] - seat[ew]) ** 2 for ns, ew in meetings)

    def says(self, table: DraftTable, resting: Sequence[EntrantId]) -> tuple[Reason, ...]:
        """Return the notes for the referee on a table, made by the system or by hand."""
        return (*self._rest(table, resting), *self._meetings(table), *self._off_their_table(table))

    def _rest(self, table: DraftTable, resting: Sequence[EntrantId]) -> Iterator[Reason]:
        if table.ew is None:
            rests = self.past.rests[table.ns]
            fewer = sum(self.past.rests[entrant] < rests for entrant in self.entrants.keys() - set(resting))
            yield Reason(ReasonCode.REST_BY_REFEREE, {"pair": table.ns, "rests": rests, "fewer": fewer})

    def _meetings(self, table: DraftTable) -> Iterator[Reason]:
        if table.ns_partner is not None:
            yield from self._partners(table)
        elif table.ew is not None and {table.ns, table.ew} <= self.entrants.keys():
            yield from self.notes.on(table.ns, table.ew)

    def _partners(self, table: DraftTable) -> Iterator[Reason]:
        for one, other in partners_at(table):
            if rounds := self.players.partners(one, other):
                facts = {"pair": one, "other": other, "round": rounds[-1], "forced": False}
                yield Reason(ReasonCode.PARTNERS_AGAIN, facts)
        for one, other in combinations(table.seated, 2):
            if frozenset((one, other)) in self.notes.excluded:
                yield Reason(ReasonCode.EXCLUDED, {"pair": one, "other": other})

    def _off_their_table(self, table: DraftTable) -> Iterator[Reason]:
        if table.ew is None:
            return
        for entrant in table.seated:
            fixed_table = self.entrants[entrant].fixed_table if entrant in self.entrants else None
            if fixed_table is not None and fixed_table != table.number:
                yield Reason(ReasonCode.OFF_ITS_TABLE, {"pair": entrant, "table": fixed_table})


SETTLED_ELSEWHERE = frozenset({ReasonCode.EXCLUDED, ReasonCode.OFF_ITS_TABLE})
"""The notes on a table that depend on settings, not on those who sit there."""


def noted_anew(tables: Tables, request: PairingRequest, numbers: Iterable[int]) -> Tables:
    """Return the tables after a change of settings, whose notes on these tables are renewed."""
    costs, wanted = SeatCosts.of(request), set(numbers)

    def noted(table: DraftTable) -> DraftTable:
        others = tuple(reason for reason in table.why if reason.code not in SETTLED_ELSEWHERE)
        settled = tuple(reason for reason in costs.says(table, ()) if reason.code in SETTLED_ELSEWHERE)
        return replace(table, why=(*others, *settled))

    return tuple(noted(table) if table.number in wanted else table for table in tables)


def reseated(before: Tables, after: Tables, request: PairingRequest) -> Tables:
    """Return the tables after a change: those affected note its cost and effects, the others are as before."""
    costs = SeatCosts.of(request)
    was, now = costs.squares(before), costs.squares(after)
    facts = {"before": was, "now": now} if was is not None and now is not None and was != now else {}
    touched = set(changed(before, after))
    resting = [table.ns for table in after if table.ew is None]
    moved = Reason(ReasonCode.MOVED_BY_REFEREE, facts)
    return tuple(
        replace(table, why=(moved, *costs.says(table, resting))) if table.number in touched else table
        for table in after
    )
