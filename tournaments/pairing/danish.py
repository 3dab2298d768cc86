"""The two Danish systems: down the ranking, with rematches (danese puro) or without (danese modificato).

Source: `tournament.md` §2 for the systems, `pairing.md` for the optimum of the second.

| covered                                                        | not covered                                      |
|----------------------------------------------------------------|--------------------------------------------------|
| both policies exactly, the fewest rematches where some must be | a memory of the last n rounds only: all count    |
| rests by ranking, lines in turn                                | clubmates counted as met; pairs fixed to a table |
"""

from collections.abc import Iterable

from tournaments.records import Draft, EntrantId, PairingRequest, Policy, Reason, ReasonCode, System

from .common import Past, draft_of, lot_of, order_of, tables_by_ranking
from .matching import min_square, top_down
from .rests import Rest, harmless_rest, lowest_rest


def pair_neighbours(request: PairingRequest) -> Draft:
    """1–2, 3–4 … of those who play, in ranking order; rematches are counted, not avoided."""
    past = Past.of(request.history)
    rest = lowest_rest(request, past)
    playing = len(request.entrants) - (rest is not None)
    tables = [(upper, upper + 1) for upper in range(0, playing, 2)]
    return _danish(System.DANISH, request, past, places=tables, rest=rest)


def pair_without_rematch(request: PairingRequest) -> Draft:
    """As near to 1–2, 3–4 … as it can be with the fewest rematches, in the sense of `request.policy`."""
    past = Past.of(request.history)
    rest = harmless_rest(request, past)
    blocked = past.blocked(_playing(request, rest))
    tables = top_down(blocked) if request.settings.policy is Policy.TOP_DOWN else min_square(blocked, lot_of(request))
    return _danish(System.DANISH_NO_REMATCH, request, past, places=tables, rest=rest)


def _playing(request: PairingRequest, rest: Rest | None) -> list[EntrantId]:
    return [entrant for entrant in order_of(request) if rest is None or entrant != rest[0]]


def _danish(
    system: System, request: PairingRequest, past: Past, *, places: Iterable[tuple[int, int]], rest: Rest | None
) -> Draft:
    """The draft of tables given as places among those who play: their distances make the cost."""
    order = order_of(request)
    playing = _playing(request, rest)
    rank = {entrant: place for place, entrant in enumerate(order, 1)}
    seat = {entrant: place for place, entrant in enumerate(playing)}

    def why(better: EntrantId, other: EntrantId) -> Reason:
        facts = {"upper": rank[better], "lower": rank[other]}
        between = playing[seat[better] + 1 : seat[other]]
        if not between:
            return Reason(ReasonCode.NEIGHBOURS, facts)
        for entrant in (better, other):
            met = [int(passed) for passed in between if past.have_met(entrant, passed)]
            if met:
                return Reason(ReasonCode.RANK_DISTANCE, {**facts, "pair": entrant, "met": met})
        return Reason(ReasonCode.RANK_DISTANCE, {**facts, "pair": better, "met": []})

    places = list(places)
    meetings = [(playing[upper], playing[lower]) for upper, lower in places]
    cost = sum((lower - upper) ** 2 for upper, lower in places)
    forced = system is System.DANISH_NO_REMATCH
    tables = tables_by_ranking(request, past, meetings=meetings, why=why, rest=rest, forced=forced)
    return draft_of(system, request, past, tables, cost)
