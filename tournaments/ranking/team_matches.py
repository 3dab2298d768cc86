"""The matches of teams and their ranking (docs/tournaments.md §8).

| covered                                                        | not covered                                    |
|----------------------------------------------------------------|------------------------------------------------|
| a match of one or two sessions: the differences of its tables, | a board that decides a tied match              |
| added up, read from a scale of its own                         |                                                |
| VP of the matches, MP difference, VP of the pairs, the match   | the federation's own order, if it has another  |
| between them, matches won, lot; a knockout's order before all  |                                                |
| rests; VP that the referee takes from a pair, from its team    | VP taken from a team without one of its pairs  |

The difference of a table is the one that its VP were read from: an MP adjustment that the opponents feel is in it, any
other is not. At an absence it is what the absence, or the rest, is worth. Each team reads its own sum.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.ranking.table_scores import VpScale
from tournaments.ranking.teams import pairs_by_team, placed_teams
from tournaments.ranking.tie_breaks import Meeting, TiedGroup, in_order
from tournaments.records import (
    Allowance,
    EntrantId,
    Fixture,
    MatchFormat,
    MatchScore,
    Outcome,
    Standing,
    TableResult,
    TeamStanding,
    TieBreak,
)

BEFORE_PAIRS_VP = (TieBreak.VP, TieBreak.MP_DIFFERENCE)
AFTER_PAIRS_VP = (TieBreak.DIRECT, TieBreak.WINS, TieBreak.LOT)
"""The tie-breaks before and after the VP of the pairs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRule:
    """The format of the matches, and the scale of their VP."""

    format: MatchFormat
    scale: VpScale
    rest: Allowance


def match_scores(
    fixtures: Iterable[Fixture], standings: Iterable[Standing], rule: MatchRule
) -> dict[int, list[MatchScore]]:
    """Return the scores of each team in its matches that are over, from the standings of the pairs."""
    sums = _TeamTables.of(standings, rule.format)
    scores: dict[int, list[MatchScore]] = {}
    for fixture in sorted(fixtures, key=lambda fixture: (fixture.day, fixture.number)):
        for team, score in _scores_of(fixture, sums, rule):
            scores.setdefault(team, []).append(score)
    return scores


@dataclass(frozen=True, slots=True, kw_only=True)
class _TeamTables:
    """The tables of each team on each match day."""

    difference: Mapping[tuple[int, int], int]
    scored: Mapping[tuple[int, int], int]
    """The number of tables with a result."""
    days: Collection[int]
    """The days on which a table has one."""

    @classmethod
    def of(cls, standings: Iterable[Standing], format_: MatchFormat) -> "_TeamTables":
        difference: dict[tuple[int, int], int] = {}
        scored: dict[tuple[int, int], int] = {}
        for row in standings:
            for score in row.rounds:
                if row.entrant.team is None or score.is_open:
                    continue
                key = (row.entrant.team, format_.day_of(score.round))
                difference[key] = difference.get(key, 0) + score.difference - row.own_mp(score)
                scored[key] = scored.get(key, 0) + 1
        return cls(difference=difference, scored=scored, days={day for _team, day in scored})


def _scores_of(fixture: Fixture, sums: _TeamTables, rule: MatchRule) -> Iterator[tuple[int, MatchScore]]:
    """Yield both teams with their score once every table of the match has a result."""
    day, tables = fixture.day, rule.format.tables * rule.format.sessions
    if fixture.away is None:
        if day in sums.days:
            rest = rule.rest
            yield fixture.home, MatchScore(day, opponent=None, difference=rest.mp, vp=rest.vp, won=False)
        return
    if any(sums.scored.get((team, day), 0) < tables for team in fixture.teams):
        return
    for team, opponent in ((fixture.home, fixture.away), (fixture.away, fixture.home)):
        difference = sums.difference[team, day]
        vp, _other = rule.scale.vp(difference)
        won = vp * 2 > rule.scale.total
        yield team, MatchScore(day, opponent=opponent, difference=difference, vp=vp, won=won)


