"""The ranking: from the tables' results to places.

Source: docs/tournaments.md §3, §5, as Italian clubs and the federation's code (edition January 2026) do it.

| covered                                                       | not covered                                     |
|---------------------------------------------------------------|-------------------------------------------------|
| VP, MP difference, MP, direct meeting, rounds won, lot,       | Buchholz-like criteria: Italian clubs use none  |
| in any order, with or without the lot (`tie_breaks`)          |                                                 |
| rests, absences of one or both, tables left midway            | teams: `team_ranking` sums these standings      |
| individual tournaments: each player gets the VP and the MP of | the order inside a bracket: `bracket`           |
| the side played in                                            |                                                 |
| MP adjustments, felt by the opponents or not, VP adjustments  | warnings are carried along: they change nothing |
| arbitral scores: each line gets what the referee set          |                                                 |
| a live ranking, and the ranking as of any round               | several tournaments: `season_ranking`           |
| rounds somebody misses, given as an absence with no opponent  | who is ranked: everybody in `entrants` is       |
| (`missed_rounds`), or not given at all (worth 0)              |                                                 |

In an individual tournament partners share all of a round: an MP adjustment of one of them that the opponents feel
changes the MP of the side, so that the partner feels it too; any other changes its own player's total alone; and an
absence is the side's, so whoever came without a partner scores it too, unless a substitute sits down.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from tournaments.ranking.tie_breaks import Meeting, in_order
from tournaments.records import (
    SCORED,
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

    The `mp` of `rest` and `absence` is the MP difference of who rests or stays away, so an absence's is usually
    negative. A table still open counts the MP known so far and no VP. Entrants that every criterion leaves equal share
    their place and stand in the order of their numbers. An adjustment of somebody who is not ranked counts for nothing.
    Raises ValueError for results that contradict each other or name an entrant that is not ranked.
    """
    if after_round is not None:
        results = [result for result in results if result.round <= after_round]
        adjustments = [adjustment for adjustment in adjustments if adjustment.round <= after_round]
    given = _by_entrant(adjustments)
    scores = _Scores(scale=scale, rest=rest, absence=absence, given=_by_round(given))
    tallies = {entrant.id: _Tally(entrant, []) for entrant in sorted(entrants, key=lambda entrant: entrant.id)}
    for result in sorted(results, key=lambda result: (result.round, result.table)):
        for entrant_id, score in scores.of_table(result):
            if entrant_id not in tallies:
                raise ValueError(f"expected only entrants that are ranked at the tables, got {entrant_id}")
            tallies[entrant_id].add(score)
    for entrant_id, tally in tallies.items():
        tally.adjust(given.get(entrant_id, ()))
    rows: list[Standing] = []
    for group in in_order([*tallies.values()], tie_breaks, seed):
        rows += [_standing(*row) for row in group.rows(len(rows))]
    return tuple(rows)


@dataclass(slots=True)
class _Tally:
    """What an entrant has gathered so far."""

    entrant: Entrant
    rounds: list[RoundScore]
    vp: int = 0
    mp: int = 0
    conceded: int = 0
    wins: int = 0
    adjustments: tuple[Adjustment, ...] = ()

    def add(self, score: RoundScore) -> None:
        """Counts a round with the MP adjustments of its side; VP adjustments come by `adjust`."""
        if self.rounds and self.rounds[-1].round == score.round:
            raise ValueError(f"expected one table of round {score.round} for entrant {self.entrant.id}, got two")
        self.rounds.append(score)
        self.vp += score.vp
        self.mp += score.mp
        self.conceded += score.conceded
        self.wins += score.won

    def adjust(self, adjustments: Sequence[Adjustment]) -> None:
        """Counts what the referee gave or took: VP, and MP in a round for which the entrant has no table."""
        seated = {score.round for score in self.rounds}
        self.adjustments = tuple(adjustments)
        self.vp += sum(given.vp for given in adjustments)
        self.mp += sum(given.mp for given in adjustments if given.round not in seated)

    @property
    def id(self) -> EntrantId:
        return self.entrant.id

    @property
    def mp_difference(self) -> int:
        return self.mp - self.conceded

    def meetings(self) -> Collection[Meeting]:
        return [(score.opponents, score.vp) for score in self.rounds if score.outcome in SCORED]


@dataclass(slots=True)
class _Given:
    """What an entrant was given in a round, summed."""

    felt: int = 0
    """MP that the whole table feels."""
    own: int = 0
    """MP that nobody else feels."""
    vp: int = 0


_NONE_GIVEN = _Given()


def _by_entrant(adjustments: Iterable[Adjustment]) -> dict[EntrantId, list[Adjustment]]:
    """Everybody's adjustments, in the order of the rounds; in a round, the same whatever the order they came in."""
    given: dict[EntrantId, list[Adjustment]] = {}
    for adjustment in sorted(adjustments, key=lambda a: (a.round, a.mp, a.vp, a.felt, a.reason, a.article, a.player)):
        given.setdefault(adjustment.entrant, []).append(adjustment)
    return given


def _by_round(given: Mapping[EntrantId, Sequence[Adjustment]]) -> dict[tuple[int, EntrantId], _Given]:
    summed: dict[tuple[int, EntrantId], _Given] = {}
    for entrant, adjustments in given.items():
        for adjustment in adjustments:
            total = summed.setdefault((adjustment.round, entrant), _Given())
            total.felt += adjustment.mp if adjustment.felt else 0
            total.own += 0 if adjustment.felt else adjustment.mp
            total.vp += adjustment.vp
    return summed


