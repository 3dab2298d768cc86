"""The page for trying out formats."""

import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tournaments.forms.trials import TrialForm
from tournaments.models import FormatTrial
from tournaments.records import System
from tournaments.services.trials import trial_start
from tournaments.trials.report import reports_of
from tournaments.trials.runner import run_trial

pytestmark = pytest.mark.django_db

ASKED = {
    "entrants": "12",
    "hands": "2",
    "evenings": "10",
    "a1_system": "mitchell",
    "a1_rounds": "3",
    "b1_system": "danish",
    "b1_rounds": "3",
}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"entrants": "1"}, "entrants"),
        ({"entrants": "moltissime"}, "entrants"),
        ({"evenings": "9"}, "evenings"),
        ({"hands": "7"}, "hands"),
        ({"a1_rounds": ""}, "a1_rounds"),
        ({"a1_rounds": "0"}, "a1_rounds"),
        ({"a2_rounds": "2"}, "a2_system"),
        ({"a1_system": "roulette"}, "a1_system"),
        ({"a1_rounds": "12", "a2_system": "danish", "a2_rounds": "12"}, "a1_rounds"),
        ({"a2_system": "individual", "a2_rounds": "1"}, "a1_system"),
        ({"a2_system": "cut_whole", "a2_rounds": "27", "a3_system": "danish", "a3_rounds": "1"}, "a2_rounds"),
        ({"a2_system": "cut_whole", "a2_rounds": "2"}, "a1_system"),
        (
            {
                "a1_system": "knockout",
                "a2_system": "cut_half",
                "a2_rounds": "2",
                "a3_system": "danish",
                "a3_rounds": "1",
            },
            "a1_system",
        ),
        # Seven gironi of twelve pairs: some would have a single one.
        ({"a2_system": "cut_half", "a2_rounds": "7", "a3_system": "danish", "a3_rounds": "1"}, "a1_system"),
        # At six tables, any step lasts for six rounds at most.
        ({"a1_rounds": "9"}, "a1_system"),
        ({"a1_system": "", "a1_rounds": "", "b1_system": "", "b1_rounds": ""}, "a1_system"),
    ],
)
def test_what_cannot_be_played_is_said_beside_its_field(referee: Client, wrong: dict[str, str], field: str) -> None:
    page = referee.post(reverse("trials"), ASKED | wrong)
    assert page.status_code == 422
    assert field in page.context["form"].errors
    assert not FormatTrial.objects.exists()
    for name, value in (ASKED | wrong).items():
        assert page.context["form"][name].value() == value


def test_a_format_with_a_cut_is_played(referee: Client) -> None:
    part = {"a2_system": "cut_half", "a2_rounds": "2", "a3_system": "danish", "a3_rounds": "2"}
    form = TrialForm(ASKED | part)
    assert form.is_valid() and form.formats[0] == ["mitchell"] * 3 + [{"gironi": 2, "carry": "half"}] + ["danish"] * 2
    trial = asked(formats=form.formats)
    run_trial(trial.pk)
    trial.refresh_from_db()
    with translation.override("en"):
        names = [report.name for report in reports_of(trial)]
    halved = "cut into 2 gironi (half of the points are carried over, VP rounded up)"
    assert names == [f"3 × Mitchell, {halved}, 2 × Danish", "3 × Danish"]
    assert referee.get(reverse("trial", args=[trial.pk])).status_code == 200
    assert trial.state == FormatTrial.State.DONE and trial.results[0]["evenings"] == 10


def test_a_knockout_of_too_many_rounds_is_refused_without_naming_who_won_it(referee: Client) -> None:
    with translation.override("en"):
        page = referee.post(reverse("trials"), ASKED | {"a1_system": "knockout", "a1_rounds": "9"})
        longer = referee.post(reverse("trials"), ASKED | {"a1_rounds": "9"})
        cut = {"a2_system": "cut_whole", "a2_rounds": "1", "a3_system": "danish", "a3_rounds": "1"}
        whole = referee.post(reverse("trials"), ASKED | cut).context["form"]
        assert list(whole.errors["a2_rounds"]) == ["A ranking is cut into 2 to 26 gironi."]
    assert page.status_code == 422
    assert "the knockout is over sooner" in page.content.decode()
    assert "a1_system" in longer.context["form"].errors and "knockout is over" not in longer.content.decode()


def test_the_form_is_the_referees_alone(client: Client) -> None:
    assert client.get(reverse("trials")).status_code == 302


def test_a_second_trial_waits_for_the_first(referee: Client) -> None:
    asked()
    page = referee.post(reverse("trials"), ASKED)
    assert page.status_code == 422
    assert page.context["form"].non_field_errors()


def asked(**changed: Any) -> FormatTrial:
    wanted: dict[str, Any] = {
        "entrants": 12,
        "hands": 2,
        "formats": [[System.MITCHELL] * 3, [System.DANISH] * 3],
        "evenings": 10,
        "by": None,
        "at": timezone.now(),
    }
    return trial_start(**wanted | changed)


def test_the_page_asks_again_while_it_is_played(referee: Client, django_assert_max_num_queries: Any) -> None:
    trial = asked()
    url = reverse("trial", args=[trial.pk])
    assert b"every 1s" in referee.get(url).content
    part = referee.get(url, headers={"hx-request": "true"})
    assert b"<html" not in part.content
    run_trial(trial.pk)
    with django_assert_max_num_queries(8):
        done = referee.get(url)
    assert b"hx-trigger" not in done.content
    assert "10 di 10 serate" in done.content.decode()
    assert [report.name for report in done.context["reports"]] == ["3 × Mitchell", "3 × Danese puro"]


def test_the_list_costs_the_same_however_long(referee: Client, django_assert_max_num_queries: Any) -> None:
    for _ in range(5):
        run_trial(asked().pk)
    with django_assert_max_num_queries(8):
        assert len(referee.get(reverse("trials")).context["before"]) == 5


def test_a_runner_that_is_silent_is_said_and_asked_for_more_seldom(referee: Client) -> None:
    trial = asked()
    FormatTrial.objects.filter(pk=trial.pk).update(state="running", beat_at="2026-01-01T12:00:00Z")
    page = referee.get(reverse("trial", args=[trial.pk]))
    assert page.context["broken_off"]
    assert b"every 1s" not in page.content
    assert b"every 5s" in page.content


def test_stop(referee: Client) -> None:
    trial = asked()
    assert referee.post(reverse("trial_stop", args=[trial.pk])).status_code == 302
    trial.refresh_from_db()
    assert trial.stop_asked


@pytest.mark.django_db(transaction=True)
def test_the_runner_plays_in_a_process_of_its_own() -> None:
    trial = asked()
    subprocess.run(
        [
            *(sys.executable, "manage.py", "run_format_trial", str(trial.pk)),
            *("--database-name", str(connection.settings_dict["NAME"])),
        ],
        cwd=settings.BASE_DIR,
        check=True,
    )
    trial.refresh_from_db()
    assert (trial.state, trial.played) == (FormatTrial.State.DONE, 10)
