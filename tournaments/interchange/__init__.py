"""A whole tournament as JSON and back (docs/interchange.md §5, version 1).

Members beyond the example in the document are written only if they differ from the defaults, so that a file stays
readable with the example alone.
"""

from typing import TYPE_CHECKING

from pages.lazy_names import lazy_names

if TYPE_CHECKING:
    from .json_node import InterchangeError
    from .tournament_in import SLUG_PATH, tournament_import
    from .tournament_out import export_tournament, to_json
else:
    __getattr__ = lazy_names(__name__)

__all__ = ["SLUG_PATH", "InterchangeError", "export_tournament", "to_json", "tournament_import"]
