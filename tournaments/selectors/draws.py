"""The data for a pairing system, read with a fixed number of queries, whatever the size."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from tournaments.models import Round, Tournament
from tournaments.pairing import steps_ahead
from tournaments.pairing.draw_record import fixed_then
from tournaments.pairing.gironi import each_girone, table_starts
from tournaments.pairing.mitchell_steps import StepsAhead
from tournaments.pairing.round_robin import rounds_needed
from tournaments.ranking.gironi import knockout_seeds
from tournaments.records import (
    Entrant,
    EntrantId,
    Outcome,
    PairingRequest,
    RoundSettings,
    Run,
    Standing,
    System,
    drawn_in,
)
from tournaments.records.settings_json import USUAL

from .entrants import entrants_by_key
from .evening import Evening, evening_of
from .ratings import some_rated_in, strengths_in
from .results import with_adjustments
from .runs import run_to_go_on, system_in


@dataclass(frozen=True, kw_only=True)
class NextRound:
    """The data that a round is drawn from, read once for the form, the draw and its forecasts."""

    number: int
    evening: Evening
    rounds: Sequence[Round]
    """The rounds before it, in order, and its own draft, if there is one."""
    keys: Mapping[EntrantId, int]
    """The database's keys of all entrants."""

    @property
    def tournament(self) -> Tournament:
        return self.evening.tournament

    @property
    def draft(self) -> Round | None:
        last = self.rounds[-1] if self.rounds else None
        return last if last is not None and last.number == self.number else None

    @property
    def here(self) -> int:
        """Return how many entrants are to be seated."""
        return sum(entrant.active for entrant in self.evening.entrants)

    @cached_property
    def still_open(self) -> Mapping[int, Sequence[int]]:
        """Return the earlier rounds under way, each with the tables whose slips are missing."""
        under_way = [round_.number for round_ in self.rounds if round_.state == Round.State.PUBLISHED]
        return {
            number: [
                table.table for table in self.evening.results if table.round == number and table.outcome is Outcome.OPEN
            ]
            for number in under_way
        }

    @cached_property
    def ranking(self) -> Sequence[Standing]:
        """Return the present ranking; empty before there is one."""
        return self.evening.ranking_before(self.number, self._before)

    @cached_property
    def ranked(self) -> list[tuple[Entrant, int]]:
        """Return the entrants present with their VP, in ranking order; by number before there is a ranking."""
        ranked = [(row.entrant, row.vp) for row in self.ranking] or [(entrant, 0) for entrant in self.evening.entrants]
        return [(entrant, vp) for entrant, vp in ranked if entrant.active]

    @property
    def seeded(self) -> list[tuple[Entrant, int]]:
        """Return the same in the order in which a knockout seeds them."""
        rows = knockout_seeds([row for row in self.ranking if row.entrant.active])
        return [(row.entrant, row.vp) for row in rows] or self.ranked

    @property
    def _before(self) -> list[Round]:
        return [round_ for round_ in self.rounds if round_.number < self.number]

    @property
    def is_cut(self) -> bool:
        """Return whether the ranking is cut, so that each girone is drawn by itself, unless a knockout is played."""
        return self.tournament.is_in_gironi(self.number)

    @cached_property
    def gironi(self) -> Sequence[int]:
        """Return the gironi of those to be seated; empty before the cut."""
        gironi = self.evening.gironi_of(self.number, {})
        return sorted({gironi[entrant.id] for entrant in self.evening.entrants if entrant.active} if gironi else ())

    @property
    def smallest_field(self) -> int:
        """Return how many are to be seated in the smallest girone, or in all before the cut."""
        gironi = self.evening.gironi_of(self.number, {})
        sizes = Counter(gironi.get(entrant.id) for entrant in self.evening.entrants if entrant.active)
        return min(sizes.values(), default=0)

    @property
    def since(self) -> int:
        """Return the first round of its stage: that after the cut, or the first of all."""
        return _first_of_stage(self.tournament, self.number)

    @cached_property
    def is_rated(self) -> bool:
        """Return whether the round can be drawn by the ratings, without reading them."""
        drafted_so = self.draft is not None and self.draft.by_rating
        return self.number == 1 and (drafted_so or some_rated_in(self.tournament))

    @cached_property
    def by_rating(self) -> Sequence[tuple[Entrant, int]]:
        """Return the entrants present before the first ranking, the strongest first; empty if no rating is known.

        A draft drawn like this keeps its order, even if the ratings have changed, unless somebody has come.
        """
        if self.number > 1:
            return ()
        draft = self.draft
        order = [number for number, _vp in draft.order] if draft is not None and draft.by_rating else []
        if order and {entrant.id for entrant, _vp in self.ranked} <= {EntrantId(number) for number in order}:
            return sorted(self.ranked, key=lambda row: order.index(row[0].id))
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
        new_run: bool = False,
    ) -> PairingRequest:
        """Return the request for the draw: the entrants present, in ranking order, and who met.

        If `by_rating` is true, they are in the order of the ratings before the first ranking, if ratings are known. If
        `new_run` is true, a round robin under way is given up for one with other groups.
        """
        one_bracket = system is System.KNOCKOUT and not settings.by_girone
        ranked = (by_rating and self.by_rating) or (self.seeded if one_bracket else self.ranked)
        request = _request(
            self.evening, self._before, ranked, number=self.number, system=system, seed=seed, settings=settings
        )
        if self.tournament.own_tables and each_girone(system, request):
            request = replace(request, settings=replace(settings, sections=table_starts(system, request)))
        request = replace(request, seats=tuple(seats), places=self._places)
        if new_run:
            return request
        if not each_girone(system, request):
            return request if request.run else replace(request, unfinished=self._unfinished(system, settings))
        without = {*request.gironi.values()} - request.girone_runs.keys()
        runs = {girone: self._unfinished(*drawn_in(girone, system, settings), girone) for girone in without}
        return replace(request, girone_unfinished={girone: run for girone, run in runs.items() if run is not None})

    @cached_property
    def _places(self) -> Mapping[EntrantId, int]:
        return {row.entrant.id: row.place for row in self.ranking}

    @cached_property
    def steps(self) -> StepsAhead:
        """Return how long each step of a Mitchell lasts from this round on, in the sections of the latest one."""
        latest = (round_.chosen.sections for round_ in reversed(self.rounds) if round_.system == System.MITCHELL)
        settings = replace(USUAL, sections=next(latest, ()))
        return steps_ahead(self.request(system=System.MITCHELL, seed=self.tournament.seed, settings=settings))

    @cached_property
    def round_robins(self) -> Sequence[Run]:
        """Return the round robins of the previous round that have rounds to come: of each girone, or of all."""
        gironi: Sequence[int | None] = sorted({*self.evening.gironi_of(self.number, {}).values()}) or [None]
        return [run for girone in gironi if (run := self._round_robin(girone)) is not None]

    def _round_robin(self, girone: int | None) -> Run | None:
        rounds = self._under_way(System.ROUND_ROBIN, girone)
        if not rounds:
            return None
        run, chosen = self.evening.run_begun_by(rounds[0], girone), rounds[-1].chosen
        lasts = rounds_needed(len(run.order), groups=chosen.groups, legs=chosen.legs)
        return run if len(rounds) < lasts else None

    def _unfinished(self, system: System, settings: RoundSettings, girone: int | None = None) -> Run | None:
        """Return the run of the previous round, if it is not finished."""
        if system is System.ROUND_ROBIN:
            # If the draft has these groups, the referee has already given the run up.
            agreed = self.draft is not None and bool(run_to_go_on([self.draft], system, settings, girone))
            return None if agreed else self._round_robin(girone)
        rounds = self._under_way(system, girone) if system is System.KNOCKOUT else []
        going_on = bool(rounds) and self.evening.bracket(rounds, girone).winner is None
        return self.evening.run_begun_by(rounds[0], girone) if going_on else None

    def _under_way(self, system: System, girone: int | None) -> list[Round]:
        """Return the rounds of the previous round's run, if it is one of this system."""
        before = _of_this_stage(self.evening, self._before, self.number)
        if not before or system_in(before[-1], girone) is not system:
            return []
        return run_to_go_on(before, system, before[-1].chosen, girone)


