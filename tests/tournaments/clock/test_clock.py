"""A clock never loses a second: after any actions it agrees with a stopwatch."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.clock.clock import (
    STEP,
    Clock,
    ClockAction,
    ClockRefused,
    ClockState,
    TimeCallKind,
    calls_of,
    changed,
    planned_calls,
    time_left,
    time_over,
)
from tournaments.clock.clocks import (
    RoundClocks,
    clocks_from_json,
    clocks_to_json,
    hall_changed,
    table_changed,
    table_follows,
)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
STEPS = st.lists(st.tuples(st.sampled_from(ClockAction), st.integers(0, 900)), max_size=25)
"""The referee's actions, each with the seconds since the previous one."""


class Stopwatch:
    """The oracle, which counts second by second and follows the plain words of the buttons."""

    def __init__(self, minutes: int) -> None:
        self.left, self.state = 60 * minutes, ClockState.WAITING
        self.was_left = self.left

    def wait(self, seconds: int) -> None:
        if self.state is ClockState.RUNNING:
            self.left -= seconds

    def may(self, action: ClockAction) -> bool:
        left, running = max(0, self.left), self.state is ClockState.RUNNING
        return {
            ClockAction.START: self.state is ClockState.WAITING,
            ClockAction.PAUSE: running and left > 0,
            ClockAction.GO_ON: self.state in (ClockState.PAUSED, ClockState.ENDED),
            ClockAction.ADD: self.state is not ClockState.ENDED,
            ClockAction.TAKE: self.state is not ClockState.ENDED and left > 60,
            ClockAction.END: self.state in (ClockState.RUNNING, ClockState.PAUSED),
        }[action]

    def do(self, action: ClockAction) -> None:
        match action:
            case ClockAction.START | ClockAction.GO_ON:
                self.state = ClockState.RUNNING
            case ClockAction.PAUSE:
                self.state = ClockState.PAUSED
            case ClockAction.END:
                self.state = ClockState.ENDED
            case ClockAction.ADD:
                self.left = max(0, self.left) + 60
            case ClockAction.TAKE:
                self.left -= 60

    @property
    def remaining(self) -> timedelta:
        return timedelta(seconds=0 if self.state is ClockState.ENDED else max(0, self.left))


@given(st.integers(1, 90), STEPS)
def test_a_clock_shows_what_a_stopwatch_shows_and_refuses_what_makes_no_sense(
    minutes: int, steps: list[tuple[ClockAction, int]]
) -> None:
    clock, watch, now = Clock(minutes=minutes), Stopwatch(minutes), NOON
    for action, seconds in steps:
        now += timedelta(seconds=seconds)
        watch.wait(seconds)
        if watch.may(action):
            clock = changed(clock, action, now)
            watch.do(action)
        else:
            with pytest.raises(ClockRefused):
                changed(clock, action, now)
        assert (clock.state, time_left(clock, now)) == (watch.state, watch.remaining)
        overrun = -watch.left if watch.state is ClockState.RUNNING else 0
        assert watch.state is ClockState.ENDED or time_over(clock, now) == timedelta(seconds=max(0, overrun))
        assert (clock.ends_at is None) == (clock.state is not ClockState.RUNNING)
        assert clock.standing_at in (None, watch.remaining)
        clocks = RoundClocks(hall=clock, tables={3: clock})
        assert clocks_from_json(clocks_to_json(clocks), minutes=99) == clocks


@given(st.integers(1, 90), st.lists(st.integers(0, 60), max_size=4), st.integers(0, 20))
def test_calls_are_made_in_their_order(minutes: int, called: list[int], last_hand: int) -> None:
    calls = calls_of(Clock(minutes=minutes), planned_calls(called, last_hand))
    assert list(calls) == sorted(set(calls), key=lambda call: -call.left)


def test_time_is_over_since_the_referee_ended_it_or_since_it_ran_out() -> None:
    clock, later = Clock(minutes=50, started_at=NOON), NOON + timedelta(minutes=60)
    for minute, over in ((45, 15), (55, 10)):
        ended = changed(clock, ClockAction.END, NOON + timedelta(minutes=minute))
        assert time_over(ended, later) == over * STEP


