"""The evening: a tournament's entrants and results, read once, the basis of rankings, knockouts and draws."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from typing import Any

from tournaments.models import Round, Tournament
from tournaments.pairing.draw_record import gironi_then
from tournaments.ranking.bracket import Bracket, bracket_of, knockout_order
from tournaments.ranking.course import Course
from tournaments.ranking.gironi import knockout_seeds
from tournaments.ranking.missed_rounds import missed_rounds
from tournaments.ranking.ranking_cache import RANKING_CACHE
from tournaments.ranking.standings import placed_by_knockout, placed_in_gironi
from tournaments.records import (
    SAME_IN_A_RUN,
    Allowance,
    Cut,
    Entrant,
    EntrantId,
    Outcome,
    PointAdjustment,
    Run,
    Standing,
    System,
    TableResult,
)

from .entrants import entrants_of
from .own_knockouts import OwnKnockouts, own_knockouts_of
from .results import adjustments_of, results_of, with_adjustments
from .rounds import published_rounds
from .runs import latest_run
from .settings import scale_of, tie_breaks_of


@dataclass(frozen=True, kw_only=True)
class Evening:
    """The entrants, the results and the referee's adjustments: up to a round, or up to now."""

    tournament: Tournament
    entrants: Sequence[Entrant]
    results: Sequence[TableResult]
    adjustments: Sequence[PointAdjustment]
    rests_at_once: bool = False
    """Whether a rest counts from the start of its round, as in draws; otherwise from its first slip, as in rankings.
    """
    draws: int | None = None
    """The round for whose draw it is read, or None."""
    own_knockouts: OwnKnockouts = field(default_factory=dict)
    """Those in gironi that play a knockout of their own."""

    @cached_property
    def by_number(self) -> Mapping[EntrantId, Entrant]:
        return {entrant.id: entrant for entrant in self.entrants}

    def cut_by(self, after_round: int | None) -> Cut | None:
        """Return the cut into gironi if it counts in the ranking after that round, or in the present one for None.

        The ranking that was cut is the one after its round; the draw of the next round counts the cut.
        """
        cut, until = self.tournament.cut, self.draws if self.draws is not None else after_round
        return cut if cut is not None and (until is None or cut.after_round < until) else None

    @cached_property
    def without_slips(self) -> frozenset[int]:
        """Return the rounds without any slip, whose resting entrants have earned nothing yet."""
        in_ = {result.round for result in self.results if result.outcome not in (Outcome.OPEN, Outcome.REST)}
        return frozenset(result.round for result in self.results if result.outcome is Outcome.OPEN) - in_

    def before(self, number: int) -> list[TableResult]:
        """Return the tables of the rounds before that one."""
        return [result for result in self.results if result.round < number]

    def standings(
        self, *, rounds: Sequence[Round] | None = None, after_round: int | None = None, everybody: bool = False
    ) -> tuple[Standing, ...]:
        """Return the ranking by the tournament's settings.

        If the last rounds were a knockout, the entrants of its bracket come first, in its order, and the others follow
        by VP and tie-breaks; in a girone with a knockout of its own likewise. That takes one query, unless `rounds` are
        given. Entrants who are not here and never sat are left out, unless `everybody` is true.
        """
        rows = self.standings_by_figures(after_round=after_round, everybody=everybody)
        then = self if after_round is None else replace(self, results=self.before(after_round + 1))
        last = max(map(attrgetter("round"), then.results), default=0)
        own: set[int] = {*self.own_knockouts.get(last, {}).values()}
        if not own and not any(result.knockout for result in then.results if result.round == last):
            return rows
        rounds = published_rounds(self.tournament) if rounds is None else rounds
        rounds = [round_ for round_ in rounds if round_.number <= last]
        tie_breaks = tie_breaks_of(self.tournament)
        if not own:
            order = knockout_order(then.bracket(latest_run(rounds, System.KNOCKOUT)))
            return placed_by_knockout(rows, order, tie_breaks)
        runs = {girone: latest_run(rounds, System.KNOCKOUT, girone) for girone in own}
        orders = {girone: knockout_order(then.bracket(run, girone)) for girone, run in runs.items()}
        return placed_in_gironi(rows, orders, tie_breaks)

    def standings_by_figures(self, *, after_round: int | None = None, everybody: bool = False) -> tuple[Standing, ...]:
        """Return the ranking by VP and tie-breaks only, whatever a knockout says.

        Entrants who are not here and never sat are left out, unless `everybody` is true.
        """
        tournament, results = self.tournament, self.results
        without_slips = frozenset() if self.rests_at_once else self.without_slips
        # Whoever is not in a line-up misses nothing.
        if tournament.missed_rounds == Tournament.MissedRounds.ABSENCE and not tournament.plays_matches:
            late = {entrant.id for entrant in self.entrants if entrant.late_after is not None}
            begun = [result for result in results if result.round not in without_slips]
            everybody_here = [entrant.id for entrant in self.entrants]
            results = [*results, *missed_rounds(everybody_here, begun, late=late, knockouts=self.own_knockouts)]
        seated = {entrant for r in results for entrant in (r.ns, r.ns_partner, r.ew, r.ew_partner)}
        return RANKING_CACHE.standings(
            [entrant for entrant in self.entrants if everybody or entrant.active or entrant.id in seated],
            results,
            self.adjustments,
            scale=scale_of(tournament),
            rest=Allowance(vp=tournament.rest_vp, mp=tournament.rest_mp),
            absence=Allowance(vp=tournament.absence_vp, mp=tournament.absence_mp),
            tie_breaks=tie_breaks_of(tournament),
            seed=tournament.seed,
            after_round=after_round,
            without_slips=without_slips,
            cut=self.cut_by(after_round),
        )

    def course(self, standings: Sequence[Standing], *, rounds: Sequence[Round], latest: int | None = None) -> Course:
        """Return the course of the ranking: the places after each round, or after its `latest` rounds only."""
        ranked = sorted(
            {result.round for result in self.results if result.knockout or result.round in self.own_knockouts}
        )
        # The last of these rounds may be open, without a result yet.
        wanted = ranked if latest is None else ranked[-latest - 1 :]
        return RANKING_CACHE.course(
            standings,
            tie_breaks=tie_breaks_of(self.tournament),
            seed=self.tournament.seed,
            played_out={number: self.standings(rounds=rounds, after_round=number) for number in wanted},
            latest=latest,
            cut=self.cut_by(None),
        )

    def ranking_before(self, number: int, rounds: Sequence[Round] | None) -> tuple[Standing, ...]:
        """Return the ranking for the draw of a round; empty while nothing has been played. `rounds` as above."""
        then = self._drawn_from(number)
        return then.standings(rounds=rounds, after_round=number - 1) if then.results else ()

    def order_today(self, round_: Round) -> list[list[int]]:
        """Return `Round.order` by the earlier rounds as they are now, corrections included."""
        then = self._drawn_from(round_.number)
        ranked = then.standings(after_round=round_.number - 1, everybody=True) if then.results else ()
        return self._to_seat(round_, ranked)

    def order_by_figures(self, round_: Round) -> list[list[int]]:
        """Return the same regardless of knockouts: files omit this order, and older programs drew by it."""
        return self._to_seat(round_, self._by_figures_before(round_.number))

    def order_of(self, round_: Round, present: Collection[int]) -> list[list[int]]:
        """Return the same for a round whose entrants present at the draw are known."""
        return self._order_among(round_, self._by_figures_before(round_.number), present)

    def _drawn_from(self, number: int) -> "Evening":
        return replace(self, results=self.before(number), rests_at_once=True, draws=number)

    def _by_figures_before(self, number: int) -> tuple[Standing, ...]:
        then = self._drawn_from(number)
        return then.standings_by_figures(after_round=number - 1, everybody=True) if then.results else ()

    def _to_seat(self, round_: Round, ranking: Sequence[Standing]) -> list[list[int]]:
        """Return the order of the entrants to seat; by number if there is no ranking.

        Those are the entrants who sit in the round. In a run of rounds, which may leave some out, all entrants present
        are included.
        """
        tables = [result for result in self.results if result.round == round_.number]
        seated = {entrant for table in tables for entrant in (*table.ns_side, *table.ew_side)}
        leaves_out = not seated or round_.system in SAME_IN_A_RUN
        present = {entrant.id for entrant in self.entrants if entrant.id in seated or (leaves_out and entrant.active)}
        return self._order_among(round_, ranking, present)

    def _order_among(self, round_: Round, ranking: Sequence[Standing], present: Collection[int]) -> list[list[int]]:
        """Return `Round.order` of those present; a knockout's is that of its seeds."""
        if not ranking:
            return [[int(entrant.id), 0] for entrant in self.entrants if entrant.id in present]
        rows = [row for row in ranking if row.entrant.id in present]
        seeded = knockout_seeds(rows) if round_.is_one_bracket else rows
        return [[int(row.entrant.id), row.vp] for row in seeded]

    def run_begun_by(self, first: Round, girone: int | None = None) -> Run:
        """Return the run that begins with this round; of a girone, with those who were in it then."""
        order = [EntrantId(number) for number, _vp in first.order or self.order_by_figures(first)]
        if girone is not None:
            gironi = self.gironi_of(first.number, first.as_drawn)
            order = [entrant for entrant in order if gironi.get(entrant) == girone]
        return Run(start=first.number, order=tuple(order))

    def run_of(self, rounds: Sequence[Round], girone: int | None = None) -> Run | None:
        """Return the run that these rounds are, from the first on in which anybody was in the girone."""
        begun = (self.run_begun_by(round_, girone) for round_ in rounds)
        return next((run for run in begun if run.order), None)

    def gironi_of(self, number: int, as_drawn: Mapping[str, Any]) -> Mapping[EntrantId, int]:
        """Return the gironi by which a round was drawn, today's if that is not known; empty before the cut."""
        if not self.tournament.is_in_gironi(number):
            return {}
        return gironi_then(as_drawn) or {
            entrant.id: entrant.girone
            for entrant in self.entrants
            if entrant.girone is not None  # equivalent `True`: after a cut, everybody has one
        }

    def plays_knockout(self, number: int, entrant: EntrantId) -> bool:
        """Return whether a round is a knockout for an entrant: no opponent means a bye, no seat means out."""
        if number in self.own_knockouts:
            return entrant in self.own_knockouts[number]
        return any(result.knockout for result in self.results if result.round == number)

    def bracket(self, run: Sequence[Round], girone: int | None = None) -> Bracket:
        """Return the bracket of a knockout's rounds, as far as there are results; of a girone, its own."""
        results = self.results if girone is None else [table for table in self.results if self._is_in(table, girone)]
        return bracket_of(
            self.run_of(run, girone) or self.run_begun_by(run[0], girone),
            with_adjustments(results, self.adjustments),
            run[-1].chosen,
            {round_.number: round_.chosen.advance for round_ in run},
        )

    def _is_in(self, table: TableResult, girone: int) -> bool:
        """Return whether somebody of a girone's own knockout sits there."""
        gironi = self.own_knockouts.get(table.round, {})
        return any(gironi.get(entrant) == girone for entrant in (*table.ns_side, *table.ew_side))


def evening_of(
    tournament: Tournament,
    *,
    after_round: int | None = None,
    entrants: Sequence[Entrant] | None = None,
    results: Sequence[TableResult] | None = None,
    in_public: bool = False,
) -> Evening:
    """Return the evening up to a round, or up to now. Three queries, less what has been read already; four after a cut.

    If `in_public` is true, the entrants have their public names.
    """
    own_knockouts = own_knockouts_of(tournament)
    return Evening(
        tournament=tournament,
        entrants=entrants_of(tournament, in_public=in_public) if entrants is None else entrants,
        results=results_of(tournament, after_round=after_round, own_knockouts=own_knockouts)
        if results is None
        else results,
        adjustments=adjustments_of(tournament),
        own_knockouts=own_knockouts,
    )
