"""The page that puts the club on the web, and the start with `--online`."""

import io
import re
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.test import Client, override_settings
from django.utils import timezone
from django.utils.translation import override

from accounts.models import Role
from burraco_club.line import served
from burraco_club.line.code import read_code
from burraco_club.line.door import LineDoor
from burraco_club.line.files import LineFiles
from burraco_club.line.holder import LineHolder
from burraco_club.line.process import Trouble
from burraco_club.line.served import served_line, switch_on
from burraco_club.line.states import LineState, Phase, state_sentence
from tests.burraco_club.line.test_holder import ADDRESS, CODE, OpenDoor
from tests.factories import make_account
from tournaments.models import Club

PAGE = "/en/club/web/"


@pytest.fixture
def line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LineHolder:
    """A holder whose thread has not begun: it keeps what it is told."""
    holder = LineHolder(LineFiles(tmp_path), lambda _address: OpenDoor(), lambda _sentence: None)
    monkeypatch.setattr(served._Served, "holder", holder)
    return holder


@pytest.fixture
def administrator(db: None) -> Client:
    client = Client()
    client.force_login(make_account("carla", Role.ADMINISTRATOR))
    return client


def text_of(client: Client, address: str = PAGE) -> str:
    return client.get(address).content.decode()


def test_the_page_takes_a_code_and_switches_the_line(administrator: Client, line: LineHolder) -> None:
    page = text_of(administrator)
    assert "The club is not on the web." in page and 'name="code"' in page and "Take the club off" not in page
    assert "/en/club/web/" in text_of(administrator, "/en/club/")
    sent = administrator.post(PAGE, {"do": "code", "code": f"> {CODE.upper()[:70]}\n> {CODE.upper()[70:]}"})
    assert sent.headers["Location"] == PAGE and line.files.is_on and line.files.code() is not None
    assert "Take the club off the web" in text_of(administrator)
    assert administrator.post(PAGE, {"do": "off"}).status_code == 302 and not line.files.is_on
    assert 'value="on"' in text_of(administrator)
    assert administrator.post(PAGE, {"do": "on"}).status_code == 302 and line.files.is_on
    # Again is an attempt, and no change.
    assert administrator.post(PAGE, {"do": "on"}).status_code == 302
    journal = re.findall(r"Club (?:put on|taken off) the web: [\w:/.-]+", text_of(administrator, "/en/club/journal/"))
    address = "https://aurora.burraco.example"
    put, taken = f"Club put on the web: {address}", f"Club taken off the web: {address}"
    assert journal == [put, taken, put]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "This field is required"),
        ("burraco", "This is no code for the web"),
        (CODE[:-3], "A sign of the code is wrong or missing"),
        (CODE.replace("burraco1", "burraco2"), "This code is for a newer version of the program"),
        ("x" * 4001, "at most 4"),
    ],
    ids=["empty", "foreign", "cut", "newer", "long"],
)
def test_what_is_no_code_is_told_and_stays_in_the_field(
    administrator: Client, line: LineHolder, typed: str, sentence: str
) -> None:
    page = administrator.post(PAGE, {"do": "code", "code": typed})
    assert page.status_code == 422 and sentence in page.content.decode()
    assert typed in page.content.decode() and line.files.code() is None


@override_settings(ALLOWED_HOSTS=["testserver"])
def test_a_name_at_which_the_program_does_not_answer_is_told_before(administrator: Client, line: LineHolder) -> None:
    page = administrator.post(PAGE, {"do": "code", "code": CODE})
    assert page.status_code == 422 and "does not answer at aurora.burraco.example" in page.content.decode()


def test_nonsense_changes_nothing(administrator: Client, line: LineHolder) -> None:
    for sent in ({}, {"do": "dance"}):
        assert administrator.post(PAGE, sent).status_code == 422
    assert not line.files.folder.exists()


def test_a_line_that_leads_nowhere_puts_nobody_on_the_web(administrator: Client, line: LineHolder) -> None:
    for act in ("on", "off"):
        assert administrator.post(PAGE, {"do": act}).status_code == 302 and line.files.is_on is (act == "on")
    assert "Club put on" not in (journal := text_of(administrator, "/en/club/journal/")) and "taken off" not in journal


