"""The ranking of a tournament, of its pairs and of its teams, in a fixed number of queries whatever the size."""

from collections.abc import Iterable

from tournaments.models import Tournament
from tournaments.ranking.teams import team_standings
from tournaments.records import Kind, Standing, TeamStanding

from .evening import evening_of
from .settings import tie_breaks_of


def standings_of(tournament: Tournament, *, after_round: int | None = None) -> tuple[Standing, ...]:
    """The ranking, as of a round or with everything that is known now. Three queries; four where a knockout decides."""
    return evening_of(tournament, after_round=after_round).standings(after_round=after_round)


def team_standings_of(tournament: Tournament, standings: Iterable[Standing]) -> tuple[TeamStanding, ...]:
    """The teams' ranking that the pairs' makes; nobody where there are none. One query in a team event."""
    if tournament.kind != Kind.TEAMS:
        return ()
    names = dict(tournament.teams.values_list("number", "name"))
    return team_standings(standings, names, tie_breaks=tie_breaks_of(tournament), seed=tournament.seed)
