"""The results of a tournament, read once for pages that show all of it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.models import Round, Tournament
from tournaments.records import EntrantId, Outcome, Standing
from tournaments.wording.knockout_bracket import BracketView

from .cross_tables import CrossTables, cross_tables_of
from .evening import Evening, evening_of
from .knockout import bracket_views_of
from .rounds import RoundsNow, rounds_now_of
from .team_matches import championship_of


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentResults:
    """A tournament's rounds with what was played in them, and the ranking of now."""

    rounds: Sequence[Round]
    """All rounds in order, including a draft."""
    evening: Evening
    standings: Sequence[Standing]

    @property
    def published(self) -> list[Round]:
        return [round_ for round_ in self.rounds if round_.state != Round.State.DRAFT]

    @property
    def now(self) -> RoundsNow:
        """Return the present rounds."""
        results = self.evening.results
        return rounds_now_of(
            self.rounds, [(result.round, result.table) for result in results if result.outcome is Outcome.OPEN]
        )

    @property
    def brackets(self) -> list[BracketView]:
        """Return the latest knockout's bracket, or those of gironi, of a draft too; of teams if they play matches."""
        tournament = self.evening.tournament
        if tournament.plays_matches:
            return championship_of(tournament, self.standings).bracket_views()
        return bracket_views_of(self.rounds, self.evening, self.standings)

    def cross_tables(self, *, as_list: bool, shown: Collection[EntrantId] | None = None) -> CrossTables | None:
        """Return the cross-tables of the published rounds, with rows of those `shown`; or None before the first one."""
        return cross_tables_of(self.published, self.evening, self.standings, as_list=as_list, shown=shown)


def played_of(tournament: Tournament) -> TournamentResults:
    """Return all results up to now. Four queries."""
    evening, rounds = evening_of(tournament), list(tournament.rounds.order_by("number"))
    return TournamentResults(
        rounds=rounds,
        evening=evening,
        standings=evening.standings(rounds=rounds),
    )
