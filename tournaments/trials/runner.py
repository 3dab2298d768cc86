"""The process that plays the evenings of a trial, apart from any request, and records its progress.

Page and process share only the trial's row, so no worker of the server has to stay alive. The process stops on request,
and when its row is gone.
"""

import os
import subprocess
import sys
import threading
import time
from random import Random

from django.conf import settings
from django.db import connection
from django.utils import timezone

from scoring.services import ruleset_for
from tournaments.models import FormatTrial
from tournaments.simulation import EveningFormat, HandPool, TrialFigures, play_trial_evening

RULESET = "fibur_2026"
WRITE_EVERY = 0.3
"""Seconds."""


def start_runner(trial: FormatTrial) -> None:
    """Start a process that runs the trial on this process's database, and ends with the server at the latest."""
    command = [sys.executable, "manage.py", "run_format_trial", str(trial.pk)]
    process = subprocess.Popen(
        [*command, "--database-name", str(connection.settings_dict["NAME"])],
        cwd=settings.BASE_DIR,
        env=os.environ | {"BURRACO_DATA": str(settings.DATA_DIR)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    # Its end must be collected, or it stays in the system's list of processes.
    threading.Thread(target=process.wait, daemon=True).start()


def run_trial(pk: int) -> None:
    """Play the trial's evenings, each format in turn on the same fields, until they are done or it is to stop."""
    claimed = FormatTrial.objects.filter(pk=pk, state=FormatTrial.State.WAITING)
    if not claimed.update(state=FormatTrial.State.RUNNING, beat_at=timezone.now()):
        return
    trial = FormatTrial.objects.get(pk=pk)
    try:
        goes_on = _play(trial)
    except Exception:
        FormatTrial.objects.filter(pk=pk).update(state=FormatTrial.State.FAILED)
        raise
    state = FormatTrial.State.DONE if goes_on else FormatTrial.State.STOPPED
    FormatTrial.objects.filter(pk=pk).update(state=state)


def formats_of(trial: FormatTrial) -> list[EveningFormat]:
    return [EveningFormat.of_plan(steps, hands=trial.wanted["hands"]) for steps in trial.wanted["formats"]]


def _play(trial: FormatTrial) -> bool:
    """Return whether all evenings were played."""
    pool = HandPool(ruleset_for(RULESET, {}), Random("trial"))
    formats = formats_of(trial)
    figures = [TrialFigures() for _format in formats]
    written = time.monotonic()
    for evening in range(1, trial.evenings + 1):
        for at, wanted in enumerate(formats):
            figures[at] += play_trial_evening(wanted, entrants=trial.wanted["entrants"], pool=pool, seed=evening)
        if time.monotonic() - written > WRITE_EVERY or evening == trial.evenings:
            if not _write(trial, evening, figures):
                return False
            written = time.monotonic()
    return True


def _write(trial: FormatTrial, evening: int, figures: list[TrialFigures]) -> bool:
    """Record the progress, and return whether to go on."""
    row = FormatTrial.objects.filter(pk=trial.pk)
    row.update(played=evening, results=[trial.to_json() for trial in figures], beat_at=timezone.now())
    return bool(evening == trial.evenings or row.filter(stop_asked=False).exists())
