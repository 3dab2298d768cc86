"""A stretch of a tournament's time: from one moment on, up to another."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Both ends may be open."""

    since: datetime | None = None
    """The first moment in it."""
    until: datetime | None = None
    """The first moment behind it."""

    def holds(self, at: datetime) -> bool:
        return (self.since is None or at >= self.since) and (self.until is None or at < self.until)

    def of(self, field: str) -> Q:
        """The rows with their moment in it; `field`: what says it."""
        ends = {f"{field}__gte": self.since, f"{field}__lt": self.until}
        return Q(**{name: end for name, end in ends.items() if end is not None})


ALWAYS = Stretch()
