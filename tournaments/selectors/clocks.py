"""The clocks of a round as pages show them: the same bytes for everybody, at any time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.clock.clock import Clock, ClockState, TimeCallKind, calls_of, planned_calls
from tournaments.models import Round, Tournament
from tournaments.records import Outcome
from tournaments.wording.clock import call_words, minutes_and_seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeCallView:
    """The announcement when this many seconds are left."""

    left: int
    words: str
    stays: bool
    """Whether it is true until the next call; that so many minutes are left is true for a moment only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockView:
    """A clock: its time if it is stopped, its end if it runs; the page counts down by itself."""

    table: int | None
    """The table's number; None for the hall's clock."""
    calls: Sequence[TimeCallView]
    state: ClockState
    is_overtaken: bool
    """Whether nobody started the clock though slips come in, so that it does not show the time left."""
    length_seconds: int
    """The length of play, without pauses."""
    ends_at: datetime | None
    """The end of play; None on a stopped clock."""
    standing: str
    """The time on a stopped clock; empty if it runs."""
    standing_seconds: int | None
    """The seconds left on a stopped clock; None if it runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksView:
    """The hall's clock, and those of single tables by number."""

    hall: ClockView
    tables: Sequence[ClockView]

    def of_table(self, number: int) -> ClockView:
        """Return the clock that a table plays by."""
        return next((table for table in self.tables if table.table == number), self.hall)


def clocks_of(round_: Round, *, slips_in: bool | None = None) -> ClocksView | None:
    """Return the clocks of a round under way, whose tournament has been read; None if it has none.

    `slips_in` tells whether a slip has come in. If it is None, one query finds out while the hall's clock waits.
    """
    tournament = round_.tournament
    if not has_clocks(round_):
        return None
    clocks = round_.running_clocks
    if slips_in is None:
        waits = clocks.hall.state is ClockState.WAITING
        slips_in = waits and round_.tables.exclude(outcome__in=(Outcome.OPEN, Outcome.REST)).exists()
    return ClocksView(
        hall=_clock_view(tournament, clocks.hall, None, slips_in),
        tables=[
            _clock_view(tournament, clock, round_.table_number(number), slips_in)
            for number, clock in sorted(clocks.tables.items())
        ],
    )


def clocks_for_players(round_: Round, *, half_in: bool) -> ClocksView | None:
    """Return the clocks for players; None also if they are overtaken.

    A first slip alone does not hide the clock: it may still be started, and the page would jump.
    """
    return None if is_overtaken(round_, half_in=half_in) else clocks_of(round_, slips_in=half_in)


def table_clock(round_: Round, number: int, *, half_in: bool) -> ClockView | None:
    """Return the clock that the players of a table play by; None without one, or if it is overtaken."""
    if is_overtaken(round_, half_in=half_in) or not has_clocks(round_):
        return None
    clocks = round_.running_clocks
    own = round_.table_number(number) if number in clocks.tables else None
    return _clock_view(round_.tournament, clocks.of_table(number), own, half_in)


def has_clocks(round_: Round) -> bool:
    """Return whether a round whose tournament has been read is under way and has clocks."""
    return round_.state == Round.State.PUBLISHED and bool(round_.tournament.round_minutes)


def is_overtaken(round_: Round, *, half_in: bool) -> bool:
    """Return whether half of the tables are in though nobody started the hall's clock."""
    return half_in and round_.running_clocks.hall.state is ClockState.WAITING


def _clock_view(tournament: Tournament, clock: Clock, table: int | None, slips_in: bool) -> ClockView:
    state, length, left, ends_at = clock.state, clock.length, clock.standing_at, clock.ends_at
    planned = planned_calls(tournament.call_minutes, tournament.last_hand_minutes)
    calls = [
        TimeCallView(
            left=call.left // timedelta(seconds=1),
            words=call_words(call),
            stays=call.kind is not TimeCallKind.MINUTES,
        )
        for call in calls_of(clock, planned)
    ]
    return ClockView(
        table=table,
        calls=calls,
        state=state,
        is_overtaken=slips_in and state is ClockState.WAITING,
        length_seconds=length // timedelta(seconds=1),
        ends_at=ends_at,
        standing="" if left is None else minutes_and_seconds(left),
        standing_seconds=None if left is None else left // timedelta(seconds=1),
    )
