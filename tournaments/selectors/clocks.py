"""The clocks of a round as pages show them: the same bytes for everybody, whenever they are asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.clock.clock import Clock, ClockState
from tournaments.clock.time_calls import calls_of, planned_calls
from tournaments.models import Round, Tournament
from tournaments.wording.clock import call_words, minutes_and_seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockShown:
    """One clock: what it shows where it stands, or when it ends where it runs; a page counts down by itself."""

    clock: Clock
    table: int | None
    """None: the hall's."""
    calls: Sequence[tuple[int, str]]
    """How many seconds are left when it is called out, and what is."""

    @property
    def state(self) -> ClockState:
        return self.clock.state

    @property
    def ends_at(self) -> datetime | None:
        return self.clock.ends_at

    @property
    def standing(self) -> str:
        """What a clock that stands shows; empty where it runs."""
        left = self.clock.standing_at
        return "" if left is None else minutes_and_seconds(left)

    @property
    def length_seconds(self) -> int:
        """How long play lasts, pauses aside."""
        return self.clock.length // timedelta(seconds=1)

    @property
    def standing_seconds(self) -> int | None:
        """What a clock that stands has left; None where it runs."""
        left = self.clock.standing_at
        return None if left is None else left // timedelta(seconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksShown:
    """The hall's clock, and those of single tables by their number."""

    hall: ClockShown
    tables: Sequence[ClockShown]

    def of_table(self, number: int) -> ClockShown:
        """The clock that a table plays by."""
        return next((each for each in self.tables if each.table == number), self.hall)


def clocks_of(round_: Round) -> ClocksShown | None:
    """The clocks of a round under way, whose tournament has been read; None where there are none. No query."""
    tournament = round_.tournament
    if round_.state != Round.State.PUBLISHED or not tournament.round_minutes:
        return None
    clocks = round_.running_clocks
    return ClocksShown(
        hall=_shown(tournament, clocks.hall, None),
        tables=[_shown(tournament, clock, number) for number, clock in sorted(clocks.tables.items())],
    )


def _shown(tournament: Tournament, clock: Clock, table: int | None) -> ClockShown:
    planned = planned_calls(tournament.call_minutes, tournament.last_hand_minutes)
    calls = [(call.left // timedelta(seconds=1), call_words(call)) for call in calls_of(clock, planned)]
    return ClockShown(clock=clock, table=table, calls=calls)
