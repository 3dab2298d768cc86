"""The knockout of a tournament in the database: its bracket, and its tied tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import MatchDay, Round
from tournaments.ranking.bracket import WinReason
from tournaments.records import Entrant, Standing, System
from tournaments.wording.knockout_bracket import BracketView, knockout_bracket

from .evening import Evening
from .runs import latest_run


@dataclass(frozen=True, slots=True, kw_only=True)
class TiedTable:
    """A table of the knockout's last round whose two sides are tied."""

    table: int
    better: Entrant
    """The better seed, who goes on unless the referee decides otherwise."""
    other: Entrant


def has_knockout(drawn: Iterable[Round | MatchDay]) -> bool:
    return any(draw.system == System.KNOCKOUT for draw in drawn)


def bracket_view_of(rounds: Sequence[Round], evening: Evening, standings: Iterable[Standing]) -> BracketView | None:
    """Return the bracket of the latest knockout among these rounds, or None."""
    run = latest_run(rounds, System.KNOCKOUT)
    if not run:
        return None
    vp = {(score.round, row.entrant.id): score.vp for row in standings for score in row.rounds}
    return knockout_bracket(evening.bracket(run), evening.by_number, vp)


def tied_tables(rounds: Sequence[Round], number: int, evening: Evening) -> list[TiedTable]:
    """Return the tied tables of the knockout round before round `number`; `evening` ends before it."""
    run = latest_run([round_ for round_ in rounds if round_.number < number], System.KNOCKOUT)
    if not run or run[-1].number != number - 1:
        return []
    entrants, bracket = evening.by_number, evening.bracket(run)
    # Nothing follows the final.
    if len(run) >= len(bracket.rounds):
        return []
    return [
        TiedTable(table=match.table.table, better=entrants[match.winner], other=entrants[match.loser])
        for match in bracket.rounds[len(run) - 1]
        if match.decided is WinReason.BETTER_SEED and match.table and match.winner and match.loser
    ]
