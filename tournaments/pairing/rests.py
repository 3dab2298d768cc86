"""Who rests when the number of pairs is odd (docs/tournaments.md §3, docs/pairing.md §4).

Nobody rests twice before everybody has, so only those with the fewest rests are looked at. Among them it is the
lowest in the ranking whose rest costs the others nothing that the system keeps apart: no meeting of teammates or
one that is excluded, and where it forbids rematches no rematch (or the least, if it must be). Clubs do not count
here: a great club would rest for ever. In a drawn first round it is drawn by lot.
"""

from collections.abc import Sequence
from random import Random

from tournaments.records import EntrantId, PairingRequest, Reason, ReasonCode

from .avoided import Avoided
from .common import Past, to_seat
from .matching import always_pairable, least_price

Rest = tuple[EntrantId, Reason]


def harmless_rest(request: PairingRequest, past: Past, avoided: Avoided) -> Rest | None:
    """The lowest-ranked of those who rested least that leaves the others the least; None if all can play."""
    seats = to_seat(request)
    candidates = _candidates(seats, past)
    if not candidates:
        return None
    chosen = _least_harm(candidates, seats, avoided)
    return _named(chosen, past, passed_over=candidates[: candidates.index(chosen)])


def drawn_rest(request: PairingRequest, lot: Random, avoided: Avoided) -> Rest | None:
    """Anybody, by lot, if it leaves the others the least: for a first round, when nobody has rested."""
    seats = to_seat(request)
    if len(seats) % 2 == 0:
        return None
    chosen = _least_harm(lot.sample(seats, len(seats)), seats, avoided)
    return chosen, Reason(ReasonCode.REST_DRAWN, {"pair": chosen})


def playing(request: PairingRequest, rest: Rest | None) -> list[EntrantId]:
    """In ranking order, who is to be seated and does not rest."""
    return [entrant for entrant in to_seat(request) if rest is None or entrant != rest[0]]


def _candidates(seats: Sequence[EntrantId], past: Past) -> list[EntrantId]:
    """Those who rested least, the lowest-ranked first; nobody if the number of pairs is even."""
    if len(seats) % 2 == 0:
        return []
    least = min(past.rests[entrant] for entrant in seats)
    return [entrant for entrant in reversed(seats) if past.rests[entrant] == least]


def _least_harm(candidates: Sequence[EntrantId], seats: Sequence[EntrantId], avoided: Avoided) -> EntrantId:
    """The first of the candidates whose rest leaves the others the least price."""
    avoided = avoided.without_clubs()
    if always_pairable(len(seats) - 1, avoided.busiest):
        return candidates[0]
    least, chosen = None, candidates[0]
    for entrant in candidates:
        price = least_price(avoided.prices([other for other in seats if other != entrant]))
        if least is None or price < least:
            least, chosen = price, entrant
        if least == 0:
            break
    return chosen


def _named(entrant: EntrantId, past: Past, *, passed_over: list[EntrantId]) -> Rest:
    """The rest with its reason; `passed_over` are lower in the ranking, and their rest would cost more."""
    rests = past.rests[entrant]
    code = ReasonCode.REST_AGAIN if rests else ReasonCode.REST_LOWEST
    return entrant, Reason(code, {"pair": entrant, "rests": rests, "passed_over": [*map(int, passed_over)]})
