"""The club's names for the two lines of a table."""

from tournaments.models import Club
from tournaments.records import LineNames


def club_line_names() -> LineNames:
    """Return the club's choice, or NS and EW where it has made none."""
    return LineNames(Club.objects.values_list("lines", flat=True).first() or LineNames.COMPASS)
