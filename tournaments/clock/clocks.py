"""The clocks of a round: the hall's, and those of tables that began late or were held up; and how they are stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from .clock import Clock, ClockAction, ClockFault, ClockRefused, ClockState, changed

HALL = "hall"
"""The key of the hall's clock among those stored; the others have their table's number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClocks:
    """The hall's clock, and those of the tables that have one of their own."""

    hall: Clock
    tables: Mapping[int, Clock] = field(default_factory=dict)

    def of_table(self, number: int) -> Clock:
        """What is left for this table."""
        return self.tables.get(number, self.hall)


def hall_changed(clocks: RoundClocks, action: ClockAction, now: datetime) -> RoundClocks:
    """The hall's clock after that action. Pauses and minutes are for everybody; start and end are the hall's alone."""
    hall = changed(clocks.hall, action, now)
    together = {number: _with_the_hall(clock, clocks.hall, action, now) for number, clock in clocks.tables.items()}
    return RoundClocks(hall=hall, tables=together)


def table_changed(clocks: RoundClocks, table: int, action: ClockAction, now: datetime) -> RoundClocks:
    """The table's clock after that action: started, it counts all the minutes; otherwise it leaves the hall's."""
    own = clocks.tables.get(table)
    if action is ClockAction.START:
        clock = changed(own or Clock(minutes=clocks.hall.minutes), action, now)
    else:
        clock = changed(own or clocks.hall, action, now)
    return replace(clocks, tables={**clocks.tables, table: clock})


def table_follows(clocks: RoundClocks, table: int) -> RoundClocks:
    """The table without a clock of its own: the hall's counts for it again."""
    if table not in clocks.tables:
        raise ClockRefused(ClockFault.NO_CLOCK_OF_ITS_OWN)
    return replace(clocks, tables={number: clock for number, clock in clocks.tables.items() if number != table})


def _with_the_hall(clock: Clock, hall: Clock, action: ClockAction, now: datetime) -> Clock:
    """A table's own clock when that is done to the hall's; where it cannot be done to it, it stays as it is."""
    stopped_together = clock.state is ClockState.PAUSED and clock.stopped_at == hall.stopped_at
    follows = {
        ClockAction.PAUSE: True,
        ClockAction.GO_ON: stopped_together,
        ClockAction.ADD: True,
        ClockAction.TAKE: True,
    }
    try:
        return changed(clock, action, now) if follows.get(action) else clock
    except ClockRefused:
        return clock


def clocks_to_json(clocks: RoundClocks) -> dict[str, Any]:
    """As a round keeps them: moments in ISO 8601, durations in seconds; what is as at the beginning is left out.

    >>> clocks_to_json(RoundClocks(hall=Clock(minutes=50), tables={7: Clock(minutes=50, added=timedelta(minutes=2))}))
    {'hall': {'minutes': 50}, '7': {'minutes': 50, 'added': 120}}
    """
    return {HALL: _to_json(clocks.hall)} | {str(number): _to_json(clock) for number, clock in clocks.tables.items()}


def clocks_from_json(data: Mapping[str, Any], *, minutes: int) -> RoundClocks:
    """The clocks that `clocks_to_json` wrote; where none were, the hall's waits with so many minutes."""
    hall = _from_json(data[HALL]) if HALL in data else Clock(minutes=minutes)
    return RoundClocks(
        hall=hall, tables={int(number): _from_json(each) for number, each in data.items() if number != HALL}
    )


def _to_json(clock: Clock) -> dict[str, Any]:
    written = {
        "minutes": clock.minutes,
        "added": clock.added // timedelta(seconds=1),
        "started_at": clock.started_at and clock.started_at.isoformat(),
        "stopped_at": clock.stopped_at and clock.stopped_at.isoformat(),
        "stood": clock.stood // timedelta(seconds=1),
        "ended": clock.ended,
    }
    return {name: value for name, value in written.items() if value or name == "minutes"}


def _from_json(data: Mapping[str, Any]) -> Clock:
    def moment(name: str) -> datetime | None:
        return datetime.fromisoformat(data[name]) if name in data else None

    return Clock(
        minutes=data["minutes"],
        added=timedelta(seconds=data.get("added", 0)),
        started_at=moment("started_at"),
        stopped_at=moment("stopped_at"),
        stood=timedelta(seconds=data.get("stood", 0)),
        ended=data.get("ended", False),
    )
