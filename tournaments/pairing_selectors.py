"""What a pairing system may look at, read from the database in a fixed number of queries whatever the size."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .models import Round, Tournament
from .records import (
    Adjustment,
    Cycle,
    Entrant,
    EntrantId,
    PairingRequest,
    RoundSettings,
    System,
    TableResult,
)
from .round_settings import USUAL
from .runs import PLANNED_AHEAD, with_adjustments
from .selectors import adjustments_of, entrants_of, order_today, ranked_before, results_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What the draws of a tournament follow from, read once."""

    tournament: Tournament
    entrants: Sequence[Entrant]
    results: Sequence[TableResult]
    adjustments: Sequence[Adjustment]

    def before(self, number: int) -> list[TableResult]:
        """The tables of the rounds before that one."""
        return [result for result in self.results if result.round < number]

    def ranked_before(self, number: int) -> list[tuple[Entrant, int]]:
        """Everybody entered with their VP before a round, best first; by number while nothing has been played."""
        return ranked_before(self.tournament, self.entrants, self.results, self.adjustments, number)

    def order_today(self, round_: Round) -> list[list[int]]:
        """`Round.order` as the earlier rounds, corrections included, give it now."""
        return order_today(self.tournament, self.entrants, self.results, self.adjustments, round_)


def evening_of(tournament: Tournament, *, after_round: int | None = None) -> Evening:
    """The evening up to a round, or up to now. Three queries."""
    return Evening(
        tournament=tournament,
        entrants=entrants_of(tournament),
        results=results_of(tournament, after_round=after_round),
        adjustments=adjustments_of(tournament),
    )


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
    evening = evening_of(tournament, after_round=number - 1)
    return request_in(evening, number=number, system=system, seed=seed, settings=settings, seats=seats)


def request_in(
    evening: Evening,
    *,
    number: int,
    system: System,
    seed: int,
    settings: RoundSettings = USUAL,
    seats: Sequence[tuple[EntrantId, EntrantId | None]] = (),
) -> PairingRequest:
    """The same of an evening that has been read already. One query."""
    ranked = [(entrant, vp) for entrant, vp in evening.ranked_before(number) if entrant.active]
    request = _request(evening, ranked, number=number, system=system, seed=seed, settings=settings)
    return replace(request, seats=tuple(seats))


def request_as_drawn(round_: Round, evening: Evening | None = None) -> PairingRequest:
    """The request that a drawn round answered: those to be seated, in the ranking of that moment. Four queries.

    A round that was imported without that ranking takes the one that the results give today. `evening`: if it has been
    read already, up to this round at least.
    """
    evening = evening or evening_of(round_.tournament, after_round=round_.number)
    entrants = {entrant.id: replace(entrant, active=True) for entrant in evening.entrants}
    ranked = [(entrants[EntrantId(number)], vp) for number, vp in round_.order or evening.order_today(round_)]
    return _request(
        evening,
        ranked,
        number=round_.number,
        system=System(round_.system),
        seed=round_.seed,
        settings=round_.chosen,
    )


def _request(
    evening: Evening,
    ranked: Sequence[tuple[Entrant, int]],
    *,
    number: int,
    system: System,
    seed: int,
    settings: RoundSettings,
) -> PairingRequest:
    """The request for a round of those who are ranked, with what went before. One query."""
    rounds = list(evening.tournament.rounds.filter(number__lt=number).order_by("number"))
    return PairingRequest(
        round=number,
        entrants=tuple(entrant for entrant, _vp in ranked),
        history=tuple(with_adjustments(evening.before(number), evening.adjustments)),
        seed=seed,
        settings=settings,
        vp={entrant.id: vp for entrant, vp in ranked},
        cycle=_cycle(rounds, system, settings, evening),
        rounds_planned=evening.tournament.rounds_planned,
    )


def _cycle(rounds: Sequence[Round], system: System, settings: RoundSettings, evening: Evening) -> Cycle | None:
    """The run of rounds of `system` that the latest round belongs to, if the settings say that it goes on."""
    shape = PLANNED_AHEAD.get(system)
    first = None
    for round_ in reversed(rounds) if shape is not None else ():
        same = all(getattr(round_.chosen, name) == getattr(settings, name) for name in shape or ())
        if round_.system != system or not same:
            break
        first = round_
    return None if first is None else cycle_of(first, evening)


def cycle_of(first: Round, evening: Evening) -> Cycle:
    """The cycle that a round began."""
    order = first.order or evening.order_today(first)
    return Cycle(start=first.number, order=tuple(EntrantId(number) for number, _vp in order))


def order_as_stored(request: PairingRequest) -> list[list[int]]:
    """`Round.order` of a round drawn from the request."""
    return [[int(entrant.id), request.vp.get(entrant.id, 0)] for entrant in request.entrants]
