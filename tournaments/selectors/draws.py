"""What a pairing system may look at, read from the database in a fixed number of queries whatever the size."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from tournaments.models import Round, Tournament
from tournaments.records import Entrant, EntrantId, NamedSystem, Outcome, PairingRequest, RoundSettings, System
from tournaments.records.settings_json import USUAL

from .entrants import entrants_by_key
from .evening import Evening, evening_of
from .ratings import some_rated_in, strengths_in
from .results import with_adjustments
from .runs import run_to_go_on


@dataclass(frozen=True, kw_only=True)
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

    @cached_property
    def still_open(self) -> Mapping[int, Sequence[int]]:
        """The rounds before it that are under way, each with the tables that are still to hand in."""
        under_way = [r.number for r in self.rounds if r.state == Round.State.PUBLISHED and r.number < self.number]
        return {
            number: [
                table.table for table in self.evening.results if table.round == number and table.outcome is Outcome.OPEN
            ]
            for number in under_way
        }

    @cached_property
    def ranked(self) -> list[tuple[Entrant, int]]:
        """Who is here with the VP so far, in ranking order."""
        return [(entrant, vp) for entrant, vp in self.evening.ranked_before(self.number) if entrant.active]

    @cached_property
    def is_rated(self) -> bool:
        """Whether it can be drawn in the order of the ratings; without asking what they are."""
        drafted_so = self.draft is not None and self.draft.by_rating
        return self.number == 1 and (drafted_so or some_rated_in(self.tournament))

    @cached_property
    def by_rating(self) -> Sequence[tuple[Entrant, int]]:
        """Who is here, the strongest first, before the first ranking; nobody where nothing is known of that.

        A draft that was drawn so keeps its order, whatever the ratings say since, unless somebody has come.
        """
        if self.number > 1:
            return ()
        draft = self.draft
        kept = [number for number, _vp in draft.order] if draft is not None and draft.by_rating else []
        if kept and {entrant.id for entrant, _vp in self.ranked} <= {EntrantId(number) for number in kept}:
            return sorted(self.ranked, key=lambda row: kept.index(row[0].id))
        strengths = strengths_in(self.tournament)
        return sorted(self.ranked, key=lambda row: -strengths[row[0].id]) if strengths else ()

    def request(
        self,
        *,
        system: System,
        seed: int,
        settings: RoundSettings = USUAL,
        seats: Sequence[tuple[EntrantId, EntrantId | None]] = (),
        by_rating: bool = False,
    ) -> PairingRequest:
        """Everything to draw it by: who is here, in ranking order, and who met.

        `by_rating`: before the first ranking the strongest come first, where that is known, and not the lowest number.
        """
        before = [round_ for round_ in self.rounds if round_.number < self.number]
        ranked = (by_rating and self.by_rating) or self.ranked
        request = _request(
            self.evening, before, ranked, number=self.number, system=system, seed=seed, settings=settings
        )
        return replace(request, seats=tuple(seats))


def round_to_draw(tournament: Tournament, rounds: Sequence[Round], number: int) -> NextRound:
    """What round `number` is drawn from, with the rounds so far. Three queries."""
    entrants = entrants_by_key(tournament)
    return NextRound(
        number=number,
        evening=evening_of(tournament, after_round=number - 1, entrants=tuple(entrants.values())),
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
    run = run_to_go_on(before, system, settings)
    return PairingRequest(
        round=number,
        entrants=tuple(entrant for entrant, _vp in ranked),
        history=tuple(with_adjustments(evening.before(number), evening.adjustments)),
        seed=seed,
        settings=settings,
        vp={entrant.id: vp for entrant, vp in ranked},
        run=evening.run_begun_by(run[0]) if run else None,
        rounds_planned=_planned_until(evening.tournament, number, system),
    )


def _planned_until(tournament: Tournament, number: int, system: System) -> int:
    """The last round that is planned to be drawn like this one: of those announced, or of all."""
    announced = tournament.plan[number - 1 :]
    if not announced or NamedSystem(announced[0]).system is not system:
        return tournament.rounds_planned
    alike = takewhile(lambda each: each == announced[0], announced)
    return number - 1 + len(list(alike))


def order_as_stored(request: PairingRequest) -> list[list[int]]:
    """`Round.order` of a round drawn from the request."""
    return [[int(entrant.id), request.vp.get(entrant.id, 0)] for entrant in request.entrants]
