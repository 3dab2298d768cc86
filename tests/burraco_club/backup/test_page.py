"""The page of backups, and the second folder that an administrator chooses there."""

import os
import stat
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import JournalEntry, Role
from burraco_club.backup import page
from burraco_club.backup.retention import CHOSEN, backup_folder, keep_backup, kept_backups, second_folder, trouble
from tests.factories import AT, make_account

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/en/club/backups/"


@pytest.fixture
def administrator(data: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    """An administrator on a club's laptop, whatever the tests' database."""
    monkeypatch.setattr(page, "database_kind", lambda: "sqlite")
    client = Client()
    client.force_login(make_account("carla", Role.ADMINISTRATOR))
    return client


def choose(client: Client, folder: object) -> str:
    response: HttpResponse = client.post(PAGE, {"folder": str(folder)}, follow=True)  # type: ignore[assignment]
    return response.content.decode()


def test_a_stick_is_chosen_has_a_copy_at_once_and_is_given_up_again(data: Path, administrator: Client) -> None:
    stick = data.parent / "la chiavetta"
    stick.mkdir()
    text = choose(administrator, stick)
    assert "Every backup is now copied to" in text and f'value="{stick}"' in text
    assert [path.name for path in stick.iterdir()] == [path.name for path in kept_backups()]
    assert kept_backups()[0].name in text
    stick.rename(data.parent / "away")
    assert str(stick) in trouble() and str(stick) in administrator.get("/en/").content.decode()
    assert "data folder only" in choose(administrator, "")
    assert second_folder() is None and trouble() == ""
    entries = JournalEntry.objects.order_by("pk").values_list("event", "who", "about")
    assert list(entries) == [("backup_folder", "carla", str(stick)), ("backup_folder", "carla", "")]


@pytest.mark.parametrize(
    ("folder", "why"),
    [
        ("{data}/nowhere", "There is no folder"),
        ("{data}/secret.key", "There is no folder"),
        ("stick", "whole path"),
        ("{data}/backups", "there already"),
        ("{data}/../data/backups", "there already"),
        ("{data}\0", "Null characters"),
        ("/" + "a" * 299, "There is no folder"),
        ("/" + "a" * 300, "at most 300"),
    ],
)
def test_a_folder_that_will_not_do_is_refused_and_stays_in_the_field(
    data: Path, administrator: Client, folder: str, why: str
) -> None:
    keep_backup(at=AT)
    typed = folder.format(data=data)
    response = administrator.post(PAGE, {"folder": typed})
    assert response.status_code == 422 and why in response.content.decode()
    assert "\0" in typed or f'value="{typed}"' in response.content.decode()
    assert second_folder() is None and not JournalEntry.objects.exists()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="this system has no folder that nobody can write to")
def test_a_folder_that_cannot_be_written_to_is_named(data: Path, administrator: Client, settings: Settings) -> None:
    assert "Nothing can be written to /proc" in choose(administrator, "/proc")
    settings.DATA_DIR = Path("/proc")
    assert "Nothing can be written to /proc" in choose(administrator, data)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_the_choice_is_for_its_owner_alone(data: Path, administrator: Client) -> None:
    choose(administrator, data)
    assert stat.S_IMODE((data / CHOSEN).stat().st_mode) == 0o600


def test_the_command_line_counts_before_the_choice(data: Path, administrator: Client, settings: Settings) -> None:
    choose(administrator, data)
    settings.BACKUP_COPY = str(data.parent)
    assert second_folder() == data.parent
    text = choose(administrator, backup_folder())
    assert f"A copy of each is kept in {data.parent}" in text and "backups-form" not in text
    settings.BACKUP_COPY = ""
    assert second_folder() == data


def test_a_servers_folders_are_not_chosen_on_a_page(
    data: Path, administrator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "database_kind", lambda: "postgresql")
    text = choose(administrator, data)
    assert "server’s setting" in text and second_folder() is None
