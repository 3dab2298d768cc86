"""The settings of a tournament as records of pure code."""

from tournaments.models import Tournament
from tournaments.ranking.victory_points import Scale, parse_scale
from tournaments.records import TieBreak


def scale_of(tournament: Tournament) -> Scale:
    """Return the scale that turns this tournament's MP differences into VP."""
    return parse_scale(tournament.scale)


def tie_breaks_of(tournament: Tournament) -> tuple[TieBreak, ...]:
    """Return the tie-breaks of the ranking, in their order."""
    return tuple(TieBreak(key) for key in tournament.tie_breaks)
