"""The knockout as it stands in the database: its tables that nobody won."""

from dataclasses import dataclass

from .records import Entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class TiedTable:
    """A table of the knockout's last round whose two sides are level."""

    table: int
    better: Entrant
    """The better seed, who goes on unless the referee says otherwise."""
    other: Entrant
