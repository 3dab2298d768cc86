"""A clock as data, the effects of starting, stopping, lengthening and shortening it, and the calls that it makes.

Nothing ticks: the time left follows from the start and the current moment, so a restart of the server, a reload or a
sleeping computer changes nothing. Moments are whole seconds; fractions are dropped.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

NOTHING = timedelta(0)
STEP = timedelta(minutes=1)
"""The time that one press adds or takes away."""


class ClockState(StrEnum):
    """The last action on a clock. A running clock may have reached its end, which only the time tells."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"


class ClockAction(StrEnum):
    """An action of the referee on a clock."""

    START = "start"
    PAUSE = "pause"
    GO_ON = "go_on"
    ADD = "add"
    TAKE = "take"
    END = "end"


class ClockFault(StrEnum):
    """The reason why an action is not possible."""

    STARTED_ALREADY = "started_already"
    NOT_STARTED = "not_started"
    NOT_RUNNING = "not_running"
    RUNS_ALREADY = "runs_already"
    TIME_IS_OVER = "time_is_over"
    ENDED = "ended"
    TOO_LITTLE_LEFT = "too_little_left"
    NO_CLOCK_OF_ITS_OWN = "no_clock_of_its_own"


class ClockRefused(Exception):
    """An action was refused and the clock is unchanged; `fault` says why."""

    def __init__(self, fault: ClockFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A clock that counts down from a number of minutes."""

    minutes: int
    added: timedelta = NOTHING
    """The time that the referee has added so far; negative if it was taken away."""
    started_at: datetime | None = None
    stopped_at: datetime | None = None
    """The moment since when it is paused or ended; None while it runs, and before the start."""
    stood: timedelta = NOTHING
    """The total length of the pauses that are over."""
    ended: bool = False
    """Whether the referee ended the play."""

    @property
    def state(self) -> ClockState:
        if self.started_at is None:
            return ClockState.WAITING
        if self.stopped_at is None:
            return ClockState.RUNNING
        return ClockState.ENDED if self.ended else ClockState.PAUSED

    @property
    def length(self) -> timedelta:
        """Return the length of play without pauses."""
        return timedelta(minutes=self.minutes) + self.added

    @property
    def ends_at(self) -> datetime | None:
        """Return the end of play if no further action follows; None if the clock does not run."""
        return self._end if self.state is ClockState.RUNNING else None

    @property
    def standing_at(self) -> timedelta | None:
        """Return the time that a stopped clock shows; None if it runs."""
        return None if self.state is ClockState.RUNNING else time_left(self, self.stopped_at)

    @property
    def _end(self) -> datetime | None:
        return self.started_at and self.started_at + self.length + self.stood


def time_left(clock: Clock, now: datetime | None) -> timedelta:
    """Return the time left at `now`, never below zero. `now` does not matter while the clock is stopped.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    >>> str(time_left(Clock(minutes=50, started_at=noon), noon + timedelta(minutes=8, seconds=30)))
    '0:41:30'
    """
    end, moment = clock._end, clock.stopped_at or now
    if clock.ended:
        return NOTHING
    if end is None or moment is None:  # equivalent `end is None`: a moment is missing only while the clock stands
        return clock.length
    return max(NOTHING, end - moment)


def time_over(clock: Clock, now: datetime) -> timedelta:
    """Return how long play has been over at that moment; zero before the end and for a stopped clock.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    >>> str(time_over(Clock(minutes=50, started_at=noon), noon + timedelta(minutes=57)))
    '0:07:00'
    """
    end = end_of_play(clock)
    return NOTHING if end is None else max(NOTHING, now - end)


def end_of_play(clock: Clock) -> datetime | None:
    """Return the moment at which play was over, or will be if no action follows; None before the start and in a pause.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    >>> print(end_of_play(Clock(minutes=50, started_at=noon)))
    2026-11-20 12:50:00+00:00
    """
    end = clock._end
    if end is None or clock.state is ClockState.PAUSED:
        return None
    return min(end, clock.stopped_at) if clock.stopped_at else end


def changed(clock: Clock, action: ClockAction, now: datetime) -> Clock:
    """Return the clock after the action. Raise `ClockRefused` if there is nothing to do."""
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
    """Return the clock running again, with the time that was left when it stopped."""
    assert clock.stopped_at is not None
    return replace(clock, stopped_at=None, ended=False, stood=clock.stood + (now - clock.stopped_at))


def _overrun(clock: Clock, now: datetime) -> timedelta:
    """Return how long the time has been over: a minute added then starts now."""
    end, moment = clock._end, clock.stopped_at or now
    return NOTHING if end is None else max(NOTHING, moment - end)


def _refuse_standing(clock: Clock) -> None:
    _refuse(clock.state is ClockState.WAITING, ClockFault.NOT_STARTED)
    _refuse(clock.state is not ClockState.RUNNING, ClockFault.NOT_RUNNING)


def _refuse(wrong: bool, fault: ClockFault) -> None:
    if wrong:
        raise ClockRefused(fault)


class TimeCallKind(StrEnum):
    """What is called in a round: minutes left, the last hand, the end."""

    MINUTES = "minutes"
    LAST_HAND = "last_hand"
    """The last hand: after the current one no other begins."""
    END = "end"


@dataclass(frozen=True, slots=True)
class TimeCall:
    """A call, and the time left when it is made."""

    kind: TimeCallKind
    left: timedelta


def planned_calls(minutes: Collection[int], last_hand: int) -> tuple[TimeCall, ...]:
    """Return the calls of a round in order; the last hand is called `last_hand` minutes before the end, or never if 0.

    If two coincide, the last hand is called.
    """
    calls = {number: TimeCall(TimeCallKind.MINUTES, timedelta(minutes=number)) for number in minutes if number > 0}
    if last_hand > 0:
        calls[last_hand] = TimeCall(TimeCallKind.LAST_HAND, timedelta(minutes=last_hand))
    return (*(calls[call] for call in sorted(calls, reverse=True)), TimeCall(TimeCallKind.END, NOTHING))


def calls_of(clock: Clock, planned: Collection[TimeCall]) -> tuple[TimeCall, ...]:
    """Return the calls that this clock makes: a short round has no call of ten minutes."""
    return tuple(call for call in planned if call.left < clock.length or call.kind is TimeCallKind.END)
