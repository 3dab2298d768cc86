"""All that a tournament has played, read once for pages that show the whole of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Round, Tournament
from tournaments.records import Outcome, Standing
from tournaments.wording.knockout_tree import Tree

from .cross_tables import CrossTables, cross_tables_of
from .evening import Evening, evening_of
from .knockout import tree_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    rounds: Sequence[Round]
    """All of them in order, a draft too."""
    evening: Evening
    standings: Sequence[Standing]

    @property
    def published(self) -> list[Round]:
        return [round_ for round_ in self.rounds if round_.state != Round.State.DRAFT]

    @property
    def current(self) -> tuple[Round | None, bool]:
        """The latest round, and whether a table of it is still to hand in its slip."""
        if not self.rounds:
            return None, False
        last = self.rounds[-1]
        tables = (result for result in self.evening.results if result.round == last.number)
        return last, any(result.outcome is Outcome.OPEN for result in tables)

    @property
    def tree(self) -> Tree | None:
        """Of the latest knockout, a drafted one too; None where there is none."""
        return tree_of(self.rounds, self.evening, self.standings)

    def cross_tables(self, *, as_list: bool) -> CrossTables | None:
        """Of the published rounds; None before the first one."""
        return cross_tables_of(self.published, self.evening, self.standings, as_list=as_list)


def played_of(tournament: Tournament) -> Played:
    """What has been played up to now. Four queries."""
    evening, rounds = evening_of(tournament), list(tournament.rounds.order_by("number"))
    return Played(
        rounds=rounds,
        evening=evening,
        standings=evening.standings(rounds=rounds),
    )
