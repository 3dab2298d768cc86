"""A whole tournament as JSON and back: docs/interchange.md §5, version 1.

What a tournament may need beyond the example there is written only where it differs from the usual, so that a file
stays readable by the example alone.
"""

from .reading import InterchangeError
from .tournament_in import tournament_import
from .tournament_out import export_tournament, to_json

__all__ = ["InterchangeError", "export_tournament", "to_json", "tournament_import"]
