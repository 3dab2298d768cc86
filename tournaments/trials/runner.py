"""Plays the evenings of a trial in a process of its own, away from any request, and writes how far it is.

What page and runner share is the trial's row: no worker of the server has to live on for it. The runner stops when
asked to, and when its row is gone.
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
from tournaments.records import System
from tournaments.simulation import EveningFormat, HandPool, TrialFigures, play_trial_evening

RULESET = "fibur_2026"
WRITE_EVERY = 0.3
"""Seconds."""


def start_runner(trial: FormatTrial) -> None:
    """A process that runs the trial on this process's own database, and ends with the server at the latest."""
    command = [sys.executable, "manage.py", "run_format_trial", str(trial.pk)]
    process = subprocess.Popen(
        [*command, "--database-name", str(connection.settings_dict["NAME"])],
        cwd=settings.BASE_DIR,
        env=os.environ | {"BURRACO_DATA": str(settings.DATA_DIR)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    # Somebody must take note of its end, or it stays in the system's list of processes.
    threading.Thread(target=process.wait, daemon=True).start()


def run_trial(pk: int) -> None:
    """Play the trial's evenings, each format on the same fields in turn, until they are done or it is to stop."""
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
    return [
        EveningFormat(hands=trial.wanted["hands"], systems=tuple(System(key) for key in keys))
        for keys in trial.wanted["formats"]
    ]


def _play(trial: FormatTrial) -> bool:
    """Whether all evenings were played."""
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
    """Say how far it is; whether it goes on."""
    row = FormatTrial.objects.filter(pk=trial.pk)
    row.update(played=evening, results=[each.to_json() for each in figures], beat_at=timezone.now())
    return bool(evening == trial.evenings or row.filter(stop_asked=False).exists())
