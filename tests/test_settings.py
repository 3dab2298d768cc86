"""The settings in each way of running the project: every test starts Django in a process of its own."""

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
SETTINGS_OF_OURS = {"ALLOWED_HOSTS", "BURRACO_HTTPS", "BURRACO_IDLE_HOURS", "DATABASE_URL", "DEBUG", "SECRET_KEY"}
SETTINGS_OF_OURS |= {"BURRACO_LONGEST_HOURS", "BURRACO_SECOND_FACTOR", "TRUSTED_PROXIES"}
SETTINGS_OF_OURS |= {"EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS", "EMAIL_USE_SSL", "DEFAULT_FROM_EMAIL"}
OF_THE_BROWSER_TESTS = {"DJANGO_ALLOW_ASYNC_UNSAFE"}
OF_POSTGRESQL = {"PGSSLMODE"}


def run(data: Path, mode: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    left_out = SETTINGS_OF_OURS | OF_THE_BROWSER_TESTS | OF_POSTGRESQL
    inherited = {name: value for name, value in os.environ.items() if name not in left_out}
    ours = {"BURRACO_DATA": str(data), "DJANGO_SETTINGS_MODULE": "burraco_club.settings"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=PROJECT, env={**inherited, **ours, **mode}, capture_output=True, text=True)


def check(data: Path, mode: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return run(data, mode, "manage.py", "check", "--deploy", "--fail-level", "WARNING")


def answer(data: Path, mode: dict[str, str], code: str) -> str:
    """Return the output of a line of code that uses the settings."""
    done = run(data, mode, "-c", f"from burraco_club import settings; {code}")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("mode", [CLUB, FEDERATION], ids=["club", "federation"])
def test_deployment_check_finds_nothing(tmp_path: Path, mode: dict[str, str]) -> None:
    checked = check(tmp_path, mode)
    assert checked.returncode == 0, checked.stderr


def test_only_the_four_warnings_about_tls_are_silenced_and_only_on_a_lan(tmp_path: Path) -> None:
    silenced = "print(*sorted(getattr(settings, 'SILENCED_SYSTEM_CHECKS', [])))"
    assert answer(tmp_path, CLUB, silenced) == "security.W004 security.W008 security.W011 security.W016"
    assert answer(tmp_path, FEDERATION, silenced) == ""


def test_a_server_on_the_internet_must_name_its_hosts(tmp_path: Path) -> None:
    checked = check(tmp_path, {"BURRACO_HTTPS": "1"})
    assert "ALLOWED_HOSTS" in checked.stderr and checked.returncode != 0


def test_a_club_with_its_own_certificate_promises_nothing_for_another_evening(tmp_path: Path) -> None:
    """A page over plain http could not replace a cookie for https alone, and HSTS would block it after a warning."""
    facts = "settings.SESSION_COOKIE_NAME, settings.SESSION_COOKIE_SECURE, hasattr(settings, 'SECURE_HSTS_SECONDS')"
    assert answer(tmp_path, {"BURRACO_LAN_HTTPS": "1"}, f"print({facts})") == "sessionid-https True False"
    assert answer(tmp_path, CLUB, "print(hasattr(settings, 'SESSION_COOKIE_NAME'))") == "False"


def test_every_start_finds_the_same_key_and_every_club_has_its_own(tmp_path: Path) -> None:
    key = "print(settings.SECRET_KEY)"
    assert answer(tmp_path / "one", CLUB, key) == answer(tmp_path / "one", CLUB, key)
    assert answer(tmp_path / "one", CLUB, key) != answer(tmp_path / "two", CLUB, key)
    assert answer(tmp_path / "one", {"SECRET_KEY": "of-several-machines"}, key) == "of-several-machines"


def test_proxies_are_believed_where_they_are_named_and_idle_sessions_end_sooner_on_a_server(tmp_path: Path) -> None:
    text = "print(settings.TRUSTED_PROXIES, settings.SESSION_COOKIE_AGE // 3600, settings.LONGEST_HOURS)"
    assert answer(tmp_path, CLUB, text) == "[] 336 720"
    assert answer(tmp_path, FEDERATION, text) == "['127.0.0.1', '::1', 'unix'] 4 12"
    named = FEDERATION | {"TRUSTED_PROXIES": "10.0.0.7,10.0.1.0/24", "BURRACO_IDLE_HOURS": "1"}
    assert answer(tmp_path, named | {"BURRACO_LONGEST_HOURS": "8"}, text) == "['10.0.0.7', '10.0.1.0/24'] 1 8"


def test_a_servers_cookies_are_its_own_and_go_over_https_alone(tmp_path: Path) -> None:
    """Browsers accept `__Host-…` only like this; a club with plain http could not set it."""
    text = (
        "from django.conf import settings as s; print(*((getattr(s, f'{of}_COOKIE_NAME'), "
        "*(getattr(s, f'{of}_COOKIE_{what}') for what in ('SECURE', 'HTTPONLY', 'PATH', 'DOMAIN', 'SAMESITE')))"
        " for of in ('SESSION', 'CSRF')))"
    )
    session, csrf = "('__Host-session', True, True, '/', None, 'Lax')", "('__Host-csrf', True, True, '/', None, 'Lax')"
    assert answer(tmp_path, FEDERATION, text) == f"{session} {csrf}"


def test_a_database_on_another_machine_is_encrypted_and_proves_who_it_is(tmp_path: Path) -> None:
    page_text = "print(settings.DATABASES['default']['OPTIONS'].get('sslmode'))"
    here, there = "postgres://club:x@127.0.0.1:5432,localhost:5433/club", "postgres://club:x@127.0.0.1,db.example/club"
    for url, text in ((here, "None"), (there, "verify-full"), (f"{there}?sslmode=require", "require")):
        assert answer(tmp_path, FEDERATION | {"DATABASE_URL": url, "SECRET_KEY": "x" * 50}, page_text) == text


def test_emails_are_off_without_a_server_and_encrypted_unless_asked_otherwise(tmp_path: Path) -> None:
    facts = "print(repr(settings.EMAIL_HOST), settings.EMAIL_PORT, settings.EMAIL_USE_TLS, settings.EMAIL_USE_SSL)"
    assert answer(tmp_path, CLUB, facts) == "'' 587 True False"
    server = {"EMAIL_HOST": "smtp.example", "EMAIL_HOST_USER": "club@example.it"}
    assert answer(tmp_path, server, facts) == "'smtp.example' 587 True False"
    assert answer(tmp_path, server, "print(settings.DEFAULT_FROM_EMAIL)") == "club@example.it"
    assert (
        answer(tmp_path, server | {"EMAIL_USE_SSL": "1", "EMAIL_USE_TLS": "1"}, facts)
        == "'smtp.example' 465 False True"
    )
    plain = server | {"EMAIL_USE_TLS": "0", "EMAIL_PORT": "25"}
    assert answer(tmp_path, plain, facts) == "'smtp.example' 25 False False"


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


@pytest.mark.parametrize(("language", "written"), [("it", "1.250"), ("en", "1,250")])
def test_numbers_are_written_as_people_write_them_except_in_form_fields(language: str, written: str) -> None:
    class Score(forms.Form):
        points = forms.IntegerField()

    with translation.override(language):
        template = Template("{{ number }} {{ form.points }}")
        page = template.render(Context({"number": 1250, "form": Score({"points": 1250})}))
    assert page.startswith(f"{written} ")
    assert 'value="1250"' in page