def round_to_draw(tournament: Tournament, rounds: Sequence[Round], number: int) -> NextRound:
    """Return the data for round `number`, with the rounds so far. Three queries."""
    entrants = entrants_by_key(tournament)
    return NextRound(
        number=number,
        evening=evening_of(tournament, after_round=number - 1, entrants=tuple(entrants.values())),
        rounds=rounds,
        keys={entrant.id: key for key, entrant in entrants.items()},
    )


def request_as_drawn(round_: Round, evening: Evening | None = None) -> PairingRequest:
    """Return the request of a drawn round: the entrants to seat, in the ranking at that time. Four queries.

    If a round was imported without that ranking, it is ranked by the results as they are today. `evening` saves queries
    if it has been read, up to this round at least.
    """
    evening = evening or evening_of(round_.tournament, after_round=round_.number)
    fixed = fixed_then(round_.as_drawn)

    def then(entrant: Entrant) -> Entrant:
        table = entrant.fixed_table if fixed is None else fixed.get(entrant.id)
        is_same = entrant.active and entrant.fixed_table == table
        return entrant if is_same else replace(entrant, active=True, fixed_table=table)

    entrants = {entrant.id: then(entrant) for entrant in evening.entrants}
    ranked = [(entrants[EntrantId(number)], vp) for number, vp in round_.order or evening.order_by_figures(round_)]
    return _request(
        evening,
        list(evening.tournament.rounds.filter(number__lt=round_.number).order_by("number")),
        ranked,
        number=round_.number,
        system=System(round_.system),
        seed=round_.seed,
        settings=round_.chosen,
        planned=round_.as_drawn.get("planned"),
        gironi=evening.gironi_of(round_.number, round_.as_drawn),
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
    planned: int | None = None,
    gironi: Mapping[EntrantId, int] | None = None,
) -> PairingRequest:
    """Return the request for a round of the entrants ranked; `planned` is None for the present plan."""
    of_stage = _of_this_stage(evening, before, number)
    request = PairingRequest(
        round=number,
        entrants=tuple(entrant for entrant, _vp in ranked),
        history=tuple(with_adjustments(evening.before(number), evening.adjustments)),
        seed=seed,
        settings=settings,
        vp={entrant.id: vp for entrant, vp in ranked},
        rounds_planned=planned or planned_until(evening.tournament, number, system),
        gironi=evening.gironi_of(number, {}) if gironi is None else gironi,
        since=_first_of_stage(evening.tournament, number),
    )
    if not each_girone(system, request):
        run = run_to_go_on(of_stage, system, settings)
        return replace(request, run=evening.run_of(run))
    runs = {
        girone: evening.run_of(run_to_go_on(of_stage, *drawn_in(girone, system, settings), girone), girone)
        for girone in {*request.gironi.values()}
    }
    return replace(request, girone_runs={girone: run for girone, run in runs.items() if run is not None})


