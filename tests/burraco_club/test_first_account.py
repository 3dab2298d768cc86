"""The first account on the very first start: entered, or generated and shown, or generated and written to a file."""

import io
import os
import select
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.translation import override

from accounts.models import Role, must_change_password, role_of
from burraco_club.first_account import create_first_account
from club import PROJECT
from tests.faults.club import NOT_THE_CLUBS
from tests.ports import free_port
from tournaments.selectors.club_language import club_language

pytestmark = pytest.mark.django_db


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def made() -> tuple[User, list[str]]:
    texts: list[str] = []
    create_first_account(texts.append)
    return User.objects.get(), texts


def test_on_a_terminal_the_password_is_drawn_shown_once_and_changed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(sys, "stdout", Terminal())
    user, texts = made()
    [sentence] = texts
    password = sentence.split()[-1]
    assert user.check_password(password) and role_of(user) is Role.ADMINISTRATOR and must_change_password(user)
    client = Client()
    client.post("/login/", {"username": user.username, "password": password})
    assert client.get("/players/").headers["Location"] == "/account/password/"
    assert made()[1] == []


@pytest.mark.parametrize("language", ["it", "pt"])
def test_the_club_begins_with_the_language_of_its_computer(
    language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: object
) -> None:
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    with override(language):
        made()
    assert club_language() == language
    made()
    assert club_language() == language


def test_asked_on_a_terminal_nobody_has_to_change_what_they_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    good = "quattro-jolly-in-mano"
    typed, questions = iter(["corta", "password1234", good, "un altro", good, good]), []
    monkeypatch.setattr(sys, "stdin", Terminal("carla\n"))
    monkeypatch.setattr("getpass.getpass", lambda question: questions.append(question) or next(typed))
    user, texts = made()
    # How long it must be is said before somebody chooses one, not after.
    assert "12" in questions[0]
    assert (user.username, role_of(user)) == ("carla", Role.ADMINISTRATOR)
    assert user.check_password(good) and not must_change_password(user)
    assert len(texts) == 4 and "12" in texts[1]


def test_where_there_is_no_terminal_only_the_owner_reads_the_password(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: object
) -> None:
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    user, texts = made()
    file = tmp_path / "first-password.txt"
    password = file.read_text(encoding="utf-8").split()[-1]
    assert user.check_password(password) and must_change_password(user)
    assert str(file) in texts[0] and password not in texts[0]


def test_whoever_has_chosen_their_password_goes_on_to_what_comes_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(sys, "stdout", Terminal())
    user, [sentence] = made()
    drawn, chosen = sentence.split()[-1], "quattro-jolly-in-mano"
    client = Client()
    client.post("/en/login/", {"username": user.username, "password": drawn})
    typed = {"old_password": drawn, "new_password": chosen, "new_password_again": chosen}
    page = client.post("/en/account/password/", typed, follow=True)
    assert page.request["PATH_INFO"] == "/en/"
    assert "No tournament yet" in page.content.decode()
    # Whoever changes it again is where they came from.
    typed = {"old_password": chosen, "new_password": drawn, "new_password_again": drawn}
    assert client.post("/en/account/password/", typed).headers["Location"] == "/en/account/"


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="Windows has no terminal that a test can open")
def test_while_somebody_is_asked_no_browser_waits_for_the_answer(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    port, inherited = free_port(), {name: value for name, value in os.environ.items() if name not in NOT_THE_CLUBS}
    command = [sys.executable, "manage.py", "serve", "--host=127.0.0.1", f"--port={port}", "--language=en"]
    with subprocess.Popen(
        command,
        cwd=PROJECT,
        env=inherited | {"BURRACO_DATA": str(tmp_path)},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as program:
        os.close(theirs)
        said = b""
        while b"press Enter" not in said and select.select([ours], [], [], 60)[0]:
            said += os.read(ours, 4096)
        with socket.socket() as browser:
            refused = browser.connect_ex(("127.0.0.1", int(port)))
        program.terminate()
    os.close(ours)
    assert b"press Enter" in said and refused
