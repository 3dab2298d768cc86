"""The common parts of the pairing systems: earlier rounds, lines, table numbers, and notes on a table."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random

from tournaments.records import (
    ABSENCES,
    Draft,
    DraftTable,
    EntrantId,
    Obstacle,
    PairingRequest,
    Reason,
    ReasonCode,
    System,
    TableResult,
)

Meeting = tuple[EntrantId, EntrantId]
Facts = dict[str, int | str | list[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """The earlier rounds, as they matter for the next one.

    Two pairs seated together have met, whether they played or not. Only a pair drawn without opponents has rested. A
    round against absent opponents is not a rest, although it is worth the same, nor is the pair's own absence.
    """

    met: Mapping[EntrantId, Mapping[EntrantId, int]]
    """Opponent → the last round in which they met."""
    rests: Counter[EntrantId]
    times_ns: Counter[EntrantId]
    sat_ns: Mapping[EntrantId, bool]
    """Whether it was NS when it last sat at a table."""

    @classmethod
    def of(cls, history: Iterable[TableResult]) -> "Past":
        """Return the past that the tables of earlier rounds tell, in their order; absences are no rests."""
        met: defaultdict[EntrantId, dict[EntrantId, int]] = defaultdict(dict)
        alone: list[EntrantId] = []
        seated_ns: list[EntrantId] = []
        sat_ns: dict[EntrantId, bool] = {}
        for table in history:
            ns, ew = table.ns, table.ew
            if ns is not None and ew is not None:
                met[ns][ew] = met[ew][ns] = table.round
                sat_ns[ns], sat_ns[ew] = True, False
                seated_ns.append(ns)
            elif table.outcome not in ABSENCES:
                alone += [pair for pair in (ns, ew) if pair is not None]
        return cls(met=dict(met), rests=Counter(alone), times_ns=Counter(seated_ns), sat_ns=sat_ns)

    def met_since(self, since: int) -> Mapping[EntrantId, Mapping[EntrantId, int]]:
        """Return `met` without the meetings before that round."""
        if since == 1:  # equivalent `False`: speed alone
            return self.met
        return {
            one: {other: last for other, last in others.items() if last >= since} for one, others in self.met.items()
        }

    def have_met(self, one: EntrantId, other: EntrantId, since: int) -> bool:
        return self.met.get(one, {}).get(other, 0) >= since


def remembered_since(request: PairingRequest) -> int:
    """Return the first round whose meetings count: by the settings' memory, or all rounds."""
    memory = request.settings.memory
    return 1 if memory is None else max(1, request.round - memory)


def lot_of(request: PairingRequest) -> Random:
    """Return the round's random generator: the same seed and round draw the same on every machine."""
    return Random(f"{request.seed}/{request.round}{request.lot}")


def order_of(request: PairingRequest) -> list[EntrantId]:
    return [entrant.id for entrant in request.entrants]


def to_seat(request: PairingRequest) -> list[EntrantId]:
    """Return the entrants whose table is not kept, in ranking order."""
    at_kept_tables = {entrant for table in request.settings.kept for entrant in table.seated}
    return [entrant.id for entrant in request.entrants if entrant.id not in at_kept_tables]


def lines(past: Past, better: EntrantId, other: EntrantId) -> Meeting:
    """Return NS and EW: NS is the pair that sat there less often; then the one not there last; then the better."""
    one, two = past.times_ns.get(better, 0), past.times_ns.get(other, 0)
    if one == two:
        one, two = past.sat_ns.get(better, False), past.sat_ns.get(other, False)
    return (other, better) if two < one else (better, other)


