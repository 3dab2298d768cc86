"""Trials of formats: one at a time, played by a runner that shares only a database row with the page."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone, translation

from pages.refusals import Refused
from tournaments.models import FormatTrial
from tournaments.records import System
from tournaments.services.trials import REMEMBERED, SILENCE, is_alive, trial_start, trial_stop
from tournaments.simulation import TrialFigures
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
