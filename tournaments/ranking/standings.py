"""The ranking: from the tables' results to places.

Source: docs/tournaments.md §3, §5, as Italian clubs and the federation's code (edition January 2026) do it.

| covered                                                       | not covered                                     |
|---------------------------------------------------------------|-------------------------------------------------|
| VP, MP difference, MP, direct meeting, rounds won, lot,       | Buchholz-like criteria: Italian clubs use none  |
| in any order, with or without the lot (`tie_breaks`)          |                                                 |
| rests, absences of one or both, tables left midway            | teams: `team_standings` sums these standings    |
| individual tournaments: each player gets the VP and the MP of | the order inside a bracket: `bracket`           |
| the side played in                                            |                                                 |
| MP adjustments, felt by the opponents or not, VP adjustments  | warnings are carried along: they change nothing |
| assigned scores: each line gets what the referee set          |                                                 |
| a live ranking, and the ranking as of any round               | several tournaments: `season_ranking`           |
| rounds somebody misses, given as an absence with no opponent  | who is ranked: everybody in `entrants` is       |
| (`missed_rounds`), or not given at all (worth 0)              |                                                 |
| gironi after a cut, one after the other, with what goes on    | a second cut                                    |

In an individual tournament partners share all of a round: where the scale reads the MP of the table, an MP adjustment
of one of them that the opponents feel changes the MP of the side, so that the partner feels it too; any other, and any
at an absence or an assigned score, changes its own player's total alone; and an absence is the side's, so whoever came
without a partner scores it too, unless a substitute sits down.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from tournaments.ranking.tallies import EntrantTally, ranked_groups
from tournaments.records import (
    FELT,
    Allowance,
    Cut,
    Entrant,
    EntrantId,
    Line,
    Outcome,
    PointAdjustment,
    RoundScore,
    Standing,
    TableResult,
    TieBreak,
)


class VpScale(Protocol):
    """The part of a VP scale that the ranking uses; the scale is an argument."""

    @property
    def total(self) -> int: ...

    def vp(self, difference: int) -> tuple[int, int]: ...


def standings(
    entrants: Iterable[Entrant],
    results: Iterable[TableResult],
    adjustments: Iterable[PointAdjustment] = (),
    *,
    scale: VpScale,
    rest: Allowance,
    absence: Allowance,
    tie_breaks: Sequence[TieBreak],
    seed: int,
    after_round: int | None = None,
    without_slips: Collection[int] = (),
    cut: Cut | None = None,
) -> tuple[Standing, ...]:
    """The ranking of all `entrants`, best first, from what is known: as of `after_round`, or of now.

    The `mp` of `rest` and `absence` is the MP difference of an entrant that rests or stays away, so an absence's is
    usually negative. A table still open counts the MP known so far and no VP, and a rest in one of the rounds
    `without_slips` counts for nothing yet. Entrants that every criterion leaves equal share their place and stand in
    the order of their numbers. An adjustment of somebody who is not ranked counts for nothing. After a `cut`
    everybody is ranked in its girone, and the gironi follow each other. Raises ValueError for results that contradict
    each other or name an entrant that is not ranked.
    """
    if after_round is not None:
        results = [result for result in results if result.round <= after_round]
        adjustments = [adjustment for adjustment in adjustments if adjustment.round <= after_round]
    by_entrant = _by_entrant(adjustments)
    scores = _Scores(
        scale=scale,
        rest=rest,
        absence=absence,
        adjustments=_by_round(by_entrant),
        without_slips=frozenset(without_slips),
    )
    tallies = {entrant.id: EntrantTally(entrant, []) for entrant in sorted(entrants, key=lambda entrant: entrant.id)}
    for result in sorted(results, key=lambda result: (result.round, result.table)):
        for entrant_id, score in scores.of_table(result):
            if entrant_id not in tallies:
                raise ValueError(f"expected only entrants that are ranked at the tables, got {entrant_id}")
            tallies[entrant_id].add(score)
    for entrant_id, tally in tallies.items():
        tally.adjust(by_entrant.get(entrant_id, ()))
    rows: list[Standing] = []
    for group in ranked_groups(tallies.values(), tie_breaks, seed, cut):
        rows += [_standing(*row) for row in group.rows(len(rows))]
    return tuple(rows)


@dataclass(slots=True)
class _AdjustmentSum:
    """The sums of an entrant's adjustments in a round."""

    felt: int = 0
    """MP that the whole table feels, where the scale reads its MP."""
    own: int = 0
    """MP that nobody else feels."""
    vp: int = 0


_NO_ADJUSTMENTS = _AdjustmentSum()


def _by_entrant(adjustments: Iterable[PointAdjustment]) -> dict[EntrantId, list[PointAdjustment]]:
    """Return everybody's adjustments in the order of the rounds; within a round the order is fixed."""
    by_entrant: dict[EntrantId, list[PointAdjustment]] = {}
    for adjustment in sorted(adjustments, key=lambda a: (a.round, a.mp, a.vp, a.felt, a.reason, a.article, a.player)):
        by_entrant.setdefault(adjustment.entrant, []).append(adjustment)
    return by_entrant


