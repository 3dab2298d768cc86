"""The first administrator of a club at whose computer nobody sits: a link, of which the newest alone opens."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import JournalEntry, Role, role_of
from tests.factories import make_account
from tournaments.selectors.club_language import club_language

pytestmark = pytest.mark.django_db

CHOSEN = {"new_password": "quattro-jolly-in-mano", "new_password_again": "quattro-jolly-in-mano"}

Print = Callable[..., tuple[str, str]]


@pytest.fixture
def printed(tmp_path: Path, settings: Any, capsys: pytest.CaptureFixture[str]) -> Print:
    """Run the command with these words, and return what it printed for programs and for people."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    (settings.DATA_DIR / "secret.key").write_text("the club's own key")

    def run(*words: str) -> tuple[str, str]:
        call_command("first_link", *words)
        return capsys.readouterr()

    return run


def test_whoever_opens_the_link_chooses_a_password_and_is_the_administrator(printed: Print) -> None:
    link, sentence = printed("--language=en", "--name=marta", "--address=https://aurora.example/")
    address, path = link[:22], link[22:].strip()
    assert address == "https://aurora.example" and "marta" in sentence and path not in sentence
    client = Client()
    assert client.get(path).status_code == 200
    client.post(path, CHOSEN)
    user = User.objects.get()
    assert (user.username, role_of(user)) == ("marta", Role.ADMINISTRATOR) and user.has_usable_password()
    assert client.get("/en/club/accounts/").status_code == 200, "logged in"
    assert JournalEntry.objects.get(event=JournalEntry.Event.LINK).about == "marta"
    assert printed("--language=en") == (
        "",
        "The club has its administrator. For a forgotten password: manage.py login_link NAME\n",
    )
    assert Client().get(path).status_code == 404


def test_until_then_another_link_replaces_the_one_before_and_no_account_is_added(printed: Print) -> None:
    first, second = (printed("--name", name, "--language=en")[0].strip() for name in ("marta", "ugo"))
    assert [Client().get(path).status_code for path in (first, second)] == [404, 200]
    assert User.objects.get().username == "marta"


def test_a_new_club_begins_with_the_language_of_the_house_and_keeps_it(printed: Print, settings: Any) -> None:
    settings.ALLOWED_HOSTS, settings.HTTPS = [".example", "aurora.example"], True
    assert printed("--language=es")[0].startswith("https://aurora.example/es/login/")
    assert printed("--language=pt")[0].startswith("https://aurora.example/es/login/")
    assert club_language() == "es"


@pytest.mark.parametrize("address", ["aurora.example", "ftp://aurora.example", "https://", "https://aurora.example/x/"])
def test_what_is_no_address_is_refused(printed: Print, address: str) -> None:
    with pytest.raises(CommandError, match="burraco.example"):
        printed("--language=en", f"--address={address}")
    assert not User.objects.exists()


def test_a_name_that_another_account_has_is_refused(printed: Print) -> None:
    make_account("marta", Role.VIEWER)
    with pytest.raises(CommandError, match="marta"):
        printed("--language=en", "--name=marta")
