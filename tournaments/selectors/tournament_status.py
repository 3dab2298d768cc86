"""The present state of a tournament: the round under way, its missing slips, and the leaders."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.charts.drawing import Chart
from tournaments.charts.places import first_courses
from tournaments.models import Round, Tournament
from tournaments.records import Outcome, Standing, TeamStanding

from .clocks import ClockView, clocks_of
from .ranking import RankingRows, RoundProgress, progress_of, ranking_of
from .results import results_of
from .rounds import RoundsNow

LEADERS = 5
PODIUM = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """A leader of the ranking: a pair, a player or a team."""

    place: int
    names: Sequence[str]
    vp: int
    mp_difference: int


@dataclass(frozen=True, kw_only=True)
class TournamentStatus:
    """The round at the desk, if one is under way, and the top of the present ranking."""

    round: Round | None
    progress: RoundProgress | None
    missing: Sequence[int]
    """The tables of that round whose slips are missing."""
    others: Sequence[int]
    """The numbers of other rounds under way."""
    ranking: RankingRows | None
    """The ranking; None before the first result."""

    @property
    def clock(self) -> ClockView | None:
        """Return the hall's clock, or None if the round has none."""
        slips_in = bool(self.progress and self.progress.handed_in)
        clocks = clocks_of(self.round, slips_in=slips_in) if self.round else None
        return clocks.hall if clocks else None

    @cached_property
    def leaders(self) -> Sequence[Leader]:
        """Return the leaders, in their order; empty before the first result."""
        return () if self.ranking is None else _leaders(self.ranking)

    @property
    def courses(self) -> Chart | None:
        """Return the leaders' course as a chart, or None before the second round."""
        if self.ranking is None:
            return None
        standings = self.ranking.standings
        return first_courses(self.ranking.evening.course(standings, rounds=self.ranking.rounds), standings)

    @property
    def podium(self) -> Sequence[Leader]:
        """Return the first three, or more if places are shared."""
        return [leader for leader in self.leaders if leader.place <= PODIUM]

    @property
    def winners(self) -> str:
        """Return the names of the winners; empty before the first result."""
        return ", ".join(" – ".join(leader.names) for leader in self.leaders if leader.place == 1)


def status_of(tournament: Tournament, rounds: RoundsNow) -> TournamentStatus:
    """Return the state. No query before the first round; then four, five in a team event or a knockout."""
    if rounds.with_results is None and len(rounds.rounds) < 2:
        return TournamentStatus(round=None, progress=None, missing=(), others=(), ranking=None)
    results = results_of(tournament)
    at_desk, round_ = rounds.at_desk, None
    if at_desk is not None:
        round_ = tournament.rounds.get(number=at_desk.number)
        round_.tournament = tournament
    is_ranked = any(result.outcome not in (Outcome.OPEN, Outcome.REST) for result in results)
    progress = {row.number: row for row in progress_of(results)}
    return TournamentStatus(
        round=round_,
        progress=progress.get(at_desk.number) if at_desk else None,
        missing=at_desk.missing if at_desk else (),
        others=list(rounds.others_under_way(at_desk.number)) if at_desk else (),
        ranking=ranking_of(tournament, results) if is_ranked else None,
    )


def _leaders(ranking: RankingRows) -> list[Leader]:
    """Return the first five, and all who share a place of the podium."""
    teams = [_leader(row, (row.name,)) for row in ranking.teams()]
    rows = teams or [_leader(row, row.entrant.names) for row in ranking.standings]
    return [row for at, row in enumerate(rows) if at < LEADERS or row.place <= PODIUM]


def _leader(row: Standing | TeamStanding, names: Sequence[str]) -> Leader:
    return Leader(place=row.place, names=names, vp=row.vp, mp_difference=row.mp_difference)
