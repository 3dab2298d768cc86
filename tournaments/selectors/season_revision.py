"""The revision of a season's public page, which every reader's request begins with."""

from typing import Any

from django.db.models import Subquery, Value
from django.db.models.functions import Concat

from pages.prepared_queries import PreparedQuery, Rows
from tournaments.models import Club, Season

SeasonRevision = list[tuple[Any, ...]]
"""The rows on which a season's page depends, to be compared as the database stores them."""


def _here(slug: str) -> Rows:
    revisions = ("entries__tournament_id", "entries__tournament__revision", "entries__tournament__deleted_at")
    shown = Concat("name", Value(" "), "accent", Value(" "), "logo")
    club = Subquery(Club.objects.values(shown=shown)[:1])
    season = Season.objects.filter(slug=slug, public=True).annotate(club=club)
    rows: Rows = season.order_by("entries__tournament_id").values("pk", "revision", "club", *revisions)
    return rows


HERE = PreparedQuery(_here, str)


def season_revision_of(slug: str) -> tuple[int, SeasonRevision] | None:
    """Return a public season's key and its revision: its own, the club's face, and those of its tournaments.

    A tournament's revision changes with its results, its settings, and the names and categories of its entrants. None
    if the season is not public, or does not exist. One query.
    """
    rows = HERE.raw_rows(slug)
    return (rows[0][0], rows) if rows else None
