"""The settings as each way of running the project sees them: every test starts Django anew in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django import forms
from django.template import Context, Template
from django.utils import translation

PROJECT = Path(__file__).parent.parent
CLUB: dict[str, str] = {}
FEDERATION = {"BURRACO_HTTPS": "1", "ALLOWED_HOSTS": "burraco.example"}
SETTINGS_OF_OURS = {"ALLOWED_HOSTS", "BURRACO_HTTPS", "DATABASE_URL", "DEBUG", "SECRET_KEY"}
OF_THE_BROWSER_TESTS = {"DJANGO_ALLOW_ASYNC_UNSAFE"}


def run(data: Path, mode: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    left_out = SETTINGS_OF_OURS | OF_THE_BROWSER_TESTS
    inherited = {name: value for name, value in os.environ.items() if name not in left_out}
    ours = {"BURRACO_DATA": str(data), "DJANGO_SETTINGS_MODULE": "burraco_club.settings"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=PROJECT, env={**inherited, **ours, **mode}, capture_output=True, text=True)


def check(data: Path, mode: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return run(data, mode, "manage.py", "check", "--deploy", "--fail-level", "WARNING")


def answer(data: Path, mode: dict[str, str], code: str) -> str:
    """What a line of code prints that knows the settings."""
    done = run(data, mode, "-c", f"from burraco_club import settings; {code}")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("mode", [CLUB, FEDERATION], ids=["club", "federation"])
def test_deployment_check_finds_nothing(tmp_path: Path, mode: dict[str, str]) -> None:
    checked = check(tmp_path, mode)
    assert checked.returncode == 0, checked.stderr


def test_only_the_four_warnings_about_tls_are_silenced_and_only_on_a_lan(tmp_path: Path) -> None:
    silenced = "print(*sorted(getattr(settings, 'SILENCED_SYSTEM_CHECKS', [])))"
    assert answer(tmp_path, CLUB, silenced) == "security.W004 security.W008 security.W012 security.W016"
    assert answer(tmp_path, FEDERATION, silenced) == ""


def test_a_server_on_the_internet_must_name_its_hosts(tmp_path: Path) -> None:
    checked = check(tmp_path, {"BURRACO_HTTPS": "1"})
    assert "ALLOWED_HOSTS" in checked.stderr and checked.returncode != 0


def test_every_start_finds_the_same_key_and_every_club_has_its_own(tmp_path: Path) -> None:
    key = "print(settings.SECRET_KEY)"
    assert answer(tmp_path / "one", CLUB, key) == answer(tmp_path / "one", CLUB, key)
    assert answer(tmp_path / "one", CLUB, key) != answer(tmp_path / "two", CLUB, key)
    assert answer(tmp_path / "one", {"SECRET_KEY": "of-several-machines"}, key) == "of-several-machines"


def test_sqlite_waits_for_its_turn_and_for_the_disk(tmp_path: Path) -> None:
    pragmas = (
        "from django.db import connection as c; "
        "print(*(c.cursor().execute(f'PRAGMA {name}').fetchone()[0]"
        " for name in ('journal_mode', 'synchronous', 'foreign_keys')), c.transaction_mode)"
    )
    full = "2"
    assert answer(tmp_path, CLUB, pragmas).split() == ["wal", full, "1", "IMMEDIATE"]
    elsewhere = {"DATABASE_URL": f"sqlite:///{tmp_path}/elsewhere.sqlite3"}
    assert answer(tmp_path, elsewhere, pragmas).split() == ["wal", full, "1", "IMMEDIATE"]
    assert (tmp_path / "elsewhere.sqlite3").exists()


@pytest.mark.parametrize(("language", "shown"), [("it", "1.250"), ("en", "1,250")])
def test_numbers_are_written_as_people_write_them_except_in_form_fields(language: str, shown: str) -> None:
    class Score(forms.Form):
        points = forms.IntegerField()

    with translation.override(language):
        template = Template("{{ number }} {{ form.points }}")
        page = template.render(Context({"number": 1250, "form": Score({"points": 1250})}))
    assert page.startswith(f"{shown} ")
    assert 'value="1250"' in page
