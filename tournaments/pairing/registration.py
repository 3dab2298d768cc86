"""In the order of the pair numbers: 1 with 2, 3 with 4 … (`tournament.md` §2). Rematches are counted, not avoided."""

from tournaments.records import Draft, EntrantId, PairingRequest, Reason, ReasonCode, System

from .common import Past, draft_of, order_of, tables_by_ranking
from .rests import lowest_rest


def pair_by_number(request: PairingRequest) -> Draft:
    past = Past.of(request.history)
    rest = lowest_rest(request, past)
    numbers = sorted(set(order_of(request)) - ({rest[0]} if rest else set()))

    def why(better: EntrantId, other: EntrantId) -> Reason:
        return Reason(ReasonCode.REGISTRATION_ORDER, {"pair": min(better, other), "other": max(better, other)})

    meetings = zip(numbers[::2], numbers[1::2], strict=True)
    tables = tables_by_ranking(request, past, meetings=meetings, why=why, rest=rest, forced=False)
    return draft_of(System.REGISTRATION, request, past, tables)
