"""One clock as data, and what becomes of it when the referee starts, stops, lengthens or shortens it.

Nothing ticks: what is left follows from when it was started and from the moment that is asked about, so a restart of
the server, a reload or a sleep changes nothing. Moments are in whole seconds; a fraction given is dropped.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

NOTHING = timedelta(0)
STEP = timedelta(minutes=1)
"""What one press adds or takes."""


class ClockState(StrEnum):
    """What was last done to a clock; one that runs may be at its end, which time alone tells."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"


class ClockAction(StrEnum):
    """What the referee does to a clock."""

    START = "start"
    PAUSE = "pause"
    GO_ON = "go_on"
    ADD = "add"
    TAKE = "take"
    END = "end"


class ClockFault(StrEnum):
    """Why it cannot be done."""

    STARTED_ALREADY = "started_already"
    NOT_STARTED = "not_started"
    NOT_RUNNING = "not_running"
    RUNS_ALREADY = "runs_already"
    TIME_IS_OVER = "time_is_over"
    ENDED = "ended"
    TOO_LITTLE_LEFT = "too_little_left"
    NO_CLOCK_OF_ITS_OWN = "no_clock_of_its_own"


class ClockRefused(Exception):
    """The clock stays as it was; `fault` says why."""

    def __init__(self, fault: ClockFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A clock that counts so many minutes down."""

    minutes: int
    added: timedelta = NOTHING
    """What the referee has given so far; below zero, taken."""
    started_at: datetime | None = None
    stopped_at: datetime | None = None
    """Since when it stands still, paused or ended; None while it runs, and before it was started."""
    stood: timedelta = NOTHING
    """How long it stood in the pauses that are over."""
    ended: bool = False
    """It stands because the referee ended play."""

    @property
    def state(self) -> ClockState:
        if self.started_at is None:
            return ClockState.WAITING
        if self.stopped_at is None:
            return ClockState.RUNNING
        return ClockState.ENDED if self.ended else ClockState.PAUSED

    @property
    def length(self) -> timedelta:
        """How long play lasts, pauses aside."""
        return timedelta(minutes=self.minutes) + self.added

    @property
    def ends_at(self) -> datetime | None:
        """When play is over if nothing is done to the clock any more; None where it does not run."""
        return self._end if self.state is ClockState.RUNNING else None

    @property
    def standing_at(self) -> timedelta | None:
        """What a clock that does not run shows; None where it runs."""
        return None if self.state is ClockState.RUNNING else time_left(self, self.stopped_at)

    @property
    def _end(self) -> datetime | None:
        return self.started_at and self.started_at + self.length + self.stood


def time_left(clock: Clock, now: datetime | None) -> timedelta:
    """What is left of play at that moment, never below zero; `now` counts for nothing while the clock stands.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    >>> str(time_left(Clock(minutes=50, started_at=noon), noon + timedelta(minutes=8, seconds=30)))
    '0:41:30'
    """
    end, moment = clock._end, clock.stopped_at or now
    if clock.ended:
        return NOTHING
    if end is None or moment is None:
        return clock.length
    return max(NOTHING, end - moment)


def time_over(clock: Clock, now: datetime) -> timedelta:
    """How long play has been over at that moment; zero while it is not, and for a clock that is held.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    >>> str(time_over(Clock(minutes=50, started_at=noon), noon + timedelta(minutes=57)))
    '0:07:00'
    """
    end = clock._end
    if end is None or clock.state is ClockState.PAUSED:
        return NOTHING
    over_since = min(end, clock.stopped_at) if clock.stopped_at else end
    return max(NOTHING, now - over_since)


def changed(clock: Clock, action: ClockAction, now: datetime) -> Clock:
    """The clock after the referee's action at that moment; raises `ClockRefused` where there is nothing to do."""
    now = now.replace(microsecond=0)
    match action:
        case ClockAction.START:
            _refuse(clock.state is not ClockState.WAITING, ClockFault.STARTED_ALREADY)
            return replace(clock, started_at=now)
        case ClockAction.PAUSE:
            _refuse_standing(clock)
            _refuse(time_left(clock, now) == NOTHING, ClockFault.TIME_IS_OVER)
            return replace(clock, stopped_at=now)
        case ClockAction.GO_ON:
            _refuse(clock.state is ClockState.WAITING, ClockFault.NOT_STARTED)
            _refuse(clock.state is ClockState.RUNNING, ClockFault.RUNS_ALREADY)
            return _gone_on(clock, now)
        case ClockAction.ADD:
            _refuse(clock.ended, ClockFault.ENDED)
            return replace(clock, added=clock.added + _overrun(clock, now) + STEP)
        case ClockAction.TAKE:
            _refuse(clock.ended, ClockFault.ENDED)
            _refuse(time_left(clock, now) <= STEP, ClockFault.TOO_LITTLE_LEFT)
            return replace(clock, added=clock.added - STEP)
        case ClockAction.END:
            _refuse(clock.state is ClockState.WAITING, ClockFault.NOT_STARTED)
            _refuse(clock.ended, ClockFault.ENDED)
            return replace(clock, stopped_at=clock.stopped_at or now, ended=True)


def _gone_on(clock: Clock, now: datetime) -> Clock:
    """Running again, with what was left when it was stopped."""
    stood = now - clock.stopped_at if clock.stopped_at else NOTHING
    return replace(clock, stopped_at=None, ended=False, stood=clock.stood + stood)


def _overrun(clock: Clock, now: datetime) -> timedelta:
    """How long its time has been over: a minute added then is a minute from now on."""
    end, moment = clock._end, clock.stopped_at or now
    return NOTHING if end is None else max(NOTHING, moment - end)


def _refuse_standing(clock: Clock) -> None:
    _refuse(clock.state is ClockState.WAITING, ClockFault.NOT_STARTED)
    _refuse(clock.state is not ClockState.RUNNING, ClockFault.NOT_RUNNING)


def _refuse(wrong: bool, fault: ClockFault) -> None:
    if wrong:
        raise ClockRefused(fault)
