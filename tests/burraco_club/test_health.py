"""The health checks, and the version in the footer."""

import os
import time
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import OperationalError, connection
from django.test import Client

from burraco_club import health


def test_it_lives_without_a_database(client: Client) -> None:
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()) == (200, {"alive": True})
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_it_is_ready_and_says_how_old_its_newest_backup_is(client: Client, tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path
    assert client.get("/health/ready/").json() == {"database": True, "disk": True, "hours_since_backup": None}
    for name, hours in (("club-1.zip", 30), ("club-2.zip", 2)):
        file = tmp_path / "backups" / name
        file.parent.mkdir(exist_ok=True)
        file.touch()
        made = time.time() - hours * 3600
        os.utime(file, (made, made))
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.json()["hours_since_backup"]) == (200, 2.0)


@pytest.mark.django_db
def test_it_is_not_ready_without_database_or_room(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(execute: object, sql: str, *_given: object) -> None:
        raise OperationalError(sql)

    with connection.execute_wrapper(refuse):
        answer = client.get("/health/ready/")
    assert (answer.status_code, answer.json()["database"]) == (503, False)
    monkeypatch.setattr(health, "LEAST_FREE", 2**80)
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.json()["disk"]) == (503, False)


@pytest.mark.django_db
def test_the_version_is_told_to_who_has_an_account_and_to_nobody_else(client: Client) -> None:
    assert settings.VERSION not in client.get("/en/login/").content.decode()
    client.force_login(User.objects.create_user("anna"))
    assert f"version {settings.VERSION} ({settings.CODE_VERSION})" in client.get("/en/").content.decode()
