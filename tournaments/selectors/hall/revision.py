"""Which tournament an address is of, and how often it has changed: what every phone's question begins with."""

from tournaments.models import Tournament
from tournaments.selectors.prepared import Prepared, Rows


def _here(slug: str) -> Rows:
    return Tournament.objects.filter(slug=slug).order_by().values("pk", "revision")


HERE = Prepared(_here, str)


def revision_of(slug: str) -> tuple[int, int] | None:
    """Its key and its revision; None where there is no such tournament. One query."""
    return next(((row["pk"], row["revision"]) for row in HERE.rows(slug)), None)
