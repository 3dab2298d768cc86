"""The ranking: from the tables' results to places.

Source: `tournament.md` §3 and §5, as Italian clubs and the federation's code (edition January 2026) do it.

| covered                                                       | not covered                                     |
|---------------------------------------------------------------|-------------------------------------------------|
| VP, MP difference, MP, direct meeting, rounds won, lot,       | Buchholz-like criteria: Italian clubs use none  |
| in any order, with or without the lot (ex aequo)              |                                                 |
| rests, absences of one or both, tables left midway            | individual and team events: the caller makes    |
|                                                               | their results out of the pairs'                 |
| MP adjustments (felt by the opponents) and VP adjustments     | warnings: they change no figure                 |
| a live ranking, and the ranking as of any round               | seasons of several tournaments                  |
| rounds a withdrawn pair misses, given as an absence with no   | who is ranked: everybody in `entrants` is       |
| opponent (worth an absence), or not given at all (worth 0)    |                                                 |
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

from tournaments.records import (
    Adjustment,
    Allowance,
    Entrant,
    EntrantId,
    Line,
    Outcome,
    RoundScore,
    Standing,
    TableResult,
    TieBreak,
)


class VpScale(Protocol):
    """What the ranking asks of a VP scale; it arrives as an argument."""

    @property
    def total(self) -> int: ...

    def vp(self, difference: int) -> tuple[int, int]: ...


def standings(
    entrants: Iterable[Entrant],
    results: Iterable[TableResult],
    adjustments: Iterable[Adjustment] = (),
    *,
    scale: VpScale,
    rest: Allowance,
    absence: Allowance,
    tie_breaks: Sequence[TieBreak],
    seed: int,
    after_round: int | None = None,
) -> tuple[Standing, ...]:
    """The ranking of all `entrants`, best first, from what is known: as of `after_round`, or of now.

    The `mp` of `rest` and `absence` is the pair's MP difference, so an absence's is usually negative. A table still
    open counts the MP known so far and no VP. Entrants that every criterion leaves equal share their place and stand
    in the order of their numbers. An adjustment of somebody who is not ranked counts for nothing. Raises ValueError
    for results that contradict each other or name an entrant that is not ranked.
    """
    if after_round is not None:
        results = [result for result in results if result.round <= after_round]
        adjustments = [adjustment for adjustment in adjustments if adjustment.round <= after_round]
    summed = _by_round_and_entrant(adjustments)
    scores = _Scores(scale=scale, rest=rest, absence=absence, adjustments=summed)
    tallies = {entrant.id: _Tally(entrant, []) for entrant in sorted(entrants, key=lambda entrant: entrant.id)}
    for result in sorted(results, key=lambda result: (result.round, result.table)):
        for entrant_id, score in scores.of_table(result):
            if entrant_id not in tallies:
                raise ValueError(f"expected only entrants that are ranked at the tables, got {entrant_id}")
            tallies[entrant_id].add(score)
    for adjustment in summed.values():
        if adjustment.entrant in tallies:
            tallies[adjustment.entrant].adjust(adjustment)
    return _placed(list(tallies.values()), tie_breaks, seed)


@dataclass(slots=True)
class _Tally:
    """What an entrant has gathered so far."""

    entrant: Entrant
    rounds: list[RoundScore]
    vp: int = 0
    mp: int = 0
    conceded: int = 0
    wins: int = 0

    def add(self, score: RoundScore) -> None:
        """Counts a round, without its adjustments of MP and VP: those come by `adjust`."""
        if self.rounds and self.rounds[-1].round == score.round:
            raise ValueError(f"expected one table of round {score.round} for entrant {self.entrant.id}, got two")
        self.rounds.append(score)
        self.vp += score.vp
        self.mp += score.mp - score.mp_adjustment
        self.conceded += score.conceded
        self.wins += score.won

    def adjust(self, adjustment: Adjustment) -> None:
        """Counts what the referee gave or took, also in a round for which the entrant has no table."""
        self.mp += adjustment.mp
        self.vp += adjustment.vp

    @property
    def mp_difference(self) -> int:
        return self.mp - self.conceded


def _by_round_and_entrant(adjustments: Iterable[Adjustment]) -> dict[tuple[int, EntrantId], Adjustment]:
    """One adjustment for each entrant and round: the sum of those given."""
    summed: dict[tuple[int, EntrantId], Adjustment] = {}
    for given in adjustments:
        key = (given.round, given.entrant)
        before = summed.get(key)
        mp, vp = (before.mp, before.vp) if before else (0, 0)
        summed[key] = Adjustment(round=given.round, entrant=given.entrant, mp=mp + given.mp, vp=vp + given.vp)
    return summed


@dataclass(frozen=True, slots=True)
class _Side:
    """One line of a table: who sits there and the MP of its cards, adjustments not included."""

    line: Line
    entrant: EntrantId
    mp: int | None
    adjustment: Adjustment | None

    @property
    def adjusted(self) -> int:
        return (self.mp or 0) + (self.adjustment.mp if self.adjustment else 0)


@dataclass(frozen=True, slots=True)
class _Worth:
    """What a table gives one of its sides, before the adjustment of its own MP."""

    vp: int
    mp: int
    conceded: int
    won: bool = False

    @property
    def rank(self) -> tuple[int, int, int]:
        """More is better: VP, then the difference, then MP."""
        return (self.vp, self.mp - self.conceded, self.mp)


_NOTHING = _Worth(0, 0, 0)

_ABSENT: Mapping[Outcome, frozenset[Line]] = {
    Outcome.ABSENT_NS: frozenset({Line.NS}),
    Outcome.ABSENT_EW: frozenset({Line.EW}),
    Outcome.ABSENT_BOTH: frozenset(Line),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scores:
    """Turns a table into the round of each pair that sits there."""

    scale: VpScale
    rest: Allowance
    absence: Allowance
    adjustments: Mapping[tuple[int, EntrantId], Adjustment]

    def of_table(self, result: TableResult) -> list[tuple[EntrantId, RoundScore]]:
        ns = self._side(result, Line.NS, result.ns, result.ns_mp)
        ew = self._side(result, Line.EW, result.ew, result.ew_mp)
        both = ((ns, ew), (ew, ns))
        return [(own.entrant, self._round(result, own, other)) for own, other in both if own is not None]

    def _side(self, result: TableResult, line: Line, entrant: EntrantId | None, mp: int | None) -> _Side | None:
        if entrant is None:
            return None
        return _Side(line, entrant, mp, self.adjustments.get((result.round, entrant)))

    def _round(self, result: TableResult, own: _Side, other: _Side | None) -> RoundScore:
        worth = self._worth(result, own, other)
        mp_adjustment, vp_adjustment = (own.adjustment.mp, own.adjustment.vp) if own.adjustment else (0, 0)
        return RoundScore(
            round=result.round,
            table=result.table,
            line=own.line,
            opponent=other.entrant if other else None,
            outcome=result.outcome,
            mp=worth.mp + mp_adjustment,
            conceded=worth.conceded,
            vp=worth.vp,
            mp_adjustment=mp_adjustment,
            vp_adjustment=vp_adjustment,
            won=worth.won,
        )

    def _worth(self, result: TableResult, own: _Side, other: _Side | None) -> _Worth:
        outcome = result.outcome
        absent = _ABSENT.get(outcome, frozenset())
        # A rest: MP scored are its difference, nothing conceded.
        if outcome is Outcome.REST:
            return _Worth(self.rest.vp, self.rest.mp, 0)
        # Both absent: 0 each.
        if len(absent) == 2:
            return _NOTHING
        # An absent pair scores nothing and concedes the absence's difference.
        if own.line in absent:
            return _Worth(self.absence.vp, 0, -self.absence.mp)
        # The pair that came gets a rest, or what it had scored already if that is more.
        if absent:
            return max(_Worth(self.rest.vp, self.rest.mp, 0), self._so_far(own, other), key=lambda worth: worth.rank)
        # A live ranking: the MP of the hands played so far are known, the VP are not.
        if outcome is Outcome.OPEN:
            return _Worth(0, own.mp or 0, other.adjusted if other else 0)
        return self._played(result, own, other)

    def _so_far(self, own: _Side, other: _Side | None) -> _Worth:
        """What a table that was left had scored; adjustments change no VP where a pair is absent."""
        if own.mp is None or other is None or other.mp is None:
            return _NOTHING
        return _Worth(self.scale.vp(own.mp - other.mp)[0], own.mp, other.mp)

    def _played(self, result: TableResult, own: _Side, other: _Side | None) -> _Worth:
        """A table played to its end: the scale reads the MP as adjusted, on both sides."""
        if other is None or own.mp is None or other.mp is None:
            raise ValueError(f"expected two pairs and their MP at a played table, got {result!r}")
        vp, _ = self.scale.vp(own.adjusted - other.adjusted)
        return _Worth(vp, own.mp, other.adjusted, won=vp * 2 > self.scale.total)


_Criterion = Callable[[_Tally, Mapping[EntrantId, _Tally], int], int | None]
"""A tally's figure, higher is better, among the group that is equal so far; None passes the criterion over."""


