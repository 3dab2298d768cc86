"""What is called out while a round's time runs down: so many minutes left, the last hand, the end."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from .clock import NOTHING, Clock, ClockState, time_left


class TimeCallKind(StrEnum):
    MINUTES = "minutes"
    LAST_HAND = "last_hand"
    """No other hand is begun after the one being played."""
    END = "end"


@dataclass(frozen=True, slots=True)
class TimeCall:
    """A call made when so much is left."""

    kind: TimeCallKind
    left: timedelta


def planned_calls(minutes: Collection[int], last_hand: int) -> tuple[TimeCall, ...]:
    """The calls of a round in their order; `last_hand` minutes before its end, or 0 where it is not called.

    Where two fall together the last hand is called: it says more.
    """
    calls = {each: TimeCall(TimeCallKind.MINUTES, timedelta(minutes=each)) for each in minutes if each > 0}
    if last_hand > 0:
        calls[last_hand] = TimeCall(TimeCallKind.LAST_HAND, timedelta(minutes=last_hand))
    return (*(calls[each] for each in sorted(calls, reverse=True)), TimeCall(TimeCallKind.END, NOTHING))


def calls_of(clock: Clock, planned: Collection[TimeCall]) -> tuple[TimeCall, ...]:
    """Those of the calls that this clock makes: ten minutes are not called in a round that has no more."""
    return tuple(call for call in planned if call.left < clock.length or call.kind is TimeCallKind.END)


def calls_passed(clock: Clock, planned: Collection[TimeCall], now: datetime) -> tuple[TimeCall, ...]:
    """The calls made by that moment; none before play has begun."""
    if clock.state is ClockState.WAITING:
        return ()
    left = time_left(clock, now)
    return tuple(call for call in calls_of(clock, planned) if left <= call.left)
