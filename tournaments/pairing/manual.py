"""The seating by the referee (docs/tournaments.md §2); the program checks it, and names what it finds."""

from collections import Counter

from tournaments.records import Draft, DraftTable, EntrantId, PairingRequest, Reason, ReasonCode, System

from .common import Notes, Past, draft_of, order_of
from .refusals import PairingRefused, RefusalCode


def pair_by_hand(request: PairingRequest) -> Draft:
    """Return tables 1, 2, 3 … and their lines exactly as in `request.seats`; as many rest as the referee wants."""
    _check(request)
    past = Past.of(request.history)
    notes = Notes.of(request, past, forced=False)
    by_hand = Reason(ReasonCode.SEATED_BY_HAND)
    resting = {ns for ns, ew in request.seats if ew is None}

    def rests(entrant: EntrantId) -> tuple[Reason, ...]:
        so_far = past.rests[entrant]
        fewer = sum(past.rests[other] < so_far for other in order_of(request) if other not in resting)
        return (Reason(ReasonCode.REST_BY_REFEREE, {"pair": entrant, "rests": so_far, "fewer": fewer}),)

    tables = [
        DraftTable(number=number, ns=ns, ew=ew, why=(by_hand, *(rests(ns) if ew is None else notes.on(ns, ew))))
        for number, (ns, ew) in enumerate(request.seats, 1)
    ]
    return draft_of(System.MANUAL, request, past, tables)


def _check(request: PairingRequest) -> None:
    """Raise PairingRefused with every pair at fault, for the first kind of fault there is."""
    seated = Counter(pair for seat in request.seats for pair in seat if pair is not None)
    expected = {entrant.id for entrant in request.entrants}
    faults = (
        # Only pairs that are here can sit.
        (RefusalCode.SEAT_UNKNOWN, seated.keys() - expected),
        # Nobody sits twice, nor against itself.
        (RefusalCode.SEAT_TWICE, {pair for pair, times in seated.items() if times > 1}),
        # Everybody who is here sits or rests.
        (RefusalCode.SEAT_MISSING, expected - seated.keys()),
    )
    for code, pairs in faults:
        if pairs:
            raise PairingRefused(code, {"pairs": sorted(int(pair) for pair in pairs)})
