"""The matches of teams: what is drawn, the line-ups, the ranking, and the data for the next draw."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.models import LineUp, MatchDay, Pair, Round, Team, Tournament
from tournaments.ranking.bracket import Bracket, WinReason, bracket_of, knockout_order
from tournaments.ranking.team_matches import (
    MatchRule,
    match_results,
    match_scores,
    match_standings,
    teams_by_knockout,
)
from tournaments.ranking.victory_points import Scale, parse_scale, rest_allowance, widened
from tournaments.records import (
    Entrant,
    EntrantId,
    Fixture,
    MatchScore,
    PairingRequest,
    RoundSettings,
    Run,
    Standing,
    System,
    TableResult,
    TeamStanding,
    TieBreak,
)
from tournaments.wording.knockout_bracket import BracketView, knockout_bracket

from .evening import evening_of
from .runs import latest_run, run_to_go_on
from .settings import scale_of


def match_scale_of(tournament: Tournament) -> Scale:
    """Return the VP scale of the matches: the club's, or that of the pairs, widened to the tables of a match."""
    if tournament.match_scale:
        return parse_scale(tournament.match_scale)
    return widened(scale_of(tournament), tournament.match_tables * tournament.match_sessions)


def match_rule_of(tournament: Tournament) -> MatchRule:
    scale = match_scale_of(tournament)
    return MatchRule(
        format=tournament.match_format, scale=scale, rest=rest_allowance(scale, tournament.hands_per_round)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelMatch:
    """A match of a knockout that was level: the number and name of each team."""

    number: int
    better: tuple[EntrantId, str]
    """The better seed, which goes on unless the referee decides otherwise."""
    other: tuple[EntrantId, str]


@dataclass(frozen=True, kw_only=True)
class Championship:
    """The match days of a tournament, and its pairs' ranking, read once."""

    tournament: Tournament
    days: Sequence[MatchDay]
    standings: Sequence[Standing]
    names: Mapping[int, str]

    @cached_property
    def fixtures(self) -> list[Fixture]:
        return [
            Fixture(
                day=day.number,
                number=match.number,
                home=match.home.number,
                away=match.away.number if match.away else None,
            )
            for day in self.days
            for match in day.matches.all()
        ]

    @cached_property
    def scores(self) -> dict[int, list[MatchScore]]:
        return match_scores(self.fixtures, self.standings, match_rule_of(self.tournament))

    @cached_property
    def results(self) -> tuple[TableResult, ...]:
        """Return the matches as a draw of teams reads them."""
        knockouts = {day.number for day in self.days if day.system == System.KNOCKOUT}
        return match_results(self.fixtures, self.scores, knockouts)

    @cached_property
    def played(self) -> Sequence[MatchDay]:
        """Return the days up to the last on which a match is over."""
        last = max((score.day for scores in self.scores.values() for score in scores), default=0)
        return [day for day in self.days if day.number <= last]

    def ranking(self) -> tuple[TeamStanding, ...]:
        """Return the teams, best first. If the last day played was a knockout's, its bracket comes first."""
        tournament = self.tournament
        rows = match_standings(
            self.standings,
            self.fixtures,
            self.names,
            rule=match_rule_of(tournament),
            seed=tournament.seed,
            by_lot=TieBreak.LOT in tournament.tie_breaks,
        )
        if not self.played or self.played[-1].system != System.KNOCKOUT:
            return rows
        return teams_by_knockout(rows, knockout_order(self.bracket(latest_run(self.played, System.KNOCKOUT))))

    def bracket(self, run: Sequence[MatchDay]) -> Bracket:
        """Return the bracket of the days of a knockout, as far as matches are over."""
        advance = {day.number: day.chosen.advance for day in run}
        return bracket_of(run_begun_by(run[0]), self.results, run[-1].chosen, advance)

    def bracket_views(self) -> list[BracketView]:
        """Return the bracket of the latest knockout of teams in the reader's language, if there is one."""
        run = latest_run(self.days, System.KNOCKOUT)
        if not run:
            return []
        teams = {EntrantId(number): Entrant(id=EntrantId(number), names=(name,)) for number, name in self.names.items()}
        vp = {(score.day, EntrantId(team)): score.vp for team, scores in self.scores.items() for score in scores}
        return [knockout_bracket(self.bracket(run), teams, vp, of_teams=True, lined_up=lined_up_on(run[-1]))]

    def level_matches(self) -> list["LevelMatch"]:
        """Return the level matches of the last day played, if a knockout goes on after it.

        The day after it may have been drawn already, and is drawn again.
        """
        run = latest_run(self.played, System.KNOCKOUT)
        if not run or run[-1] is not self.played[-1]:
            return []
        bracket = self.bracket(run)
        if len(run) >= len(bracket.rounds):
            return []
        return [
            LevelMatch(number=match.table.table, better=(match.winner, names[0]), other=(match.loser, names[1]))
            for match in bracket.rounds[len(run) - 1]
            if match.decided is WinReason.BETTER_SEED
            if match.table  # equivalent `True`: nothing is tied without a table
            if match.winner  # equivalent `True`: the better seed
            if match.loser  # equivalent `True`: two sat at the table
            for names in [(self.names[match.winner], self.names[match.loser])]
        ]

    def request(
        self, *, number: int, here: Iterable[Team], system: System, settings: RoundSettings, seed: int
    ) -> PairingRequest:
        """Return the request for the draw of a day: the teams here, in ranking order, and who met.

        Before the first match is over they stand in the order of their numbers.
        """
        rows = {row.number: row for row in self.ranking()} if self.scores else {}
        last = len(rows) + 1
        teams = sorted(here, key=lambda team: (_at(rows, team.number, last), team.number))
        earlier = [day for day in self.days if day.number < number]
        run = run_to_go_on(earlier, system, settings)
        return PairingRequest(
            round=number,
            entrants=tuple(Entrant(id=EntrantId(team.number), names=(team.name,)) for team in teams),
            history=tuple(result for result in self.results if result.round < number),
            seed=seed,
            settings=settings,
            vp={EntrantId(team): row.vp for team, row in rows.items()},
            places={EntrantId(team): row.place for team, row in rows.items()},
            run=run_begun_by(run[0]) if run else None,
            rounds_planned=days_planned(self.tournament),
            lot="/teams",
        )


def _at(rows: Mapping[int, TeamStanding], team: int, last: int) -> int:
    """Return where the team stands; whoever is not ranked comes last."""
    return next((at for at, number in enumerate(rows) if number == team), last)


def run_begun_by(first: MatchDay) -> Run:
    return Run(start=first.number, order=tuple(EntrantId(number) for number, _vp in first.order))


def days_planned(tournament: Tournament) -> int:
    """Return the number of match days planned; a day that lacks a session counts."""
    return -(-tournament.rounds_planned // tournament.match_sessions)


def championship_of(tournament: Tournament, standings: Sequence[Standing] | None = None) -> Championship:
    """Return the match days with the pairs' ranking, present unless it is given. Three queries, and the ranking's."""
    if standings is None:
        standings = evening_of(tournament).standings(everybody=True)
    return Championship(
        tournament=tournament,
        days=match_days_of(tournament),
        standings=standings,
        names=dict(tournament.teams.values_list("number", "name")),
    )


def match_days_of(tournament: Tournament) -> list[MatchDay]:
    """Return the match days with their matches. Two queries."""
    days = tournament.match_days.order_by("number").prefetch_related("matches__home", "matches__away")
    return list(days)


@dataclass(frozen=True, kw_only=True)
class TeamHere:
    """A team with its pairs that are here."""

    team: Team
    pairs: Sequence[Pair]


def teams_here(tournament: Tournament) -> list[TeamHere]:
    """Return all teams by number, with their pairs that are here. Two queries."""
    pairs: dict[int | None, list[Pair]] = {}
    here = tournament.pairs.filter(status=Pair.Status.ACTIVE).select_related("player1", "player2").order_by("number")
    for pair in here:
        pairs.setdefault(pair.team_id, []).append(pair)
    return [TeamHere(team=team, pairs=pairs.get(team.pk, [])) for team in tournament.teams.order_by("number")]


def lined_up_on(day: MatchDay) -> set[tuple[int, int]]:
    """Return the matches of a day, by day and number, whose line-ups of a session are both in. One query."""
    handed_in = Counter(LineUp.objects.filter(match__day=day).values_list("match__number", "session"))
    return {(day.number, number) for (number, _session), teams in handed_in.items() if teams == 2}


def line_ups_of(day: MatchDay, session: int) -> dict[tuple[int, int], LineUp]:
    """Return the line-ups of a session by the keys of match and team. One query."""
    found = LineUp.objects.filter(match__day=day, session=session)
    return {(line_up.match_id, line_up.team_id): line_up for line_up in found}


def session_to_play(tournament: Tournament, last: MatchDay | None, rounds: Sequence[Round]) -> int | None:
    """Return the session of the last match day whose line-ups are awaited; None if there is none."""
    if last is None:
        return None
    format_ = tournament.match_format
    published = {round_.number for round_ in rounds if round_.state != Round.State.DRAFT}
    awaited = [
        session for session in range(1, format_.sessions + 1) if format_.round_of(last.number, session) not in published
    ]
    return awaited[0] if awaited else None