def clubs_of(request: PairingRequest) -> dict[EntrantId, tuple[str, ...]]:
    return {entrant.id: entrant.clubs for entrant in request.entrants}


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """The notes for the referee on a table, under any system: whatever could have been avoided."""

    past: Past
    clubs: Mapping[EntrantId, tuple[str, ...]]
    forced: bool
    """Whether the system allows a rematch only if it cannot be avoided."""
    since: int = 1
    """The first round whose meetings count as rematches."""
    teams: Mapping[EntrantId, int] = field(default_factory=dict)
    excluded: Set[frozenset[EntrantId]] = frozenset()
    fewest: Set[Obstacle] = frozenset()
    """The obstacles beside rematches that the round minimises."""

    @property
    def graver(self) -> Set[Obstacle]:
        """Return the obstacles that come before all others, and may explain these."""
        many = len({*self.teams.values()}) < len(self.teams)
        return {*([Obstacle.TEAM] if many else []), *([Obstacle.EXCLUDED] if self.excluded else [])}

    @classmethod
    def of(
        cls,
        request: PairingRequest,
        past: Past,
        *,
        forced: bool,
        since: int = 1,
        fewest: Set[Obstacle] = frozenset(),
    ) -> "Notes":
        return cls(
            past=past,
            clubs=clubs_of(request),
            forced=forced,
            since=since,
            teams={entrant.id: entrant.team for entrant in request.entrants if entrant.team is not None},
            excluded={frozenset(meeting) for meeting in request.settings.excluded},
            fewest=fewest,
        )

    def on(self, ns: EntrantId, ew: EntrantId) -> tuple[Reason, ...]:
        """Return what a referee should know of a meeting: teammates, exclusions, rematches, clubmates."""
        reasons: list[Reason] = []
        if ns in self.teams and self.teams[ns] == self.teams.get(ew):
            reasons.append(Reason(ReasonCode.SAME_TEAM, {"team": self.teams[ns], **self._barred(Obstacle.TEAM)}))
        meeting = frozenset((ns, ew)) if self.excluded else None
        if meeting in self.excluded:
            facts = {"pair": ns, "other": ew, **self._barred(Obstacle.EXCLUDED)}
            reasons.append(Reason(ReasonCode.EXCLUDED, facts))
        last = self.past.met.get(ns, {}).get(ew)
        if last is not None:
            facts = {"pair": ns, "other": ew, "round": last}
            if last >= self.since:
                reasons.append(Reason(ReasonCode.REMATCH, facts | self._forced(self.forced)))
            else:
                reasons.append(Reason(ReasonCode.MET_BEFORE, facts))
        clubs = self.clubs[ew]
        for club in self.clubs[ns]:
            if club in clubs:
                reasons.append(self._same_club(ns, ew))
                break
        return tuple(reasons)

    def _same_club(self, ns: EntrantId, ew: EntrantId) -> Reason:
        shared = [club for club in self.clubs[ns] if club in self.clubs[ew]]
        return Reason(ReasonCode.SAME_CLUB, {"clubs": ", ".join(shared), **self._forced(Obstacle.CLUB in self.fewest)})

    def _forced(self, forced: bool) -> dict[str, int]:
        return {"forced": forced, "graver": forced and bool(self.graver)}

    def _barred(self, obstacle: Obstacle) -> dict[str, int]:
        forced = obstacle in self.fewest
        return {"forced": forced, "mixed": forced and len(self.graver) > 1}


def tables_by_ranking(
    request: PairingRequest,
    past: Past,
    *,
    meetings: Iterable[Meeting],
    why: Callable[[EntrantId, EntrantId], Iterable[Reason]],
    rest: tuple[EntrantId, Reason] | None,
    notes: Notes,
) -> list[DraftTable]:
    """Return the tables numbered by the ranking of their best pair, with alternating lines and the rest last.

    `why` is called with the better pair first. Kept tables stay where they are, among the others.
    """
    place = {entrant.id: index for index, entrant in enumerate(request.entrants)}
    ranked = sorted(
        [
            (place[one], place[other]) if place[one] < place[other] else (place[other], place[one])
            for one, other in meetings
        ]
    )
    kept_numbers = {table.number for table in request.settings.kept}
    tables = []
    free = (number for number in count(1) if number not in kept_numbers)
    for upper, lower in ranked:
        better, other = request.entrants[upper].id, request.entrants[lower].id
        ns, ew = lines(past, better, other)
        tables.append(DraftTable(number=next(free), ns=ns, ew=ew, why=(*why(better, other), *notes.on(ns, ew))))
    if rest is not None:
        entrant, reason = rest
        tables.append(DraftTable(number=next(free), ns=entrant, ew=None, why=(reason,)))
    if kept_numbers:
        tables += _as_kept(request, notes)
        tables.sort(key=lambda table: table.number)
    return tables


def _as_kept(request: PairingRequest, notes: Notes) -> Iterator[DraftTable]:
    """Yield the kept tables with their notes; nothing in them was forced."""
    notes, rests = replace(notes, forced=False, fewest=frozenset()), notes.past.rests
    for table in request.settings.kept:
        if table.ew is not None:
            named = notes.on(table.ns, table.ew)
        else:
            fewer = sum(rests[entrant.id] < rests[table.ns] for entrant in request.entrants)
            facts = {"pair": table.ns, "rests": rests[table.ns], "fewer": fewer}
            named = (Reason(ReasonCode.REST_BY_REFEREE, facts),)
        yield replace(table, why=(Reason(ReasonCode.KEPT), *named))


def draft_of(
    system: System,
    request: PairingRequest,
    past: Past,
    tables: Sequence[DraftTable],
    cost: int | None = None,
    since: int = 1,
) -> Draft:
    """Return the round with its rematches counted, as far as the memory goes."""
    met, rematches = past.met, 0
    for table in tables:
        if table.ew is not None:  # equivalent: nobody has met nobody
            rematches += met.get(table.ns, {}).get(table.ew, 0) >= since
    return Draft(system=system, seed=request.seed, tables=tuple(tables), cost=cost, rematches=rematches)