def _direct(tally: _Tally, group: Mapping[EntrantId, _Tally], seed: int) -> int | None:
    """VP scored in the meetings inside the group, if the entrant played every other one of it."""
    meetings = [r for r in tally.rounds if r.outcome is Outcome.PLAYED and r.opponent in group]
    if len({meeting.opponent for meeting in meetings}) < len(group) - 1:
        return None
    return sum(meeting.vp for meeting in meetings)


def _lot(tally: _Tally, group: Mapping[EntrantId, _Tally], seed: int) -> int:
    """A draw that depends on the seed and the entrant's number alone, so nobody's coming or going changes it."""
    return int.from_bytes(blake2b(f"{seed}:{tally.entrant.id}".encode(), digest_size=8).digest())


_CRITERIA: Mapping[TieBreak, _Criterion] = {
    TieBreak.VP: lambda tally, group, seed: tally.vp,
    TieBreak.MP_DIFFERENCE: lambda tally, group, seed: tally.mp_difference,
    TieBreak.MP: lambda tally, group, seed: tally.mp,
    TieBreak.DIRECT: _direct,
    TieBreak.WINS: lambda tally, group, seed: tally.wins,
    TieBreak.LOT: _lot,
}


@dataclass(slots=True)
class _Group:
    """Entrants equal so far, and the criterion that parted the first of them from the row above."""

    tallies: list[_Tally]
    decided_by: TieBreak | None = None


