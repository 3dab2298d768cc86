"""How a tournament stands this moment, for whoever opens it: the round under way, what it misses, and who leads."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.charts.drawing import Chart
from tournaments.charts.places import first_courses
from tournaments.models import Round, Tournament
from tournaments.records import Outcome, Standing, TeamStanding

from .clocks import ClockShown, clocks_of
from .ranking import Ranking, RoundProgress, progress_of, ranking_of
from .results import results_of
from .rounds import RoundsNow

LEADERS = 5
PODIUM = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """One of the best: a pair, a player or a team."""

    place: int
    names: Sequence[str]
    vp: int
    mp_difference: int


@dataclass(frozen=True, kw_only=True)
class Now:
    """The round whose slips come in, if one is under way, and the head of the ranking as it is now."""

    round: Round | None
    progress: RoundProgress | None
    missing: Sequence[int]
    """The tables of that round that are still to hand in."""
    others: Sequence[int]
    """The numbers of other rounds that are under way."""
    ranking: Ranking | None
    """None before the first result."""

    @property
    def clock(self) -> ClockShown | None:
        """The hall's; None where the round is played without."""
        clocks = clocks_of(self.round) if self.round else None
        return clocks.hall if clocks else None

    @cached_property
    def leaders(self) -> Sequence[Leader]:
        """The best, in their order; nobody before the first result."""
        return () if self.ranking is None else _leaders(self.ranking)

    @property
    def courses(self) -> Chart | None:
        """How the first got where they are; None before the second round."""
        if self.ranking is None:
            return None
        standings = self.ranking.standings
        return first_courses(self.ranking.evening.course(standings, rounds=self.ranking.rounds), standings)

    @property
    def podium(self) -> Sequence[Leader]:
        """Who won; more than three where places are shared."""
        return [leader for leader in self.leaders if leader.place <= PODIUM]

    @property
    def winners(self) -> str:
        """Who is first, by name; empty before the first result."""
        return ", ".join(" – ".join(leader.names) for leader in self.leaders if leader.place == 1)


def now_of(tournament: Tournament, rounds: RoundsNow) -> Now:
    """Before the first round no query; then four, five in a team event or a knockout."""
    if rounds.with_results is None and len(rounds.rounds) < 2:
        return Now(round=None, progress=None, missing=(), others=(), ranking=None)
    results = results_of(tournament)
    at_desk, round_ = rounds.at_desk, None
    if at_desk is not None:
        round_ = tournament.rounds.get(number=at_desk.number)
        round_.tournament = tournament
    is_ranked = any(result.outcome not in (Outcome.OPEN, Outcome.REST) for result in results)
    progress = {each.number: each for each in progress_of(results)}
    return Now(
        round=round_,
        progress=progress.get(at_desk.number) if at_desk else None,
        missing=at_desk.missing if at_desk else (),
        others=list(rounds.others_under_way(at_desk.number)) if at_desk else (),
        ranking=ranking_of(tournament, results) if is_ranked else None,
    )


def _leaders(ranking: Ranking) -> list[Leader]:
    """The first five; everybody who shares a place of the podium."""
    teams = [_leader(row, (row.name,)) for row in ranking.teams()]
    rows = teams or [_leader(row, row.entrant.names) for row in ranking.standings]
    return [row for at, row in enumerate(rows) if at < LEADERS or row.place <= PODIUM]


def _leader(row: Standing | TeamStanding, names: Sequence[str]) -> Leader:
    return Leader(place=row.place, names=names, vp=row.vp, mp_difference=row.mp_difference)
