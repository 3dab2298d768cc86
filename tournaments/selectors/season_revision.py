"""The revision of a season's public page, which every poll begins with."""

from typing import Any

from django.db.models import Subquery, Value
from django.db.models.functions import Concat

from tournaments.models import Club, Season

RevisionRow = dict[str, Any]


def season_revision_of(slug: str) -> list[RevisionRow]:
    """Return a public season's key, revision and club, with the revision of each of its tournaments.

    A tournament's revision changes with its results, its settings, and the names and categories of its entrants. Empty
    if the season is not public, or does not exist. One query.
    """
    revisions = ("entries__tournament_id", "entries__tournament__revision", "entries__tournament__deleted_at")
    shown = Concat("name", Value(" "), "accent", Value(" "), "logo")
    club = Subquery(Club.objects.values(shown=shown)[:1])
    season = Season.objects.filter(slug=slug, public=True).annotate(club=club)
    return list(season.order_by("entries__tournament_id").values("pk", "revision", "club", *revisions))
