"""The trials of formats by simulated evenings: started, stopped, and deleted."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import FormatTrial
from tournaments.records.plans import Step

SILENCE = timedelta(seconds=20)
"""The time in which a live runner may write nothing: it writes several times a second."""

REMEMBERED = 20
"""The number of trials that are kept; starting another deletes the oldest."""

UNDER_WAY = (FormatTrial.State.WAITING, FormatTrial.State.RUNNING)


def is_alive(trial: FormatTrial, *, at: datetime) -> bool:
    """Return whether somebody is working on the trial, or about to begin."""
    return trial.state in UNDER_WAY and at - (trial.beat_at or trial.made_at) < SILENCE


def is_one_alive(*, at: datetime) -> bool:
    """Return whether formats are tried out at this moment."""
    return any(is_alive(trial, at=at) for trial in FormatTrial.objects.filter(state__in=UNDER_WAY))


@transaction.atomic
def trial_start(
    *,
    entrants: int,
    hands: int,
    formats: Sequence[Sequence[Step]],
    evenings: int,
    by: User | None,
    at: datetime,
) -> FormatTrial:
    """Request a trial of one or two formats; one at a time, so that the laptop stays free for the evening."""
    under_way = FormatTrial.objects.select_for_update().filter(state__in=UNDER_WAY)
    if any(is_alive(trial, at=at) for trial in under_way):
        raise Refused(_("A trial is already running: wait for it, or stop it first."))
    under_way.update(state=FormatTrial.State.STOPPED)
    trial = FormatTrial.objects.create(
        wanted={"entrants": entrants, "hands": hands, "formats": [list(steps) for steps in formats]},
        evenings=evenings,
        made_by=by,
        made_at=at,
    )
    latest = FormatTrial.objects.order_by("-pk").values_list("pk", flat=True)[:REMEMBERED]
    FormatTrial.objects.exclude(pk__in=list(latest)).delete()
    return trial


@transaction.atomic
def trial_stop(*, trial: FormatTrial, at: datetime) -> FormatTrial:
    """Ask the runner to stop after the current evening; what has been played stays."""
    trial = FormatTrial.objects.select_for_update().get(pk=trial.pk)
    if trial.state in UNDER_WAY:
        trial.stop_asked = True
        if not is_alive(trial, at=at):
            trial.state = FormatTrial.State.STOPPED
        trial.save()
    return trial
