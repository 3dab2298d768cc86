"""The pairing by number: 1 with 2, 3 with 4 … (docs/tournaments.md §2). Rematches are counted, not avoided.

If teams or the referee forbid a meeting, each in turn meets the next possible number.
"""

from tournaments.records import Draft, EntrantId, PairingRequest, Reason, ReasonCode, System

from .common import Notes, Past, draft_of, tables_by_ranking
from .constraints import Constraints
from .matching import top_down
from .rests import harmless_rest, playing


def pair_by_number(request: PairingRequest) -> Draft:
    """Return a round in the order of the numbers, 1 against 2, 3 against 4, without teammates or excluded meetings."""
    past = Past.of(request.history)
    avoided = Constraints.of(request, past)
    rest = harmless_rest(request, past, avoided)
    numbers = sorted(playing(request, rest))

    def why(better: EntrantId, other: EntrantId) -> list[Reason]:
        return [Reason(ReasonCode.REGISTRATION_ORDER, {"pair": min(better, other), "other": max(better, other)})]

    meetings = [(numbers[one], numbers[other]) for one, other in top_down(avoided.prices(numbers))]
    notes = Notes.of(request, past, forced=False, fewest=avoided.minded)
    tables = tables_by_ranking(request, past, meetings=meetings, why=why, rest=rest, notes=notes)
    return draft_of(System.REGISTRATION, request, past, tables)
