"""The rest with an odd number of pairs (docs/tournaments.md §3, docs/pairing.md §4).

Nobody rests twice before everybody has, so only the pairs with the fewest rests are candidates. Among them it is the
lowest-ranked whose rest costs the others nothing that the system keeps apart: no meeting of teammates or an excluded
one, and no rematch (or the fewest) if the system avoids them. Clubs do not count: a large club would always rest. In a
drawn first round the rest is drawn by lot.
"""

from collections.abc import Mapping, Sequence
from random import Random

from tournaments.records import EntrantId, Obstacle, PairingRequest, Reason, ReasonCode

from .common import Facts, Past, order_of, to_seat
from .constraints import Constraints
from .matching import always_pairable, least_price
from .prices import unit

Rest = tuple[EntrantId, Reason]


def harmless_rest(request: PairingRequest, past: Past, avoided: Constraints) -> Rest | None:
    """Return the lowest-ranked of those with the fewest rests whose rest costs least, or None if all play."""
    seats = to_seat(request)
    candidates = _candidates(seats, past)
    if not candidates:
        return None
    chosen, prices = _least_harm(candidates, seats, avoided)
    lower = candidates[: candidates.index(chosen)]
    facts = rest_facts(request, past.rests, chosen) | _passed_over(lower, chosen, prices, avoided, len(seats) - 1)
    return chosen, Reason(ReasonCode.REST_AGAIN if past.rests[chosen] else ReasonCode.REST_LOWEST, facts)


def drawn_rest(request: PairingRequest, lot: Random, avoided: Constraints) -> Rest | None:
    """Return a rest by lot that costs the others least: for a first round, when nobody has rested."""
    seats = to_seat(request)
    if len(seats) % 2 == 0:
        return None
    chosen, _prices = _least_harm(lot.sample(seats, len(seats)), seats, avoided)
    return chosen, Reason(ReasonCode.REST_DRAWN, {"pair": chosen})


def playing(request: PairingRequest, rest: Rest | None) -> list[EntrantId]:
    """Return the entrants to seat, in ranking order, without the one that rests."""
    return [entrant for entrant in to_seat(request) if rest is None or entrant != rest[0]]


def _candidates(seats: Sequence[EntrantId], past: Past) -> list[EntrantId]:
    """Return those with the fewest rests, the lowest-ranked first; empty if the number of pairs is even."""
    if len(seats) % 2 == 0:
        return []
    least = min(past.rests[entrant] for entrant in seats)
    return [entrant for entrant in reversed(seats) if past.rests[entrant] == least]


def _least_harm(
    candidates: Sequence[EntrantId], seats: Sequence[EntrantId], avoided: Constraints
) -> tuple[EntrantId, dict[EntrantId, int]]:
    """Return the first candidate whose rest leaves the others the least price, and the prices compared."""
    avoided = avoided.without_clubs()
    if always_pairable(len(seats) - 1, avoided.busiest):
        return candidates[0], {}
    prices: dict[EntrantId, int] = {}
    for entrant in candidates:
        prices[entrant] = least_price(avoided.prices([other for other in seats if other != entrant]))
        if not prices[entrant]:
            break
    return min(prices, key=prices.__getitem__), prices


def rest_facts(request: PairingRequest, rests: Mapping[EntrantId, int], chosen: EntrantId, together: int = 1) -> Facts:
    """Return the facts of a rest by ranking, with `together` the number of pairs that have to rest."""
    place = {entrant: at for at, entrant in enumerate(order_of(request))}
    turn = (rests[chosen], -place[chosen])
    stay = [entrant for table in request.settings.kept if table.ew is not None for entrant in table.seated]
    return {
        "pair": chosen,
        "rests": rests[chosen],
        "together": together,
        "ranked": bool(request.history),
        "kept": any((rests[entrant], -place[entrant]) < turn for entrant in stay),
    }


def _passed_over(
    lower: Sequence[EntrantId], chosen: EntrantId, prices: Mapping[EntrantId, int], avoided: Constraints, size: int
) -> Facts:
    """Return the lower-ranked whose rest would cost the others more: forbidden meetings, or else rematches."""
    never = unit(size) ** 2
    barred = [int(entrant) for entrant in lower if prices[entrant] // never > prices[chosen] // never]
    facts: Facts = {"passed_over": [int(entrant) for entrant in lower if entrant not in barred]}
    if barred:
        kinds = [Obstacle.TEAM] * avoided.has_teammates + [Obstacle.EXCLUDED] * bool(avoided.never)
        facts |= {"barred": barred, "obstacle": kinds[0].value if len(kinds) == 1 else ""}
    return facts
