"""The system of each draw, and the draw itself."""

from collections.abc import Callable, Mapping

from tournaments.records import Draft, PairingRequest, System

from .danish import pair_neighbours, pair_without_rematch
from .draw import pair_by_lot
from .gironi import each_girone, pair_gironi
from .individual import pair_individual
from .knockout import pair_knockout
from .manual import pair_by_hand
from .mitchell import pair_mitchell
from .refusals import PairingRefused, RefusalCode
from .registration import pair_by_number
from .round_robin import pair_round_robin
from .seating import SEATED_OTHERWISE, check_kept, keep_fixed_tables
from .swiss import pair_swiss

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
