"""The clock in words: the calls, the refusals, and the changes."""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.clock.clock import NOTHING, STEP, Clock, ClockFault, ClockState, TimeCall, TimeCallKind
from tournaments.clock.clocks import RoundClocks

FAULT_SENTENCES: Mapping[ClockFault, Promise] = {
    ClockFault.STARTED_ALREADY: gettext_lazy("The clock has already been started."),
    ClockFault.NOT_STARTED: gettext_lazy("The clock has not been started yet: start it first."),
    ClockFault.NOT_RUNNING: gettext_lazy("The clock is already paused."),
    ClockFault.RUNS_ALREADY: gettext_lazy("The clock is already running."),
    ClockFault.TIME_IS_OVER: gettext_lazy("Time is up: there is nothing to pause. A minute can still be added."),
    ClockFault.ENDED: gettext_lazy("The round’s time was ended early: restart the clock first."),
    ClockFault.TOO_LITTLE_LEFT: gettext_lazy("Less than a minute would be left: end the time instead."),
    ClockFault.NO_CLOCK_OF_ITS_OWN: gettext_lazy("This table has no clock of its own: it goes with the hall’s."),
}


def call_words(call: TimeCall) -> str:
    """Return the text of a call: `10 minutes left`."""
    minutes = call.left // STEP
    match call.kind:
        case TimeCallKind.MINUTES:
            return ngettext("%(count)s minute left", "%(count)s minutes left", minutes) % {"count": minutes}
        case TimeCallKind.LAST_HAND:
            return _("Last hand: do not begin another")
        case TimeCallKind.END:
            return _("Time is up")


def minutes_and_seconds(left: timedelta) -> str:
    """Return `41:05`, with hours counted in minutes, as on the wall."""
    minutes, seconds = divmod(left // timedelta(seconds=1), 60)
    return f"{minutes}:{seconds:02}"


def clock_changes(before: RoundClocks, after: RoundClocks) -> Iterable[tuple[int | None, str]]:
    """Return the changes of the clocks for the history, each with the number of its table, or None for the hall's."""
    if before.hall != after.hall:
        yield None, _done(before.hall, after.hall)
    for number in sorted({*before.tables, *after.tables}):
        was, now = before.tables.get(number), after.tables.get(number)
        if now is None:
            yield number, _("goes with the hall again")
        elif now != was:
            yield number, _done(was or _left_behind(before.hall, now), now)


def _left_behind(hall: Clock, own: Clock) -> Clock:
    """Return the clock that a table's new clock continues: the hall's, unless the table began late."""
    return hall if own.started_at == hall.started_at else Clock(minutes=own.minutes)


def _done(before: Clock, after: Clock) -> str:
    minutes = after.added - before.added
    if minutes and (before.started_at or not after.started_at):
        more = minutes > NOTHING  # equivalent `minutes >= NOTHING`: it is not 0
        sentence = _("%(time)s added") if more else _("%(time)s removed")
        return sentence % {"time": minutes_and_seconds(abs(minutes))}
    if before.started_at is None:
        return _("started")
    return {ClockState.PAUSED: _("paused"), ClockState.ENDED: _("ended")}.get(after.state, _("resumed"))