def _of_this_stage(evening: Evening, before: Sequence[Round], number: int) -> list[Round]:
    """Return the earlier rounds since the cut, or all of them: no run of rounds goes on across it."""
    first = _first_of_stage(evening.tournament, number)
    return [round_ for round_ in before if round_.number >= first]


def _first_of_stage(tournament: Tournament, number: int) -> int:
    cut = tournament.cut
    return cut.after_round + 1 if cut is not None and cut.after_round < number else 1


def planned_until(tournament: Tournament, number: int, system: System) -> int:
    """Return the last of the rounds announced like this one, or else the last one planned, each before the cut."""
    last = _last_of_stage(tournament, number)
    announced = tournament.systems_planned[number - 1 : last]
    if not announced or announced[0].system is not system:
        return last
    alike = takewhile(lambda system: system == announced[0], announced)
    return number - 1 + len(list(alike))


def _last_of_stage(tournament: Tournament, number: int) -> int:
    """Return the last round before the cut that is announced; the last planned if that is past, or there is none."""
    planned, made = tournament.cut_planned, tournament.is_in_gironi(number)
    if planned is None or made or number > planned.after_round:
        return tournament.rounds_planned
    return planned.after_round


def order_as_stored(request: PairingRequest) -> list[list[int]]:
    """Return `Round.order` of a round drawn from the request."""
    return [[int(entrant.id), request.vp.get(entrant.id, 0)] for entrant in request.entrants]