def match_results(
    fixtures: Iterable[Fixture], scores: Mapping[int, Sequence[MatchScore]], knockouts: Collection[int]
) -> tuple[TableResult, ...]:
    """Return the matches as a pairing system and a bracket read them: teams at tables, days as rounds.

    `knockouts` are the days of a bracket. The MP of a line are the difference, so that any lead wins.
    """
    difference: dict[tuple[int | None, int], int] = {
        (team, score.day): score.difference for team, its_scores in scores.items() for score in its_scores
    }
    results = []
    for fixture in sorted(fixtures, key=lambda fixture: (fixture.day, fixture.number)):
        is_rest = fixture.away is None
        home = None if is_rest else difference.get((fixture.home, fixture.day))
        outcome = Outcome.REST if is_rest else Outcome.OPEN if home is None else Outcome.PLAYED
        results.append(
            TableResult(
                round=fixture.day,
                table=fixture.number,
                ns=EntrantId(fixture.home),
                ew=None if fixture.away is None else EntrantId(fixture.away),
                outcome=outcome,
                ns_mp=home,
                ew_mp=difference.get((fixture.away, fixture.day)),
                knockout=fixture.day in knockouts,
            )
        )
    return tuple(results)


def match_standings(
    standings: Iterable[Standing],
    fixtures: Iterable[Fixture],
    names: Mapping[int, str],
    *,
    rule: MatchRule,
    seed: int,
    by_lot: bool = True,
) -> tuple[TeamStanding, ...]:
    """Return the teams of `names`, best first, from the standings of the pairs.

    Without `by_lot` some may share a place. A team none of whose pairs is ranked is not ranked either.
    """
    rows = list(standings)
    scores = match_scores(fixtures, rows, rule)
    pairs = pairs_by_team(rows, names)
    teams = [_MatchTeam(number, tuple(mine), tuple(scores.get(number, ()))) for number, mine in pairs.items() if mine]
    return placed_teams(_in_order(teams, seed, by_lot=by_lot), names)


@dataclass(frozen=True, slots=True)
class _MatchTeam:
    """A team as the tie-breaks read it."""

    id: int
    pairs: tuple[Standing, ...]
    matches: tuple[MatchScore, ...]

    @property
    def vp(self) -> int:
        adjustment_vp = sum(adjustment.vp for pair in self.pairs for adjustment in pair.adjustments)
        return sum(score.vp for score in self.matches) + adjustment_vp

    @property
    def mp_difference(self) -> int:
        return sum(pair.mp_difference for pair in self.pairs) + self._rested

    @property
    def mp(self) -> int:
        return sum(pair.mp for pair in self.pairs) + self._rested

    @property
    def _rested(self) -> int:
        return sum(score.difference for score in self.matches if score.opponent is None)

    @property
    def pairs_vp(self) -> int:
        return sum(pair.vp for pair in self.pairs)

    @property
    def wins(self) -> int:
        return sum(score.won for score in self.matches)

    def meetings(self) -> Collection[Meeting]:
        return [
            ({score.opponent}, score.vp)
            for score in self.matches
            if score.opponent is not None  # equivalent `True`: nobody has met nobody
        ]


def _in_order(teams: Sequence[_MatchTeam], seed: int, *, by_lot: bool) -> Iterator[TiedGroup[_MatchTeam]]:
    """Yield those who share a place, best first."""
    after = AFTER_PAIRS_VP if by_lot else AFTER_PAIRS_VP[:-1]
    for group in in_order(teams, BEFORE_PAIRS_VP, seed):
        level = sorted(group.members, key=lambda team: -team.pairs_vp)
        for at, (_vp, equals) in enumerate(groupby(level, key=lambda team: team.pairs_vp)):
            parts = in_order(list(equals), after, seed)
            parts[0].decided_by = None if at else group.decided_by
            yield from parts


def teams_by_knockout(rows: Sequence[TeamStanding], order: Sequence[EntrantId]) -> tuple[TeamStanding, ...]:
    """Return the teams with those of a bracket first, in its order, and the others below by their figures."""
    of_bracket = {int(team): place for place, team in enumerate(order, 1)}
    first = sorted((row for row in rows if row.number in of_bracket), key=lambda row: of_bracket[row.number])
    placed = [replace(row, place=place, tied=False, decided_by=None) for place, row in enumerate(first, 1)]
    others = [row for row in rows if row.number not in of_bracket]
    for at, row in enumerate(others):
        same = bool(at) and others[at - 1].place == row.place
        place = placed[-1].place if same else len(placed) + 1
        tied = sum(other.place == row.place for other in others) > 1
        placed.append(replace(row, place=place, tied=tied, decided_by=row.decided_by if at else None))
    return tuple(placed)
