"""A whole tournament as JSON and back: `interchange.md` of the project's design, version 1.

What the contract's example does not show and a tournament may need is written only where it differs from the
default, so that every file stays readable by the contract alone:

* `tournament`: `absence`, `minutes`, `entry`, `missed_rounds` (`zero`, `absence`), `substitutes_allowed`;
* `teams`, in a team event: `[{"number": 1, "name": "…"}]`, and `pairs[].team` with such a number;
* `pairs[]`: `players` of one id in an individual tournament; `substitutes`, who took over each seat, `[id, null]`;
  `table`, the one that the pair keeps;
* `rounds[]`: every setting of the round by its name in `RoundSettings`, as `round_settings.py` writes it; `order`,
  `[[number, VP], …]`, where the draw was made from another ranking than the results of today give; `drawn`, the
  settings that it was drawn by, in an object, where the referee kept or excluded something since;
* `rounds[].tables[]` of an individual tournament: two players a line, `"ns": [1, 5]`;
* `adjustments[].article`, and `closed` on a side whose slip says that it closed.
"""

from .reading import InterchangeError
from .tournament_in import tournament_import
from .tournament_out import export_tournament, to_json

__all__ = ["InterchangeError", "export_tournament", "to_json", "tournament_import"]
