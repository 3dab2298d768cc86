"""A span of a tournament's time."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSpan:
    """A span; both ends may be open."""

    since: datetime | None = None
    """The first moment of the span."""
    until: datetime | None = None
    """The first moment after the span."""

    def holds(self, at: datetime) -> bool:
        return (self.since is None or at >= self.since) and (self.until is None or at < self.until)

    def of(self, field: str) -> Q:
        """Return the rows with their moment in the span; `field` holds the moment."""
        ends = {f"{field}__gte": self.since, f"{field}__lt": self.until}
        return Q(**{name: end for name, end in ends.items() if end is not None})


ALWAYS = TimeSpan()