@dataclass(slots=True)
class _Side:
    """One line of a table: who sits there, the MP of its cards without adjustments, and VP that the referee set.

    Like `_Worth` it is not frozen: there are thousands, and a frozen one takes three times as long to make.
    """

    line: Line
    entrants: tuple[EntrantId, ...]
    mp: int | None
    vp: int | None
    adjustment: int
    """MP that the referee gave or took and the whole table feels, of everybody at the line."""

    @property
    def adjusted(self) -> int:
        return (self.mp or 0) + self.adjustment


@dataclass(slots=True)
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
    """Turns a table into the round of everybody who sits there."""

    scale: VpScale
    rest: Allowance
    absence: Allowance
    given: Mapping[tuple[int, EntrantId], _Given]

    def of_table(self, result: TableResult) -> list[tuple[EntrantId, RoundScore]]:
        if result.outcome is Outcome.PLAYED and result.ns_partner is None and not self._is_adjusted(result):
            return self._of_two_pairs(result)
        ns = self._side(result, Line.NS, result.ns_side, result.ns_mp, result.ns_vp)
        ew = self._side(result, Line.EW, result.ew_side, result.ew_mp, result.ew_vp)
        both = ((ns, ew), (ew, ns))
        return [score for own, other in both if own is not None for score in self._rounds(result, own, other)]

    def _of_two_pairs(self, result: TableResult) -> list[tuple[EntrantId, RoundScore]]:
        """What it comes to nearly always, two pairs and nothing from the referee, in a third of the time."""
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
        given, number = self.given, result.round
        return bool(given) and ((number, result.ns) in given or (number, result.ew) in given)

    def _side(
        self, result: TableResult, line: Line, entrants: tuple[EntrantId, ...], mp: int | None, vp: int | None
    ) -> _Side | None:
        if not entrants:
            return None
        felt = sum(self._given(result, entrant).felt for entrant in entrants) if self.given else 0
        return _Side(line, entrants, mp, vp, felt)

    def _given(self, result: TableResult, entrant: EntrantId) -> _Given:
        return self.given.get((result.round, entrant), _NONE_GIVEN)

    def _rounds(self, result: TableResult, own: _Side, other: _Side | None) -> list[tuple[EntrantId, RoundScore]]:
        """The same round for partners, but for what it is to each of them."""
        worth = self._worth(result, own, other)
        partners = own.entrants[::-1] if len(own.entrants) == 2 else (None,)
        scores = []
        for entrant, partner in zip(own.entrants, partners, strict=True):
            given = self._given(result, entrant)
            score = RoundScore(
                round=result.round,
                table=result.table,
                line=own.line,
                opponents=other.entrants if other else (),
                partner=partner,
                outcome=result.outcome,
                mp=worth.mp + own.adjustment + given.own,
                conceded=worth.conceded,
                vp=worth.vp,
                mp_adjustment=own.adjustment + given.own,
                vp_adjustment=given.vp,
                won=worth.won,
                ruling=result.ruling,
            )
            scores.append((entrant, score))
        return scores

    def _worth(self, result: TableResult, own: _Side, other: _Side | None) -> _Worth:
        outcome = result.outcome
        if outcome is Outcome.PLAYED:
            return self._played(result, own, other)
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
        if outcome is Outcome.ARBITRAL:
            return self._as_set(result, own, other)
        # A live ranking: the MP of the hands played so far are known, the VP are not.
        return _Worth(0, own.mp or 0, other.adjusted if other else 0)

    def _so_far(self, own: _Side, other: _Side | None) -> _Worth:
        """What a table that was left had scored; adjustments change no VP where a pair is absent."""
        if own.mp is None or other is None or other.mp is None:
            return _NOTHING
        return _Worth(self.scale.vp(own.mp - other.mp)[0], own.mp, other.mp)

    def _as_set(self, result: TableResult, own: _Side, other: _Side | None) -> _Worth:
        """An arbitral score: no scale and no adjustment changes what the referee set."""
        if other is None or own.mp is None or own.vp is None or other.mp is None:
            raise ValueError(f"expected VP and MP of both lines at an arbitral score, got {result!r}")
        return _Worth(own.vp, own.mp, other.mp, won=own.vp * 2 > self.scale.total)

    def _played(self, result: TableResult, own: _Side, other: _Side | None) -> _Worth:
        """A table played to its end: the scale reads the MP as adjusted, on both sides."""
        if other is None or own.mp is None or other.mp is None:
            raise _unplayable(result)
        conceded = other.mp + other.adjustment
        vp, _ = self.scale.vp(own.mp + own.adjustment - conceded)
        return _Worth(vp, own.mp, conceded, vp * 2 > self.scale.total)


def _unplayable(result: TableResult) -> ValueError:
    return ValueError(f"expected two pairs and their MP at a played table, got {result!r}")


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
        adjustments=tally.adjustments,
        decided_by=decided_by,
    )


def placed_by_knockout(
    rows: Sequence[Standing], order: Sequence[EntrantId], tie_breaks: Sequence[TieBreak]
) -> tuple[Standing, ...]:
    """The ranking with those of a bracket first, in `order`, and the others below them as their figures say."""
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
            # Of all that parted the rows between, what comes first in the order.
            parted = {each.decided_by for each in rows[last[0] + 1 : at + 1]}
            decided_by = next(tie_break for tie_break in tie_breaks if tie_break in parted)
        placed.append(replace(row, place=place, tied=sharing[row.place] > 1, decided_by=decided_by))
        last = at, row
    return tuple(placed)
