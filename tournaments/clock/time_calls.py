"""The calls of a round: minutes left, the last hand, the end."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from .clock import NOTHING, Clock


class TimeCallKind(StrEnum):
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
