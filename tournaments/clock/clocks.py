"""The clocks of a round: the hall's, those of tables that began late or were interrupted, and how they are stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from .clock import Clock, ClockAction, ClockFault, ClockRefused, ClockState, changed

HALL = "hall"
"""The stored key of the hall's clock; the others have the number of their table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClocks:
    """The hall's clock, and those of tables with a clock of their own."""

    hall: Clock
    tables: Mapping[int, Clock] = field(default_factory=dict)

    def of_table(self, number: int) -> Clock:
        """Return the time left for this table."""
        return self.tables.get(number, self.hall)


def hall_changed(clocks: RoundClocks, action: ClockAction, now: datetime) -> RoundClocks:
    """Return the clocks after an action on the hall's.

    Pauses and minutes apply to all, start and end only to the hall's.
    """
    hall = changed(clocks.hall, action, now)
    together = {number: _with_the_hall(clock, clocks.hall, action, now) for number, clock in clocks.tables.items()}
    return RoundClocks(hall=hall, tables=together)


def table_changed(clocks: RoundClocks, table: int, action: ClockAction, now: datetime) -> RoundClocks:
    """Return the clocks after an action on the table's.

    A started one counts all the minutes; others continue the hall's.
    """
    own = clocks.tables.get(table)
    if action is ClockAction.START:
        clock = changed(own or Clock(minutes=clocks.hall.minutes), action, now)
    else:
        clock = changed(own or clocks.hall, action, now)
    return replace(clocks, tables={**clocks.tables, table: clock})


def table_follows(clocks: RoundClocks, table: int) -> RoundClocks:
    """Return the clocks without the table's own: the hall's applies to it again."""
    if table not in clocks.tables:
        raise ClockRefused(ClockFault.NO_CLOCK_OF_ITS_OWN)
    return replace(clocks, tables={number: clock for number, clock in clocks.tables.items() if number != table})


def _with_the_hall(clock: Clock, hall: Clock, action: ClockAction, now: datetime) -> Clock:
    """Return a table's clock after an action on the hall's; it stays as it is if the action is not possible for it."""
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
    """Return the clocks as JSON: moments in ISO 8601, durations in seconds, without defaults.

    >>> clocks_to_json(RoundClocks(hall=Clock(minutes=50), tables={7: Clock(minutes=50, added=timedelta(minutes=2))}))
    {'hall': {'minutes': 50}, '7': {'minutes': 50, 'added': 120}}
    """
    return {HALL: _to_json(clocks.hall)} | {str(number): _to_json(clock) for number, clock in clocks.tables.items()}


def clocks_from_json(data: Mapping[str, Any], *, minutes: int) -> RoundClocks:
    """Return the clocks that `clocks_to_json` wrote; without any, the hall's waits with that many minutes."""
    hall = _from_json(data[HALL]) if HALL in data else Clock(minutes=minutes)
    return RoundClocks(
        hall=hall, tables={int(number): _from_json(state) for number, state in data.items() if number != HALL}
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
