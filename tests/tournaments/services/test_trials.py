"""Trials of formats: one at a time, played by a runner that shares only a database row with the page."""

import sys
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone, translation
from pytest_django import Settings

from pages.refusals import Refused
from tournaments.models import FormatTrial
from tournaments.records import System
from tournaments.services.trials import REMEMBERED, SILENCE, is_alive, trial_start, trial_stop
from tournaments.simulation import TrialFigures
from tournaments.trials import runner
from tournaments.trials.report import reports_of, sentence_of
from tournaments.trials.runner import run_trial

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
DANISH = [System.DANISH_NO_REMATCH] * 3
DRAWN = [System.DRAW] * 3


def start(**asked: Any) -> FormatTrial:
    wanted: dict[str, Any] = {
        "entrants": 8,
        "hands": 2,
        "formats": [DANISH, DRAWN],
        "evenings": 12,
        "by": None,
        "at": NOW,
    }
    return trial_start(**wanted | asked)


def test_the_runner_plays_every_evening_of_every_format() -> None:
    trial = start()
    run_trial(trial.pk)
    trial.refresh_from_db()
    assert (trial.state, trial.played) == (FormatTrial.State.DONE, 12)
    figures = [TrialFigures.from_json(result) for result in trial.results]
    assert [result.evenings for result in figures] == [12, 12]
    # Eight pairs: every round has four tables, each of the 28 twos is counted, and nobody rests.
    assert [(result.all_pairs <= 12 * 28, result.rests) for result in figures] == [(True, 0)] * 2
    assert figures[0].rematches == 0


def test_the_same_trial_gives_the_same_figures() -> None:
    results = []
    for _time in range(2):
        trial = start(at=timezone.now())
        run_trial(trial.pk)
        trial.refresh_from_db()
        results.append(trial.results)
    assert results[0] == results[1]


def test_only_one_trial_runs_at_a_time() -> None:
    first = start()
    with pytest.raises(Refused):
        start(at=NOW + timedelta(seconds=1))
    assert FormatTrial.objects.count() == 1
    # A runner that has been silent for long counts as dead, and blocks nobody.
    second = start(at=NOW + SILENCE)
    first.refresh_from_db()
    assert (first.state, second.state) == (FormatTrial.State.STOPPED, FormatTrial.State.WAITING)


def test_a_trial_that_was_stopped_keeps_what_it_has() -> None:
    trial = start(evenings=1000)
    trial_stop(trial=trial, at=NOW)
    run_trial(trial.pk)
    trial.refresh_from_db()
    assert trial.state == FormatTrial.State.STOPPED
    assert 0 < trial.played < 1000
    assert trial.results[0]["evenings"] == trial.played
    run_trial(trial.pk)
    trial.refresh_from_db()
    assert trial.state == FormatTrial.State.STOPPED


def test_stopping_a_dead_runner_ends_its_trial() -> None:
    trial = start()
    assert is_alive(trial, at=NOW)
    assert trial_stop(trial=trial, at=NOW + SILENCE).state == FormatTrial.State.STOPPED


def test_old_trials_are_deleted() -> None:
    for number in range(REMEMBERED + 3):
        trial_stop(trial=start(at=NOW + number * SILENCE), at=NOW + (number + 1) * SILENCE)
    assert FormatTrial.objects.count() == REMEMBERED


def reported(first: int, second: int, minutes: tuple[int, int] = (0, 0), evenings: int = 100) -> FormatTrial:
    results = [
        TrialFigures(evenings=evenings, strongest_first=wins, minutes=took * evenings).to_json()
        for wins, took in zip((first, second), minutes, strict=True)
    ]
    return FormatTrial(
        wanted={"entrants": 8, "hands": 2, "formats": [DANISH, DRAWN]}, evenings=evenings, results=results
    )


@pytest.mark.parametrize(
    ("first", "second", "begins"),
    [
        (40, 20, "La formula A fa vincere"),
        (20, 40, "La formula B fa vincere"),
        # 2 × √(40·60/100 + 30·70/100) is 13.4: ten wins more may be chance.
        (40, 30, "Nelle vittorie del più forte non c’è una differenza chiara"),
        (40, 26, "La formula A fa vincere"),
    ],
)
def test_the_sentence_tells_a_difference_from_chance(first: int, second: int, begins: str) -> None:
    assert sentence_of(reported(first, second)).startswith(begins)


def test_where_nothing_differs_each_format_has_its_own_figure() -> None:
    with translation.override("en"):
        assert "A 30 % and B 40 %" in sentence_of(reported(30, 40))


def test_the_sentence_tells_which_takes_longer() -> None:
    assert sentence_of(reported(30, 30, minutes=(224, 210))).endswith("La formula A dura 14 minuti di più.")
    assert [report.duration for report in reports_of(reported(30, 30, minutes=(224, 209)))] == [
        "3 h 44 min",
        "3 h 29 min",
    ]


# --- The process of the runner ---------------------------------------------------------------------------------------


def test_the_runner_is_a_process_of_its_own_on_the_same_database(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    begun: list[tuple[list[str], dict[str, Any]]] = []
    collected = Event()

    class Process:
        def __init__(self, command: list[str], **how: Any) -> None:
            begun.append((command, how))

        def wait(self) -> None:
            collected.set()

    monkeypatch.setattr(runner.subprocess, "Popen", Process)
    monkeypatch.setattr(runner.subprocess, "CREATE_NO_WINDOW", 0x08000000, raising=False)
    monkeypatch.setenv("OF_THE_SERVER", "kept")
    monkeypatch.delenv("BURRACO_DATA", raising=False)
    trial = FormatTrial(pk=7)
    runner.start_runner(trial)
    monkeypatch.delattr(runner.subprocess, "CREATE_NO_WINDOW")
    runner.start_runner(trial)
    (command, how), (_again, elsewhere) = begun
    name = str(connection.settings_dict["NAME"])
    assert command == [sys.executable, "manage.py", "run_format_trial", "7", "--database-name", name]
    assert (how["creationflags"], elsewhere["creationflags"]) == (0x08000000, 0)
    assert (how["cwd"], how["env"]["BURRACO_DATA"]) == (settings.BASE_DIR, str(settings.DATA_DIR))
    assert how["env"]["OF_THE_SERVER"] == "kept"
    assert collected.wait(30), "its end is collected"


def test_a_trial_whose_evening_cannot_be_played_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_wanted: object, **_more: object) -> TrialFigures:
        raise ZeroDivisionError

    monkeypatch.setattr(runner, "HandPool", lambda *_given: None)
    monkeypatch.setattr(runner, "play_trial_evening", broken)
    trial = start()
    with pytest.raises(ZeroDivisionError):
        run_trial(trial.pk)
    trial.refresh_from_db()
    assert trial.state == FormatTrial.State.FAILED


@pytest.mark.parametrize(
    ("evening", "asked_to_stop", "goes_on"), [(5, False, True), (5, True, False), (12, False, True), (12, True, True)]
)
def test_a_trial_that_is_asked_to_stop_ends_unless_it_is_done(evening: int, asked_to_stop: bool, goes_on: bool) -> None:
    trial = start()
    FormatTrial.objects.update(stop_asked=asked_to_stop)
    assert runner._write(trial, evening, [TrialFigures()]) is goes_on
    trial.refresh_from_db()
    assert trial.played == evening


def test_a_trial_whose_row_is_gone_ends() -> None:
    trial = start()
    FormatTrial.objects.all().delete()
    assert not runner._write(trial, 5, [TrialFigures()])