def _by_round(by_entrant: Mapping[EntrantId, Sequence[PointAdjustment]]) -> dict[tuple[int, EntrantId], _AdjustmentSum]:
    summed: dict[tuple[int, EntrantId], _AdjustmentSum] = {}
    for entrant, adjustments in by_entrant.items():
        for adjustment in adjustments:
            total = summed.setdefault((adjustment.round, entrant), _AdjustmentSum())
            total.felt += adjustment.mp if adjustment.felt else 0
            total.own += 0 if adjustment.felt else adjustment.mp
            total.vp += adjustment.vp
    return summed


@dataclass(slots=True)
class _TableSide:
    """A line of a table: its players, the MP of its cards without adjustments, and the VP that the referee set.

    Like `_SideScore` it is not frozen: there are thousands, and a frozen one takes three times as long to make.
    """

    line: Line
    entrants: tuple[EntrantId, ...]
    mp: int | None
    vp: int | None
    adjustment: int
    """The MP adjustments of everybody at the line that the whole table feels; 0 where none can be felt."""

    @property
    def adjusted(self) -> int:
        return (self.mp or 0) + self.adjustment


@dataclass(slots=True)
class _SideScore:
    """The value of a table for one side, before the adjustment of its own MP."""

    vp: int
    mp: int
    conceded: int
    won: bool = False

    @property
    def rank(self) -> tuple[int, int, int]:
        """Return the figures to compare, more is better: VP, then the difference, then MP."""
        return (self.vp, self.mp - self.conceded, self.mp)


_NOTHING = _SideScore(0, 0, 0)

