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
by the round's system or one of its own: `gironi`.
"""

from collections.abc import Callable, Mapping

from tournaments.records import Draft, PairingRequest, System

from .danish import pair_neighbours, pair_without_rematch
from .dependence import follows_results
from .draw import pair_by_lot
from .gironi import each_girone, pair_gironi
from .individual import pair_individual
from .knockout import pair_knockout
from .manual import pair_by_hand
from .mitchell import pair_mitchell, steps_ahead
from .refusals import PairingRefused, RefusalCode
from .registration import pair_by_number
from .round_robin import pair_round_robin
from .seating import SEATED_OTHERWISE, check_kept, keep_fixed_tables
from .swiss import pair_swiss

__all__ = [
    "PairingRefused",
    "RefusalCode",
    "SYSTEMS",
    "follows_results",
    "pair_round",
    "steps_ahead",
]

SYSTEMS: Mapping[System, Callable[[PairingRequest], Draft]] = {
    System.DRAW: pair_by_lot,
    System.REGISTRATION: pair_by_number,
    System.MANUAL: pair_by_hand,
    System.MITCHELL: pair_mitchell,
    System.DANISH: pair_neighbours,
    System.DANISH_NO_REMATCH: pair_without_rematch,
    System.SWISS: pair_swiss,
    System.ROUND_ROBIN: pair_round_robin,
    System.KNOCKOUT: pair_knockout,
    System.INDIVIDUAL: pair_individual,
}
"""The systems, in the order in which they are offered."""


def pair_round(system: System, request: PairingRequest) -> Draft:
    """Return the draft of a round. The same request gives the same draft on every machine.

    Raise PairingRefused if the settings allow no proper round.
    """
    if len(request.entrants) < 2:
        raise PairingRefused(RefusalCode.TOO_FEW, {"pairs": len(request.entrants)})
    if each_girone(system, request):
        return pair_gironi(system, SYSTEMS, request)
    check_kept(system, request)
    draft = SYSTEMS[system](request)
    return draft if system in SEATED_OTHERWISE else keep_fixed_tables(draft, request)
