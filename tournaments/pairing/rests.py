"""Who rests when the number of pairs is odd (`tournament.md` §3).

Nobody rests twice before everybody has, so only those with the fewest rests are looked at. Among them it is the
lowest in the ranking or, where the system forbids rematches, the lowest whose rest costs the others none (none
more than any other's would, if rematches cannot be avoided at all). In a drawn first round it is drawn by lot.
"""

from random import Random

from tournaments.records import EntrantId, PairingRequest, Reason, ReasonCode

from .common import Past, order_of
from .matching import fewest_blocked

Rest = tuple[EntrantId, Reason]


def lowest_rest(request: PairingRequest, past: Past) -> Rest | None:
    """The lowest-ranked of those who rested least, whatever it means for the others; None if all can play."""
    candidates = _candidates(request, past)
    return _named(candidates[0], past, passed_over=[]) if candidates else None


def harmless_rest(request: PairingRequest, past: Past) -> Rest | None:
    """The lowest-ranked of those who rested least that leaves the others the fewest rematches."""
    candidates = _candidates(request, past)
    if not candidates:
        return None
    fewest, chosen = None, candidates[0]
    for entrant in candidates:
        rematches = _rematches_without(entrant, request, past)
        if fewest is None or rematches < fewest:
            fewest, chosen = rematches, entrant
        if fewest == 0:
            break
    return _named(chosen, past, passed_over=candidates[: candidates.index(chosen)])


def drawn_rest(request: PairingRequest, lot: Random) -> Rest | None:
    """Anybody, by lot: for a first round, when nobody has rested."""
    if len(request.entrants) % 2 == 0:
        return None
    entrant = lot.choice(order_of(request))
    return entrant, Reason(ReasonCode.REST_DRAWN, {"pair": entrant})


def _candidates(request: PairingRequest, past: Past) -> list[EntrantId]:
    """Those who rested least, the lowest-ranked first; nobody if the number of pairs is even."""
    order = order_of(request)
    if len(order) % 2 == 0:
        return []
    least = min(past.rests[entrant] for entrant in order)
    return [entrant for entrant in reversed(order) if past.rests[entrant] == least]


def _rematches_without(entrant: EntrantId, request: PairingRequest, past: Past) -> int:
    others = [other for other in order_of(request) if other != entrant]
    return fewest_blocked(past.blocked(others))


def _named(entrant: EntrantId, past: Past, *, passed_over: list[EntrantId]) -> Rest:
    """The rest with its reason; `passed_over` are lower in the ranking, and their rest would cost a rematch more."""
    rests = past.rests[entrant]
    code = ReasonCode.REST_AGAIN if rests else ReasonCode.REST_LOWEST
    return entrant, Reason(code, {"pair": entrant, "rests": rests, "passed_over": [*map(int, passed_over)]})
