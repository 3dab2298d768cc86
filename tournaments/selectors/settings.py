"""The name of the club, and the settings of a tournament as records of pure code."""

from tournaments.models import Club, Tournament
from tournaments.ranking.victory_points import Scale, parse_scale
from tournaments.records import TieBreak


def club_name() -> str:
    """Return the name of the club; empty as long as it has none. One query."""
    return Club.objects.values_list("name", flat=True).first() or ""


def scale_of(tournament: Tournament) -> Scale:
    """Return the scale that turns this tournament's MP differences into VP."""
    return parse_scale(tournament.scale)


def tie_breaks_of(tournament: Tournament) -> tuple[TieBreak, ...]:
    """Return the tie-breaks of the ranking, in their order."""
    return tuple(TieBreak(key) for key in tournament.tie_breaks)