def _parted(group: _Group, tie_break: TieBreak, seed: int) -> list[_Group]:
    """The group as one criterion orders it; whole if it says nothing of one of them."""
    if len(group.tallies) == 1:
        return [group]
    criterion = _CRITERIA[tie_break]
    members = {tally.entrant.id: tally for tally in group.tallies}
    equals: defaultdict[int, list[_Tally]] = defaultdict(list)
    for tally in group.tallies:
        figure = criterion(tally, members, seed)
        if figure is None:
            return [group]
        equals[figure].append(tally)
    parted = [_Group(equals[figure], tie_break) for figure in sorted(equals, reverse=True)]
    parted[0].decided_by = group.decided_by
    return parted


def _placed(tallies: list[_Tally], tie_breaks: Sequence[TieBreak], seed: int) -> tuple[Standing, ...]:
    """Refines everybody by one criterion after the other; a group that stays together shares its place."""
    groups = [_Group(tallies)] if tallies else []
    for tie_break in tie_breaks:
        groups = [part for group in groups for part in _parted(group, tie_break, seed)]
    rows: list[Standing] = []
    for group in groups:
        place, tied = len(rows) + 1, len(group.tallies) > 1
        rows += (
            _standing(tally, place, tied, None if at else group.decided_by) for at, tally in enumerate(group.tallies)
        )
    return tuple(rows)


def _standing(tally: _Tally, place: int, tied: bool, decided_by: TieBreak | None) -> Standing:
    return Standing(
        place=place,
        tied=tied,
        entrant=tally.entrant,
        vp=tally.vp,
        mp_difference=tally.mp_difference,
        mp=tally.mp,
        wins=tally.wins,
        rounds=tuple(tally.rounds),
        decided_by=decided_by,
    )
