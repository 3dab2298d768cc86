"""The pairing systems: the seats of the next round, pure, seeded, and with reasons.

Sources: docs/tournaments.md §2, §3 for the systems, docs/pairing.md for the optima. Each system has a
module; their common parts are in `common`, `rests`, `matching` and `optimum`.

| system              | rests (odd number)         | rematches                            | module         |
|---------------------|----------------------------|--------------------------------------|----------------|
| `draw`              | by lot, then by ranking    | the fewest, then the fewest of a club | `draw`         |
| `registration`      | by ranking                 | counted                              | `registration` |
| `manual`            | as the referee seats       | counted                              | `manual`       |
| `mitchell`          | the pair at the half table | refused, with the steps that are free | `mitchell`     |
| `danish`            | by ranking                 | counted                              | `danish`       |
| `danish_no_rematch` | by ranking                 | the fewest, then the ranking         | `danish`       |
| `swiss`             | by ranking                 | the fewest, then the VP              | `swiss`        |
| `round_robin`       | as the Berger table says   | none within a leg                    | `round_robin`  |
| `knockout`          | the better seeds, at first | as the bracket says                  | `knockout`     |
| `individual`        | one to three, by ranking   | of partners: none, or the fewest     | `individual`   |

Teammates and meetings that the referee excluded come before rematches, if the round is not planned ahead. Kept tables
and fixed tables are in `seating`; the reasons for a table are its `why`. After a cut each girone is paired by itself,
by the round's system or one of its own: `gironi`. The draw itself is in `systems`; it brings numpy, which few pages
need.
"""

from .dependence import follows_results
from .mitchell import steps_ahead
from .refusals import PairingRefused, RefusalCode

__all__ = ["PairingRefused", "RefusalCode", "follows_results", "steps_ahead"]
