"""What a table is worth to each entrant who sits at it: MP, VP and adjustments of one round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tournaments.records import (
    FELT,
    Allowance,
    EntrantId,
    Line,
    Outcome,
    PointAdjustment,
    RoundScore,
    TableResult,
)


class VpScale(Protocol):
    """The part of a VP scale that the ranking uses; the scale is an argument."""

    @property
    def total(self) -> int: ...

    def vp(self, difference: int) -> tuple[int, int]: ...


@dataclass(slots=True)
class AdjustmentSum:
    """The sums of an entrant's adjustments in a round."""

    felt: int = 0
    """MP that the whole table feels, where the scale reads its MP."""
    own: int = 0
    """MP that nobody else feels."""
    vp: int = 0


_NO_ADJUSTMENTS = AdjustmentSum()


def by_round(by_entrant: Mapping[EntrantId, Sequence[PointAdjustment]]) -> dict[tuple[int, EntrantId], AdjustmentSum]:
    """Return the sums of everybody's adjustments by round and entrant."""
    summed: dict[tuple[int, EntrantId], AdjustmentSum] = {}
    for entrant, adjustments in by_entrant.items():
        for adjustment in adjustments:
            total = summed.setdefault((adjustment.round, entrant), AdjustmentSum())
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
class TableScores:
    """The rounds of everybody at a table."""

    scale: VpScale
    rest: Allowance
    absence: Allowance
    adjustments: Mapping[tuple[int, EntrantId], AdjustmentSum]
    without_slips: frozenset[int]

    def of_table(self, result: TableResult) -> list[tuple[EntrantId, RoundScore]]:
        """Return the round of each entrant at a table. Raise ValueError for results that contradict each other."""
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
        if not adjustments:  # equivalent `False`: speed alone
            return False
        return (number, result.ns) in adjustments or (number, result.ew) in adjustments

    def _side(
        self, result: TableResult, line: Line, entrants: tuple[EntrantId, ...], mp: int | None, vp: int | None
    ) -> _TableSide | None:
        if not entrants:
            return None
        is_felt = self.adjustments and result.outcome in FELT
        felt = sum(self._adjustments_of(result, entrant).felt for entrant in entrants) if is_felt else 0
        return _TableSide(line, entrants, mp, vp, felt)

    def _adjustments_of(self, result: TableResult, entrant: EntrantId) -> AdjustmentSum:
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