def test_the_last_hand_is_called_instead_of_minutes_that_fall_together_and_the_end_always() -> None:
    assert [(call.kind, call.left // STEP) for call in planned_calls([2, 10, 5, 0], 5)] == [
        (TimeCallKind.MINUTES, 10),
        (TimeCallKind.LAST_HAND, 5),
        (TimeCallKind.MINUTES, 2),
        (TimeCallKind.END, 0),
    ]
    assert [call.kind for call in calls_of(Clock(minutes=2), planned_calls([10, 2], 0))] == [TimeCallKind.END]


def test_a_minute_that_a_table_was_given_beforehand_is_there_when_it_starts() -> None:
    clocks = table_changed(RoundClocks(hall=Clock(minutes=50)), 7, ClockAction.ADD, NOON)
    clocks = table_changed(clocks, 7, ClockAction.START, NOON)
    assert time_left(clocks.of_table(7), NOON) == 51 * STEP


def test_pauses_and_minutes_are_for_everybody_and_a_late_table_plays_all_its_minutes() -> None:
    def at(minute: int) -> datetime:
        return NOON + timedelta(minutes=minute)

    def left(clocks: RoundClocks, minute: int) -> tuple[float, float]:
        return tuple(time_left(clock, at(minute)) / STEP for clock in (clocks.hall, clocks.of_table(7)))  # type: ignore[return-value]

    clocks = hall_changed(RoundClocks(hall=Clock(minutes=50)), ClockAction.START, at(0))
    clocks = table_changed(clocks, 7, ClockAction.START, at(8))
    assert left(clocks, 10) == (40, 48)
    clocks = hall_changed(clocks, ClockAction.PAUSE, at(10))
    clocks = hall_changed(clocks, ClockAction.ADD, at(12))
    assert left(clocks, 15) == (41, 49)
    clocks = hall_changed(clocks, ClockAction.GO_ON, at(15))
    assert left(clocks, 16) == (40, 48)
    # A table that was paused by itself does not continue with the hall.
    clocks = table_changed(clocks, 7, ClockAction.PAUSE, at(20))
    clocks = hall_changed(hall_changed(clocks, ClockAction.PAUSE, at(21)), ClockAction.GO_ON, at(23))
    assert left(clocks, 24) == (34, 44)
    clocks = hall_changed(table_changed(clocks, 7, ClockAction.GO_ON, at(24)), ClockAction.END, at(25))
    assert left(clocks, 26) == (0, 42)
    assert left(table_follows(clocks, 7), 26) == (0, 0)
    # A table with an added minute has its own clock from then on.
    assert clocks.of_table(3) is clocks.hall
    clocks = hall_changed(clocks, ClockAction.GO_ON, at(26))
    given_one = table_changed(clocks, 3, ClockAction.ADD, at(26))
    assert time_left(given_one.of_table(3), at(27)) - time_left(given_one.hall, at(27)) == STEP
    assert replace(given_one.of_table(3), added=clocks.hall.added) == clocks.hall
    with pytest.raises(ClockRefused, match="no_clock_of_its_own"):
        table_follows(given_one, 4)


def test_a_clock_that_was_paused_before_it_was_ended_keeps_the_time_of_the_pause() -> None:
    clock = Clock(minutes=50)
    for minute, action in enumerate((ClockAction.START, ClockAction.PAUSE, ClockAction.END, ClockAction.GO_ON)):
        clock = changed(clock, action, NOON + minute * 10 * STEP)
    assert time_left(clock, NOON + 31 * STEP) == 39 * STEP


def test_a_round_without_minutes_has_only_its_end_and_is_kept_as_it_is() -> None:
    clocks = RoundClocks(hall=Clock(minutes=0))
    assert [call.kind for call in calls_of(clocks.hall, planned_calls([10], 5))] == [TimeCallKind.END]
    assert clocks_from_json(clocks_to_json(clocks), minutes=50) == clocks
