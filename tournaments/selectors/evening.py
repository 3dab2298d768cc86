"""A tournament as it was played, read once: what its rankings, its knockouts and its draws follow from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tournaments.knockout.bracket import Bracket, bracket_of, knockout_order
from tournaments.models import Round, Tournament
from tournaments.ranking.course import Course, course_of
from tournaments.ranking.missed_rounds import missed_rounds
from tournaments.ranking.standings import placed_by_knockout, standings
from tournaments.records import (
    SAME_IN_A_RUN,
    Adjustment,
    Allowance,
    Entrant,
    EntrantId,
    Run,
    Standing,
    System,
    TableResult,
)

from .entrants import entrants_of
from .results import adjustments_of, results_of, with_adjustments
from .rounds import published_rounds
from .runs import latest_run
from .settings import scale_of, tie_breaks_of


@dataclass(frozen=True, kw_only=True)
class Evening:
    """Who is entered, what was played, and the referee's adjustments: up to a round, or up to now."""

    tournament: Tournament
    entrants: Sequence[Entrant]
    results: Sequence[TableResult]
    adjustments: Sequence[Adjustment]

    @cached_property
    def by_number(self) -> Mapping[EntrantId, Entrant]:
        return {entrant.id: entrant for entrant in self.entrants}

    def before(self, number: int) -> list[TableResult]:
        """The tables of the rounds before that one."""
        return [result for result in self.results if result.round < number]

    def standings(
        self, *, rounds: Sequence[Round] | None = None, after_round: int | None = None
    ) -> tuple[Standing, ...]:
        """The ranking by the tournament's settings.

        If the last rounds were a knockout, those of its bracket come first, as they stand in it; the figures rank the
        others. That takes one query, unless `rounds` are given. Who is not here and never sat is left out.
        """
        rows = self.standings_by_figures(after_round=after_round)
        then = self if after_round is None else replace(self, results=self.before(after_round + 1))
        last = max((result.round for result in then.results), default=0)
        if not any(result.knockout for result in then.results if result.round == last):
            return rows
        rounds = published_rounds(self.tournament) if rounds is None else rounds
        run = latest_run([round_ for round_ in rounds if round_.number <= last], System.KNOCKOUT)
        return placed_by_knockout(rows, knockout_order(then.bracket(run)), tie_breaks_of(self.tournament))

    def standings_by_figures(self, *, after_round: int | None = None, everybody: bool = False) -> tuple[Standing, ...]:
        """The ranking by VP and tie-breaks alone, whatever a knockout says.

        Who is not here and never sat is left out, unless `everybody` is asked for.
        """
        tournament, results = self.tournament, self.results
        if tournament.missed_rounds == Tournament.MissedRounds.ABSENCE:
            late = {entrant.id for entrant in self.entrants if entrant.late_after is not None}
            results = [*results, *missed_rounds([entrant.id for entrant in self.entrants], results, late=late)]
        seated = {entrant for result in results for entrant in (*result.ns_side, *result.ew_side)}
        return standings(
            [entrant for entrant in self.entrants if everybody or entrant.active or entrant.id in seated],
            results,
            self.adjustments,
            scale=scale_of(tournament),
            rest=Allowance(vp=tournament.rest_vp, mp=tournament.rest_mp),
            absence=Allowance(vp=tournament.absence_vp, mp=tournament.absence_mp),
            tie_breaks=tie_breaks_of(tournament),
            seed=tournament.seed,
            after_round=after_round,
        )

    def course(self, standings: Sequence[Standing], *, rounds: Sequence[Round], latest: int | None = None) -> Course:
        """How this evening's ranking came about: the places after each round, or after its `latest` rounds alone."""
        knockouts = sorted({result.round for result in self.results if result.knockout})
        # The last one may be open, without a result yet.
        wanted = knockouts if latest is None else knockouts[-latest - 1 :]
        return course_of(
            standings,
            tie_breaks=tie_breaks_of(self.tournament),
            seed=self.tournament.seed,
            played_out={number: self.standings(rounds=rounds, after_round=number) for number in wanted},
            latest=latest,
        )

    def ranked_before(self, number: int) -> list[tuple[Entrant, int]]:
        """Everybody entered with their VP before a round, best first; by number while nothing has been played."""
        known = self.before(number)
        if not known:
            return [(entrant, 0) for entrant in self.entrants]
        ranking = replace(self, results=known).standings_by_figures(after_round=number - 1, everybody=True)
        return [(standing.entrant, standing.vp) for standing in ranking]

    def order_today(self, round_: Round) -> list[list[int]]:
        """`Round.order` as the earlier rounds, corrections included, give it now.

        Those who sit in the round; of a run of rounds, which may leave somebody out, also everybody who is here.
        """
        tables = [result for result in self.results if result.round == round_.number]
        seated = {each for table in tables for each in (*table.ns_side, *table.ew_side)}
        leaves_out = not seated or round_.system in SAME_IN_A_RUN
        return [
            [int(entrant.id), vp]
            for entrant, vp in self.ranked_before(round_.number)
            if entrant.id in seated or (leaves_out and entrant.active)
        ]

    def run_begun_by(self, first: Round) -> Run:
        """The run that a round began."""
        order = first.order or self.order_today(first)
        return Run(start=first.number, order=tuple(EntrantId(number) for number, _vp in order))

    def bracket(self, run: Sequence[Round]) -> Bracket:
        """The bracket of the rounds of one knockout, as far as the results tell."""
        return bracket_of(
            self.run_begun_by(run[0]),
            with_adjustments(self.results, self.adjustments),
            run[-1].chosen,
            {round_.number: round_.chosen.advance for round_ in run},
        )


def evening_of(
    tournament: Tournament,
    *,
    after_round: int | None = None,
    entrants: Sequence[Entrant] | None = None,
    results: Sequence[TableResult] | None = None,
    in_public: bool = False,
) -> Evening:
    """The evening up to a round, or up to now. Three queries, less what has been read already.

    `in_public`: everybody by the name that everybody may read.
    """
    return Evening(
        tournament=tournament,
        entrants=entrants_of(tournament, in_public=in_public) if entrants is None else entrants,
        results=results_of(tournament, after_round=after_round) if results is None else results,
        adjustments=adjustments_of(tournament),
    )
