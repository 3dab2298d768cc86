"""What a season's public page is made from, in short: what every reader's question begins with."""

from django.db.models import Subquery

from tournaments.models import Club, Season

from .prepared import Prepared, Row, Rows


def _here(slug: str) -> Rows:
    revisions = ("entries__tournament_id", "entries__tournament__revision", "entries__tournament__deleted_at")
    club = Subquery(Club.objects.values("name")[:1])
    here = Season.objects.filter(slug=slug, public=True).annotate(club=club)
    rows: Rows = here.order_by("entries__tournament_id").values("pk", "revision", "club", *revisions)
    return rows


HERE = Prepared(_here, str)


def season_revision_of(slug: str) -> list[Row]:
    """Of a public season: its key, its revision and the club's name, with the revision of each of its tournaments.

    A tournament's revision goes up with its results, its settings, and the names and categories of those entered in it.
    Nothing for a season that is not public, or not there. One query.
    """
    return HERE.rows(slug)
