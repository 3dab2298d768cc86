"""The ranking of teams: each gets the sum of its pairs (docs/tournaments.md §5).

| covered                                                      | not covered                                         |
|--------------------------------------------------------------|-----------------------------------------------------|
| VP, MP difference, MP and rounds won, summed over the pairs  | teams that meet in matches: `team_matches`          |
| the tournament's tie-breaks; the direct meeting of teams:    | a best-of: every pair of a team counts              |
| VP of its pairs in the rounds against pairs of the other     |                                                     |

A pair without a team counts for nobody, and a team none of whose pairs is ranked is not either.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from tournaments.ranking.tie_breaks import Comparable, Meeting, TiedGroup, in_order
from tournaments.records import SCORED, EntrantId, MatchScore, Standing, TeamStanding, TieBreak


def team_standings(
    standings: Iterable[Standing], names: Mapping[int, str], *, tie_breaks: Sequence[TieBreak], seed: int
) -> tuple[TeamStanding, ...]:
    """Return the teams of `names`, best first, from the standings of the pairs. Places are shared as among pairs."""
    rows = list(standings)
    team_of = {row.entrant.id: row.entrant.team for row in rows if row.entrant.team is not None}
    pairs = pairs_by_team(rows, names)
    teams = [_Team(number, tuple(mine), team_of) for number, mine in pairs.items() if mine]
    return placed_teams(in_order(teams, tie_breaks, seed), names)


def pairs_by_team(rows: Iterable[Standing], names: Mapping[int, str]) -> dict[int, list[Standing]]:
    """Return the standings of the pairs of each team of `names`, in the order of the teams' numbers."""
    pairs: dict[int, list[Standing]] = {number: [] for number in sorted(names)}
    for row in rows:
        if row.entrant.team in pairs:
            pairs[row.entrant.team].append(row)
    return pairs


class ComparableTeam(Comparable, Protocol):
    """A team as the tie-breaks read it, with its pairs and the matches that it has played."""

    @property
    def pairs(self) -> tuple[Standing, ...]: ...
    @property
    def matches(self) -> tuple[MatchScore, ...]: ...


T = TypeVar("T", bound=ComparableTeam)


def placed_teams(groups: Iterable[TiedGroup[T]], names: Mapping[int, str]) -> tuple[TeamStanding, ...]:
    """Return the rows of the ranking, from the groups of teams that share a place."""
    placed: list[TeamStanding] = []
    for group in groups:
        placed += [
            TeamStanding(
                place=place,
                tied=tied,
                number=team.id,
                name=names[team.id],
                vp=team.vp,
                mp_difference=team.mp_difference,
                mp=team.mp,
                wins=team.wins,
                pairs=team.pairs,
                decided_by=decided_by,
                matches=team.matches,
            )
            for team, place, tied, decided_by in group.rows(len(placed))
        ]
    return tuple(placed)


@dataclass(frozen=True, slots=True)
class _Team:
    """A team as the tie-breaks read it."""

    id: int
    pairs: tuple[Standing, ...]
    team_of: Mapping[EntrantId, int]
    matches: tuple[MatchScore, ...] = ()

    @property
    def vp(self) -> int:
        return sum(pair.vp for pair in self.pairs)

    @property
    def mp_difference(self) -> int:
        return sum(pair.mp_difference for pair in self.pairs)

    @property
    def mp(self) -> int:
        return sum(pair.mp for pair in self.pairs)

    @property
    def wins(self) -> int:
        return sum(pair.wins for pair in self.pairs)

    def meetings(self) -> Collection[Meeting]:
        return [
            ({self.team_of[opponent] for opponent in score.opponents if opponent in self.team_of} - {self.id}, score.vp)
            for pair in self.pairs
            for score in pair.rounds
            if score.outcome in SCORED
        ]
