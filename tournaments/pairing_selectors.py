"""What a pairing system may look at, read from the database in a fixed number of queries whatever the size."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from .models import Round, Tournament
from .records import (
    Adjustment,
    Cycle,
    EntrantId,
    PairingRequest,
    RoundSettings,
    System,
    TableResult,
)
from .round_settings import USUAL
from .selectors import adjustments_of, entrants_of, rank, results_of

PLANNED_AHEAD: Mapping[System, tuple[str, ...]] = {
    System.ROUND_ROBIN: ("groups",),
    System.KNOCKOUT: ("qualifiers",),
    System.INDIVIDUAL: ("movement",),
}
"""The systems whose rounds belong together, and the settings that must stay the same for one run of them."""


def pairing_request(
    tournament: Tournament,
    *,
    number: int,
    system: System,
    seed: int,
    settings: RoundSettings = USUAL,
    seats: Sequence[tuple[EntrantId, EntrantId | None]] = (),
) -> PairingRequest:
    """Everything to draw round `number` by: who is here, in ranking order, and who met. Four queries."""
    rounds = list(tournament.rounds.filter(number__lt=number).order_by("number"))
    entrants, results = entrants_of(tournament), results_of(tournament, after_round=number - 1)
    adjustments = adjustments_of(tournament)
    vp: dict[EntrantId, int] = {}
    if results:
        ranking = rank(tournament, entrants, results, adjustments, after_round=number - 1, everybody=True)
        entrants = tuple(standing.entrant for standing in ranking)
        vp = {standing.entrant.id: standing.vp for standing in ranking}
    active = tuple(entrant for entrant in entrants if entrant.active)
    return PairingRequest(
        round=number,
        entrants=active,
        history=tuple(_with_adjustments(results, adjustments)),
        seed=seed,
        settings=settings,
        vp={entrant.id: vp.get(entrant.id, 0) for entrant in active},
        cycle=_cycle(rounds, system, settings),
        rounds_planned=tournament.rounds_planned,
        seats=tuple(seats),
    )


def request_as_drawn(round_: Round) -> PairingRequest:
    """The request that a drawn round answered: those who were seated, in the ranking of that moment. Five queries.

    A round that was imported without that ranking takes the one that the results give today.
    """
    tournament = round_.tournament
    request = pairing_request(
        tournament, number=round_.number, system=System(round_.system), seed=round_.seed, settings=round_.chosen
    )
    entrants = {entrant.id: entrant for entrant in entrants_of(tournament)}
    order = round_.order or [[entrant.id, request.vp[entrant.id]] for entrant in request.entrants]
    return replace(
        request,
        entrants=tuple(replace(entrants[number], active=True) for number, _vp in order),
        vp={EntrantId(number): vp for number, vp in order},
    )


def _with_adjustments(results: Iterable[TableResult], adjustments: Iterable[Adjustment]) -> Iterable[TableResult]:
    """The tables with the referee's MP adjustments in their MP, as a knockout reads who won."""
    given: dict[tuple[int, EntrantId], int] = {}
    for adjustment in adjustments:
        key = (adjustment.round, adjustment.entrant)
        given[key] = given.get(key, 0) + adjustment.mp
    for result in results:
        ns, ew = (sum(given.get((result.round, each), 0) for each in side) for side in (result.ns_side, result.ew_side))
        if (ns or ew) and result.ns_mp is not None and result.ew_mp is not None:
            yield replace(result, ns_mp=result.ns_mp + ns, ew_mp=result.ew_mp + ew)
        else:
            yield result


def _cycle(rounds: Sequence[Round], system: System, settings: RoundSettings) -> Cycle | None:
    """The run of rounds of `system` that the latest round belongs to, if the settings say that it goes on."""
    shape = PLANNED_AHEAD.get(system)
    first = None
    for round_ in reversed(rounds) if shape is not None else ():
        same = all(getattr(round_.chosen, name) == getattr(settings, name) for name in shape or ())
        if round_.system != system or not same:
            break
        first = round_
    if first is None:
        return None
    return Cycle(start=first.number, order=tuple(EntrantId(number) for number, _vp in first.order))


def order_as_stored(request: PairingRequest) -> list[list[int]]:
    """`Round.order` of a round drawn from the request."""
    return [[int(entrant.id), request.vp.get(entrant.id, 0)] for entrant in request.entrants]
