"""The ranking of clubs of a tournament, and its file."""

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.files import Cell, FileTable
from tournaments.models import Tournament
from tournaments.ranking.clubs import ClubRule, ClubStanding, club_standings

from .standings import standings_of


def clubs_of(tournament: Tournament, rule: ClubRule) -> tuple[ClubStanding, ...]:
    """Return the clubs, best first, by the present ranking. Four queries at most."""
    return club_standings(standings_of(tournament), rule)


def clubs_table(tournament: Tournament, rule: ClubRule) -> FileTable:
    """Return a row for each club, with the pairs that count."""
    return FileTable(
        title=tournament.name,
        headings=(
            _("place"),
            _("club"),
            _("VP"),
            _("MP difference"),
            _("MP"),
            pgettext("pairs", "counted"),
            _("names"),
        ),
        rows=[
            (
                *(row.place, row.club, _number(row.vp), _number(row.mp_difference), _number(row.mp), len(row.pairs)),
                "; ".join(f"{pair.entrant.label} ({pair.vp})" for pair in row.pairs),
            )
            for row in clubs_of(tournament, rule)
        ],
    )


def _number(points: Fraction) -> Cell:
    """Return points to two decimals, as a cell holds them."""
    return round(float(points), 2)