def test_the_state_is_asked_for_again_and_again_with_address_and_code_while_it_holds(
    administrator: Client, line: LineHolder
) -> None:
    assert f'hx-get="{PAGE}now/"' in text_of(administrator)
    line.state = LineState(phase=Phase.HELD, since=timezone.now(), address=ADDRESS)
    part = text_of(administrator, f"{PAGE}now/")
    assert f'href="{ADDRESS}"' in part and "data:image/svg+xml" in part and "<html" not in part
    line.state = LineState(
        phase=Phase.LOST, since=timezone.now(), address=ADDRESS, trouble=Trouble.CUT, next_at=timezone.now()
    )
    part = text_of(administrator, f"{PAGE}now/")
    assert "The connection was cut. Trying again at" in part and "data:image" not in part


def test_a_line_that_is_lost_can_be_tried_again_at_once_and_one_that_holds_is_left_alone(
    administrator: Client, line: LineHolder
) -> None:
    line.take_code(CODE)
    line._changed.clear()
    for phase, lost in ((Phase.HELD, False), (Phase.OPENING, False), (Phase.LOST, True)):
        line.state = LineState(
            phase=phase, since=timezone.now(), address=ADDRESS, trouble=Trouble.NO_SSH, next_at=timezone.now()
        )
        page = text_of(administrator)
        assert 'value="again"' in page and ("data-line-lost" in page) is lost
        assert administrator.post(PAGE, {"do": "again"}).status_code == 302
        assert line._changed.is_set() is lost


@pytest.mark.parametrize(("minutes", "sentence"), [(7, "7 minutes ahead"), (-3, "3 minutes behind"), (1, "")])
def test_a_clock_that_is_wrong_is_told(administrator: Client, line: LineHolder, minutes: int, sentence: str) -> None:
    line.state = LineState(phase=Phase.HELD, since=timezone.now(), address=ADDRESS)
    door = SimpleNamespace(clock_ahead=0.0)
    LineDoor.hear_time(door, str(time.time() - 60 * minutes))  # type: ignore[arg-type]
    for nonsense in ("nonsense", "", "nan", "-inf", "1e999"):
        LineDoor.hear_time(door, nonsense)  # type: ignore[arg-type]
    line._door = door  # type: ignore[assignment]
    part = text_of(administrator, f"{PAGE}now/")
    assert (sentence in part) if sentence else "clock" not in part


def test_the_club_says_whether_accounts_come_in(administrator: Client, line: LineHolder) -> None:
    assert administrator.post(PAGE, {"do": "accounts", "accounts_online": "on"}).status_code == 302
    assert Club.objects.get().accounts_online and "checked" in text_of(administrator)
    assert administrator.post(PAGE, {"do": "accounts"}).status_code == 302
    assert not Club.objects.get().accounts_online
    journal = text_of(administrator, "/en/club/journal/")
    assert "Accounts with two-step login now come in over the internet" in journal
    assert "Accounts come in from the hall only." in journal


def test_a_server_has_no_line(administrator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served._Served, "holder", None)
    assert served_line() is None
    page = text_of(administrator)
    assert "is on the web already" in page and 'name="code"' not in page
    assert administrator.post(PAGE, {"do": "on"}).status_code == 422


def test_every_state_and_every_trouble_has_a_sentence() -> None:
    with override("en"):
        now = timezone.now()
        said = {state_sentence(LineState(phase=phase, since=now)) for phase in Phase if phase is not Phase.LOST}
        for trouble in Trouble:
            lost = LineState(phase=Phase.LOST, since=now, trouble=trouble, said="100% moon", next_at=now)
            opening = LineState(phase=Phase.OPENING, since=now, trouble=trouble, said="100% moon")
            said |= {state_sentence(lost), state_sentence(opening)}
    assert len(said) == len(Phase) - 1 + 2 * len(Trouble)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_who_starts_online_is_asked_for_the_code_at_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []
    monkeypatch.setattr("sys.stdin", Terminal(f"nonsense\n{CODE}\n"))
    with override_settings(DATA_DIR=tmp_path), override("en"):
        assert switch_on(said.append) == read_code(CODE).address
        assert LineFiles(tmp_path).code() is not None and LineFiles(tmp_path).is_on
        # Once it is known, nobody is asked, and nothing is new.
        assert switch_on(said.append) == ""
    assert [sentence[:26] for sentence in said] == ["This is no code for the we"]


@pytest.mark.parametrize("stdin", [Terminal("\n"), io.StringIO("")])
def test_without_a_code_the_club_opens_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stdin: io.StringIO
) -> None:
    said: list[str] = []
    monkeypatch.setattr("sys.stdin", stdin)
    with override_settings(DATA_DIR=tmp_path), override("en"):
        switch_on(said.append)
    assert LineFiles(tmp_path).code() is None
    assert bool(said) is not stdin.isatty()
