"""The revision of the tournament at an address, which every poll of a phone begins with."""

from pages.prepared_queries import PreparedQuery, Rows
from tournaments.models import Tournament


def _here(slug: str) -> Rows:
    return Tournament.objects.filter(slug=slug).order_by().values("pk", "revision")


HERE = PreparedQuery(_here, str)


def revision_of(slug: str) -> tuple[int, int] | None:
    """Return the tournament's key and revision, or None if there is none. One query."""
    return next(((row["pk"], row["revision"]) for row in HERE.rows(slug)), None)
