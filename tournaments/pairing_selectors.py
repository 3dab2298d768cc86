"""What a pairing system may look at, read from the database in a fixed number of queries whatever the size."""

from collections.abc import Mapping, Sequence
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
from .selectors import adjustments_of, entrants_by_key, entrants_of, order_today, ranked_before, results_of


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


@dataclass(frozen=True, slots=True, kw_only=True)
class NextRound:
    """What a round is drawn from, read once: the form proposes by it, the draw and what it foretells follow from it."""

    number: int
    evening: Evening
    rounds: Sequence[Round]
    """Those before it, in order, and its own draft, if there is one."""
    keys: Mapping[EntrantId, int]
    """Under which keys the database has everybody entered."""

    @property
    def tournament(self) -> Tournament:
        return self.evening.tournament

    @property
    def draft(self) -> Round | None:
        last = self.rounds[-1] if self.rounds else None
        return last if last is not None and last.number == self.number else None

    @property
    def here(self) -> int:
        """How many are to be seated."""
        return sum(entrant.active for entrant in self.evening.entrants)

    def request(
        self,
        *,
        system: System,
        seed: int,
        settings: RoundSettings = USUAL,
        seats: Sequence[tuple[EntrantId, EntrantId | None]] = (),
    ) -> PairingRequest:
        """Everything to draw it by: who is here, in ranking order, and who met."""
        ranked = [(entrant, vp) for entrant, vp in self.evening.ranked_before(self.number) if entrant.active]
        before = [round_ for round_ in self.rounds if round_.number < self.number]
        request = _request(
            self.evening, before, ranked, number=self.number, system=system, seed=seed, settings=settings
        )
        return replace(request, seats=tuple(seats))


def round_to_draw(tournament: Tournament, rounds: Sequence[Round], number: int) -> NextRound:
    """What round `number` is drawn from, with the rounds so far. Three queries."""
    entrants = entrants_by_key(tournament)
    return NextRound(
        number=number,
        evening=Evening(
            tournament=tournament,
            entrants=tuple(entrants.values()),
            results=results_of(tournament, after_round=number - 1),
            adjustments=adjustments_of(tournament),
        ),
        rounds=rounds,
        keys={entrant.id: key for key, entrant in entrants.items()},
    )


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
        list(evening.tournament.rounds.filter(number__lt=round_.number).order_by("number")),
        ranked,
        number=round_.number,
        system=System(round_.system),
        seed=round_.seed,
        settings=round_.chosen,
    )


def _request(
    evening: Evening,
    before: Sequence[Round],
    ranked: Sequence[tuple[Entrant, int]],
    *,
    number: int,
    system: System,
    seed: int,
    settings: RoundSettings,
) -> PairingRequest:
    """The request for a round of those who are ranked, with what went before."""
    return PairingRequest(
        round=number,
        entrants=tuple(entrant for entrant, _vp in ranked),
        history=tuple(with_adjustments(evening.before(number), evening.adjustments)),
        seed=seed,
        settings=settings,
        vp={entrant.id: vp for entrant, vp in ranked},
        cycle=_cycle(before, system, settings, evening),
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
