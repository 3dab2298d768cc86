"""The ranking of a tournament's pairs and of its teams, with a fixed number of queries, whatever the size."""

from collections.abc import Iterable

from tournaments.models import Tournament
from tournaments.ranking.teams import team_standings
from tournaments.records import Standing, TeamStanding

from .evening import evening_of
from .settings import tie_breaks_of
from .team_matches import championship_of


def standings_of(tournament: Tournament, *, after_round: int | None = None) -> tuple[Standing, ...]:
    """Return the ranking, as of a round or the present one. Three queries; four if a knockout decides."""
    return evening_of(tournament, after_round=after_round).standings(after_round=after_round)


def team_standings_of(tournament: Tournament, standings: Iterable[Standing]) -> tuple[TeamStanding, ...]:
    """Return the teams' ranking from the pairs'; empty if there are no teams.

    One query in a team event, four where the teams play matches.
    """
    if tournament.plays_matches:
        return championship_of(tournament, tuple(standings)).ranking()
    if not tournament.has_teams:
        return ()
    names = dict(tournament.teams.values_list("number", "name"))
    return team_standings(standings, names, tie_breaks=tie_breaks_of(tournament), seed=tournament.seed)
