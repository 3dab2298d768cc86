"""A whole tournament as JSON and back: `interchange.md` of the project's design, version 1.

What the contract's example does not show and a tournament may need is written only where it differs from the
default, so that every file stays readable by the contract alone: `tournament.absence`, `.minutes` and `.entry`,
`rounds[].policy`, `adjustments[].article`, and `closed` on a side whose slip says that it closed.
"""

from .reading import InterchangeError
from .tournament_in import tournament_import
from .tournament_out import export_tournament, to_json

__all__ = ["InterchangeError", "export_tournament", "to_json", "tournament_import"]