_ABSENT: Mapping[Outcome, frozenset[Line]] = {
    Outcome.ABSENT_NS: frozenset({Line.NS}),
    Outcome.ABSENT_EW: frozenset({Line.EW}),
    Outcome.ABSENT_BOTH: frozenset(Line),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scores:
    """The rounds of everybody at a table."""

    scale: VpScale
    rest: Allowance
    absence: Allowance
    adjustments: Mapping[tuple[int, EntrantId], _AdjustmentSum]
    without_slips: frozenset[int]

    def of_table(self, result: TableResult) -> list[tuple[EntrantId, RoundScore]]:
        if result.outcome is Outcome.PLAYED and result.ns_partner is None and not self._is_adjusted(result):
            return self._of_two_pairs(result)
        ns = self._side(result, Line.NS, result.ns_side, result.ns_mp, result.ns_vp)
        ew = self._side(result, Line.EW, result.ew_side, result.ew_mp, result.ew_vp)
        both = ((ns, ew), (ew, ns))
        return [score for own, other in both if own is not None for score in self._rounds(result, own, other)]

    def _of_two_pairs(self, result: TableResult) -> list[tuple[EntrantId, RoundScore]]:
        """Return the usual case, two pairs without adjustments, in a third of the time."""
        number, table, ns, ew, outcome, ns_mp, ew_mp = result[:7]
        if ns is None or ew is None or ns_mp is None or ew_mp is None:
            raise _unplayable(result)
        ns_vp, ew_vp = self.scale.vp(ns_mp - ew_mp)
        ns_won, ew_won = ns_vp * 2 > self.scale.total, ew_vp * 2 > self.scale.total
        ruling = result.ruling
        # By position, which takes half as long as by name.
        of_ns = RoundScore(number, table, Line.NS, (ew,), outcome, ns_mp, ew_mp, ns_vp, None, 0, 0, ns_won, ruling)
        of_ew = RoundScore(number, table, Line.EW, (ns,), outcome, ew_mp, ns_mp, ew_vp, None, 0, 0, ew_won, ruling)
        return [(ns, of_ns), (ew, of_ew)]

    def _is_adjusted(self, result: TableResult) -> bool:
        adjustments, number = self.adjustments, result.round
        return bool(adjustments) and ((number, result.ns) in adjustments or (number, result.ew) in adjustments)

    def _side(
        self, result: TableResult, line: Line, entrants: tuple[EntrantId, ...], mp: int | None, vp: int | None
    ) -> _TableSide | None:
        if not entrants:
            return None
        is_felt = self.adjustments and result.outcome in FELT
        felt = sum(self._adjustments_of(result, entrant).felt for entrant in entrants) if is_felt else 0
        return _TableSide(line, entrants, mp, vp, felt)

    def _adjustments_of(self, result: TableResult, entrant: EntrantId) -> _AdjustmentSum:
        return self.adjustments.get((result.round, entrant), _NO_ADJUSTMENTS)

    def _rounds(
        self, result: TableResult, own: _TableSide, other: _TableSide | None
    ) -> list[tuple[EntrantId, RoundScore]]:
        """Return the round for each partner."""
        side_score = self._side_score(result, own, other)
        partners = own.entrants[::-1] if len(own.entrants) == 2 else (None,)
        scores = []
        for entrant, partner in zip(own.entrants, partners, strict=True):
            sums = self._adjustments_of(result, entrant)
            adjustment = own.adjustment + sums.own + (0 if result.outcome in FELT else sums.felt)
            score = RoundScore(
                round=result.round,
                table=result.table,
                line=own.line,
                opponents=other.entrants if other else (),
                partner=partner,
                outcome=result.outcome,
                mp=side_score.mp + adjustment,
                conceded=side_score.conceded,
                vp=side_score.vp,
                mp_adjustment=adjustment,
                vp_adjustment=sums.vp,
                won=side_score.won,
                ruling=result.ruling,
                early=self._is_early(result),
            )
            scores.append((entrant, score))
        return scores

    def _is_early(self, result: TableResult) -> bool:
        return result.outcome is Outcome.REST and result.round in self.without_slips

    def _side_score(self, result: TableResult, own: _TableSide, other: _TableSide | None) -> _SideScore:
        outcome = result.outcome
        if outcome is Outcome.PLAYED:
            return self._played(result, own, other)
        absent = _ABSENT.get(outcome, frozenset())
        # A rest: its MP are the difference, and none are conceded.
        if outcome is Outcome.REST:
            if self._is_early(result):
                return _NOTHING
            return _SideScore(self.rest.vp, self.rest.mp, 0)
        # Both absent: 0 each.
        if len(absent) == 2:
            return _NOTHING
        # An absent pair scores nothing and concedes the difference of an absence.
        if own.line in absent:
            return _SideScore(self.absence.vp, 0, -self.absence.mp)
        # The pair that came gets a rest, or its score so far if that is more.
        if absent:
            return max(_SideScore(self.rest.vp, self.rest.mp, 0), self._so_far(own, other), key=lambda side: side.rank)
        if outcome is Outcome.ARBITRAL:
            return self._as_set(result, own, other)
        # A live ranking: the MP of the hands played so far are known, the VP are not.
        return _SideScore(0, own.mp or 0, other.adjusted if other else 0)

    def _so_far(self, own: _TableSide, other: _TableSide | None) -> _SideScore:
        """Return the score of a table that was left; adjustments change no VP where a pair is absent."""
        if own.mp is None or other is None or other.mp is None:
            return _NOTHING
        return _SideScore(self.scale.vp(own.mp - other.mp)[0], own.mp, other.mp)

    def _as_set(self, result: TableResult, own: _TableSide, other: _TableSide | None) -> _SideScore:
        """Return an assigned score, which no scale and no adjustment changes."""
        if other is None or own.mp is None or own.vp is None or other.mp is None:
            raise ValueError(f"expected VP and MP of both lines at an assigned score, got {result!r}")
        return _SideScore(own.vp, own.mp, other.mp, won=own.vp * 2 > self.scale.total)

    def _played(self, result: TableResult, own: _TableSide, other: _TableSide | None) -> _SideScore:
        """Return a table played to its end: the scale reads the adjusted MP of both sides."""
        if other is None or own.mp is None or other.mp is None:
            raise _unplayable(result)
        conceded = other.mp + other.adjustment
        vp, _ = self.scale.vp(own.mp + own.adjustment - conceded)
        return _SideScore(vp, own.mp, conceded, vp * 2 > self.scale.total)


def _unplayable(result: TableResult) -> ValueError:
    return ValueError(f"expected two pairs and their MP at a played table, got {result!r}")


def _standing(tally: EntrantTally, place: int, tied: bool, decided_by: TieBreak | None) -> Standing:
    return Standing(
        place=place,
        tied=tied,
        entrant=tally.entrant,
        vp=tally.vp,
        mp_difference=tally.mp_difference,
        mp=tally.mp,
        wins=tally.wins,
        rounds=tuple(tally.rounds),
        adjustments=tally.adjustments,
        decided_by=decided_by,
        girone=tally.entrant.girone if tally.carried else None,
        carried=tally.carried,
    )


def placed_by_knockout(
    rows: Sequence[Standing], order: Sequence[EntrantId], tie_breaks: Sequence[TieBreak]
) -> tuple[Standing, ...]:
    """Return the ranking with the entrants of a bracket first, in `order`, and the others below by their figures.

    After a cut these are in their gironi, one after the other: no tie-break separates two of them.
    """
    by_entrant = {row.entrant.id: row for row in rows}
    bracket = dict.fromkeys(entrant for entrant in order if entrant in by_entrant)
    placed = [
        replace(by_entrant[entrant], place=place, tied=False, decided_by=None, by_knockout=True)
        for place, entrant in enumerate(bracket, 1)
    ]
    others = [(at, row) for at, row in enumerate(rows) if row.entrant.id not in bracket]
    sharing = Counter(row.place for _at, row in others)
    last: tuple[int, Standing] | None = None
    for at, row in others:
        place, decided_by = len(placed) + 1, None
        if last is not None and last[1].place == row.place:
            place = placed[-1].place
        elif last is not None:
            # The first tie-break that separates the rows.
            parted = {row.decided_by for row in rows[last[0] + 1 : at + 1]} if last[1].girone == row.girone else set()
            decided_by = next((tie_break for tie_break in tie_breaks if tie_break in parted), None)
        placed.append(replace(row, place=place, tied=sharing[row.place] > 1, decided_by=decided_by))
        last = at, row
    return tuple(placed)
