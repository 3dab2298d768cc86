"""A second, naive ranking of teams that play matches, written only from docs/tournaments.md §8, for comparison."""

from collections.abc import Sequence
from functools import cmp_to_key

from tests.tournaments.ranking.oracle_ranking import Tournament
from tournaments.records import TableResult

Match = tuple[int, int, int | None]
"""The day and the two teams; None for a rest."""


class Championship:
    """The facts of a team championship. Every figure is counted again from the tables whenever somebody asks."""

    def __init__(
        self,
        *,
        of_pairs: Tournament,
        team_of: dict[int, int],
        matches: Sequence[Match],
        tables: int,
        sessions: int,
        rows: Sequence[tuple[int, int]],
        total: int,
        rest: tuple[int, int],
    ) -> None:
        self.of_pairs = of_pairs
        self.team_of = team_of
        self.matches = matches
        self.tables = tables
        self.sessions = sessions
        self.rows = rows
        self.total = total
        self.rest = rest

    def convert(self, difference: int) -> int:
        if difference < 0:
            return self.total - self.convert(-difference)
        return next((vp for up_to, vp in self.rows if difference <= up_to), self.total)

    def tables_on(self, day: int) -> list[TableResult]:
        wanted = [day * 2 - 1, day * 2] if self.sessions == 2 else [day]
        return [table for table in self.of_pairs.results if table.round in wanted]

    def lead(self, pair: int, table: TableResult) -> int:
        _vp, mine, theirs, _won = self.of_pairs.at(table, pair)
        felt = self.of_pairs.penalty(pair, table.round) if table.outcome == "played" else 0
        return mine + felt - theirs

    def members(self, team: int) -> list[int]:
        return [pair for pair, its_team in self.team_of.items() if its_team == team]

    def leads(self, team: int, day: int) -> list[int]:
        found = []
        for table in self.tables_on(day):
            if table.outcome != "open":
                found += [self.lead(pair, table) for pair in (table.ns, table.ew) if pair in self.members(team)]
        return found

    def is_over(self, match: Match) -> bool:
        day, home, away = match
        if away is None:
            return any(table.outcome != "open" for table in self.tables_on(day))
        wanted = self.tables * self.sessions
        return len(self.leads(home, day)) == len(self.leads(away, day)) == wanted

    def scores(self, team: int) -> list[tuple[int, int | None, int, int]]:
        """Return day, opponent, difference and VP of each match that is over."""
        found = []
        for match in sorted(self.matches):
            day, home, away = match
            if team not in (home, away) or not self.is_over(match):
                continue
            if away is None:
                found.append((day, None, self.rest[1], self.rest[0]))
            else:
                difference = sum(self.leads(team, day))
                found.append((day, away if team == home else home, difference, self.convert(difference)))
        return found

    def vp(self, team: int) -> int:
        taken = sum(a.vp for a in self.of_pairs.adjustments if a.entrant in self.members(team))
        return sum(score[3] for score in self.scores(team)) + taken

    def difference(self, team: int) -> int:
        rests = sum(score[2] for score in self.scores(team) if score[1] is None)
        return rests + sum(self.of_pairs.mp_difference(pair) for pair in self.members(team))

    def pairs_vp(self, team: int) -> int:
        return sum(self.of_pairs.vp(pair) for pair in self.members(team))

    def wins(self, team: int) -> int:
        return sum(score[1] is not None and score[3] * 2 > self.total for score in self.scores(team))

    def direct(self, team: int, level: Sequence[int]) -> int:
        """Return the VP against the others, or 0 for everybody unless each has met each."""
        opponents = {one: [score[1] for score in self.scores(one)] for one in level}
        if any(other not in opponents[one] for one in level for other in level if other != one):
            return 0
        return sum(score[3] for score in self.scores(team) if score[1] in level)

    def ranked(self) -> list[tuple[int, int]]:
        """Return place and number of each team that has a pair, with the lot."""
        teams = sorted(set(self.team_of.values()))

        def before(team: int) -> tuple[int, ...]:
            return (self.vp(team), self.difference(team), self.pairs_vp(team))

        def compare(one: int, other: int) -> int:
            if before(one) != before(other):
                return -1 if before(one) > before(other) else 1
            level = [team for team in teams if before(team) == before(one)]
            if self.direct(one, level) != self.direct(other, level):
                return self.direct(other, level) - self.direct(one, level)
            if self.wins(one) != self.wins(other):
                return self.wins(other) - self.wins(one)
            return self.of_pairs.lot(other) - self.of_pairs.lot(one)

        return list(enumerate(sorted(teams, key=cmp_to_key(compare)), start=1))
