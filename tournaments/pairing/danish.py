"""The two Danish systems: down the ranking, with rematches (danese puro) or without (danese senza ripetizioni).

Source: docs/tournaments.md §2 for the systems, docs/pairing.md §3 for the optimum of the second.

| covered                                                                                                   |
|-----------------------------------------------------------------------------------------------------------|
| both policies exactly, and first of all the least of what is kept apart: teammates and excluded meetings, |
| then rematches (all, or of the last n rounds), then clubmates if asked; each table says why it is so      |
| with rematches: 1–2, 3–4 …, and where teams or the referee forbid one, from the top the best that may be  |
"""

from collections.abc import Iterable, Sequence

from tournaments.records import Draft, DraftTable, EntrantId, PairingRequest, Policy, Reason, ReasonCode, System

from .common import Notes, Past, draft_of, lot_of, remembered_since, tables_by_ranking
from .constraints import Constraints
from .explanation import EntrantsBetween, PairedRow, down_the_ranking
from .matching import min_square, top_down
from .optimum import Tables
from .rests import Rest, harmless_rest, playing


def pair_neighbours(request: PairingRequest) -> Draft:
    """Pair 1–2, 3–4 … in ranking order; rematches are counted, not avoided."""
    past = Past.of(request.history)
    avoided = Constraints.of(request, past)
    rest = harmless_rest(request, past, avoided)
    order = playing(request, rest)
    places = top_down(avoided.prices(order))
    row = _row(order, places, avoided)
    notes = Notes.of(request, past, forced=False, fewest=avoided.minded)
    return _draft(System.DANISH, request, past, row, rest, notes, from_top=True)


def pair_without_rematch(request: PairingRequest) -> Draft:
    """Pair as closely as possible to 1–2, 3–4 … with the fewest rematches, as the policy defines it."""
    past, settings = Past.of(request.history), request.settings
    avoided = Constraints.of(request, past, rematches=True, clubs=settings.avoid_clubs)
    rest = harmless_rest(request, past, avoided)
    order = playing(request, rest)
    from_top = settings.policy is Policy.TOP_DOWN
    prices = avoided.prices(order)
    places = top_down(prices) if from_top else min_square(prices, lot_of(request))
    notes = Notes.of(request, past, forced=True, since=remembered_since(request), fewest=avoided.minded)
    row = _row(order, places, avoided)
    return _draft(System.DANISH_NO_REMATCH, request, past, row, rest, notes, from_top=from_top)


def _row(order: Sequence[EntrantId], places: Tables, avoided: Constraints) -> PairedRow:
    opponent = list(range(len(order)))
    for upper, lower in places:
        opponent[upper], opponent[lower] = lower, upper
    return PairedRow(order=order, opponent=opponent, avoided=avoided)


def _draft(
    system: System,
    request: PairingRequest,
    past: Past,
    row: PairedRow,
    rest: Rest | None,
    notes: Notes,
    *,
    from_top: bool,
) -> Draft:
    rank, between = request.placed, EntrantsBetween.of(request, rest)
    seat = {entrant: place for place, entrant in enumerate(row.order)}

    def why(better: EntrantId, other: EntrantId) -> list[Reason]:
        facts = {"upper": rank[better], "lower": rank[other]}
        upper, lower = seat[better], seat[other]
        if lower == upper + 1:
            return [Reason(ReasonCode.NEIGHBOURS, facts | between.facts(better, other))]
        return [Reason(ReasonCode.RANK_DISTANCE, facts), *down_the_ranking(row, upper, lower, top_down=from_top)]

    meetings = [
        (row.order[one], row.order[other])
        for one, other in enumerate(row.opponent)
        if one < other  # equivalent `one <= other`: nobody meets himself
    ]
    tables = tables_by_ranking(request, past, meetings=meetings, why=why, rest=rest, notes=notes)
    # Down the row every table is counted from both its places.
    cost = _cost(request, tables) if request.settings.kept else _squares(enumerate(row.opponent)) // 2
    return draft_of(system, request, past, tables, cost, notes.since)


def _cost(request: PairingRequest, tables: Sequence[DraftTable]) -> int:
    """Return the sum of the squared distances of all tables, kept ones included, without resting pairs."""
    resting = {table.ns for table in tables if table.ew is None}
    seated = [entrant.id for entrant in request.entrants if entrant.id not in resting]
    place = {entrant: at for at, entrant in enumerate(seated)}
    return _squares((place[table.ns], place[table.ew]) for table in tables if table.ew is not None)


def _squares(places: Iterable[tuple[int, int]]) -> int:
    return sum([(one - other) ** 2 for one, other in places])
