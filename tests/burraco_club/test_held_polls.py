"""Polls that are held back: each gets its answer once, never an old one, whatever happens to it meanwhile."""

import socket
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from burraco_club import held_polls
from burraco_club.club_server import ClubServer
from burraco_club.held_polls import LONGEST_SECONDS, REMEMBERED_SECONDS
from burraco_club.keep_alive import SLOWER
from burraco_club.load_shedding import LoadShedder
from pages.held_answers import HOLD
from tests.burraco_club.test_club_server import Club
from tournaments.selectors.hall.news import PhoneTable, PublicPages, StateUntil, Subject

WOULD_WAIT = f"Prefer: wait={LONGEST_SECONDS}\r\n"
RANKING, TABLE = PublicPages("friday"), PhoneTable("friday", 1, 7)
SUBJECTS: Mapping[str, Subject] = {"/ranking": RANKING, "/table": TABLE}


class Data:
    """The data of a club, as a number for each subject that counts its changes."""

    def __init__(self) -> None:
        self.version = 1
        self.states: dict[Subject, object] = {RANKING: 1, TABLE: 1}
        self.reads = 0
        self.meanwhile: Callable[[], None] = lambda: None
        """What happens after a view has read the data, before its answer is held back."""

    def change(self, subject: Subject) -> None:
        self.version += 1
        self.states[subject] = self.version

    def states_of(self, subjects: Collection[Subject]) -> dict[Subject, object]:
        self.reads += 1
        return {subject: self.states.get(subject) for subject in subjects}

    def application(self, environ: Any, start_response: Any) -> list[bytes]:
        """Answer with the state of what the path names, or with 304 to those who know it."""
        subject = SUBJECTS.get(environ["PATH_INFO"])
        state = self.states.get(subject, "?") if subject else "?"
        is_news = environ.get("HTTP_IF_NONE_MATCH") != f'"{state}"'
        if subject is not None and HOLD in environ:
            environ[HOLD].subject, environ[HOLD].has_news = subject, is_news
        self.meanwhile()
        headers = [("ETag", f'"{state}"')]
        if not is_news:
            start_response("304 Not Modified", headers)
            return []
        body = f"state {state}".encode()
        start_response("200 OK", [*headers, ("Content-Length", str(len(body)))])
        return [body]


class Hall(Club):
    """A server whose polls wait for changes of `data`; the thread that watches does not run."""

    def __init__(self, data: Data, most: int) -> None:
        super().__init__(most)
        self.server.application = LoadShedder(data.application)

    def poll(self, phone: socket.socket, path: str = "/ranking", *, known: object = 1, headers: str = "") -> None:
        phone.sendall(
            f'GET {path} HTTP/1.1\r\nHost: club\r\nIf-None-Match: "{known}"\r\n{WOULD_WAIT}{headers}\r\n'.encode()
        )
        channel = self.channel_of(phone)
        self.look_until(lambda: bool(channel.requests) or channel.held is not None)
        self.serve()

    def news(self) -> None:
        """Look for news, and let the server answer."""
        self.server.held_polls.look()
        self.server.look(0)
        self.serve()

    def heard(self, phone: socket.socket) -> str:
        """Return what has come to a phone."""
        phone.settimeout(0.05)
        try:
            return phone.recv(2**16).decode()
        except TimeoutError:
            return ""

    @property
    def held(self) -> int:
        return sum(channel.held is not None for channel in self.server.active_channels.values())


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> Data:
    made = Data()
    monkeypatch.setattr(held_polls, "states_of", made.states_of)
    monkeypatch.setattr(held_polls, "data_version", lambda: made.version)
    return made


@pytest.fixture
def make_hall(data: Data) -> Iterator[Callable[..., Hall]]:
    made: list[Hall] = []

    def make(most: int = 20) -> Hall:
        made.append(Hall(data, most))
        return made[-1]

    yield make
    for hall in made:
        hall.close()


@pytest.fixture
def hall(make_hall: Callable[..., Hall]) -> Hall:
    return make_hall()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Return a function that lets seconds go by."""
    gone, monotonic = [0.0], time.monotonic
    monkeypatch.setattr("time.monotonic", lambda: monotonic() + gone[0])

    def go_by(seconds: float) -> None:
        gone[0] += seconds

    return go_by


def settled(hall: Hall, phone: socket.socket, path: str = "/ranking", *, known: object = 1) -> None:
    """Have a poll held whose subject has been read: the first of a subject is asked once more."""
    hall.poll(phone, path, known=known)
    hall.news()
    assert hall.heard(phone) == "" and hall.channel_of(phone).held


def test_a_poll_is_answered_when_its_subject_changes_and_no_other(hall: Hall, data: Data) -> None:
    ranking, table = hall.connect(), hall.connect()
    settled(hall, ranking, "/ranking")
    settled(hall, table, "/table")
    data.change(RANKING)
    hall.news()
    answer = hall.heard(ranking)
    assert answer.startswith("HTTP/1.1 200") and answer.endswith("state 2")
    assert f"Preference-Applied: wait={LONGEST_SECONDS}" in answer
    assert hall.heard(table) == "" and hall.held == 1
    data.change(TABLE)
    hall.news()
    assert hall.heard(table).endswith("state 3") and hall.held == 0


def test_what_a_poll_has_waited_for_news_is_no_wait_for_a_thread(hall: Hall, data: Data) -> None:
    phone = hall.connect()
    settled(hall, phone)
    hall.channel_of(phone).last_activity -= LONGEST_SECONDS - 1
    data.change(RANKING)
    hall.server.held_polls.look()
    hall.server.look(0)
    assert hall.server.task_dispatcher.reading.waited < 1
    hall.serve()
    assert hall.heard(phone).endswith("state 2")


def test_without_news_a_poll_is_answered_when_its_time_is_over(hall: Hall, clock: Callable[[float], None]) -> None:
    phone = hall.connect()
    settled(hall, phone)
    clock(LONGEST_SECONDS - 1)
    hall.server.look(0)
    assert hall.heard(phone) == ""
    clock(1.5)
    hall.server.look(0)
    answer = hall.heard(phone)
    assert answer.startswith("HTTP/1.1 304") and 'Etag: "1"' in answer
    assert answer.count("Date: ") == 1 and f"Preference-Applied: wait={LONGEST_SECONDS}" in answer
    assert hall.held == 0 and hall.is_open(phone)


def test_a_poll_that_comes_again_waits_without_being_served(
    hall: Hall, data: Data, clock: Callable[[float], None]
) -> None:
    phone = hall.connect()
    settled(hall, phone)
    data.meanwhile = lambda: pytest.fail("it was served")
    for _time in range(3):
        clock(LONGEST_SECONDS + 1)
        hall.server.look(0)
        assert hall.heard(phone).startswith("HTTP/1.1 304")
        hall.poll(phone)
        assert hall.held == 1
    data.meanwhile = lambda: None
    data.change(RANKING)
    hall.news()
    assert hall.heard(phone).endswith("state 2")


def test_a_known_poll_is_served_once_its_subject_has_changed_or_a_long_time_has_passed(
    hall: Hall, data: Data, clock: Callable[[float], None]
) -> None:
    phone, other, served = hall.connect(), hall.connect(), []
    settled(hall, phone)
    data.meanwhile = lambda: served.append(1)
    data.change(RANKING)
    settled(hall, other, "/table")
    hall.news()
    assert hall.heard(phone).endswith("state 2")
    served.clear()
    # It has lost the answer, and asks as before.
    hall.poll(phone, known=1)
    assert hall.heard(phone).endswith("state 2") and served == [1]
    hall.poll(phone, known=2)
    hall.news()
    served.clear()
    clock(REMEMBERED_SECONDS + 1)
    hall.server.look(0)
    assert hall.heard(phone).startswith("HTTP/1.1 304")
    hall.poll(phone, known=2)
    assert served == [1]


def test_a_change_between_reading_and_holding_is_news(hall: Hall, data: Data) -> None:
    phone = hall.connect()
    settled(hall, phone, "/table")
    other = hall.connect()

    def change_once() -> None:
        data.meanwhile = lambda: None
        data.change(TABLE)

    data.meanwhile = change_once
    hall.poll(other, "/table", known=1, headers="Cookie: another=phone\r\n")
    assert hall.held == 2
    hall.news()
    assert hall.heard(phone).endswith("state 2") and hall.heard(other).endswith("state 2")


def test_a_change_before_the_first_look_is_news(hall: Hall, data: Data) -> None:
    phone = hall.connect()
    hall.poll(phone)
    data.change(RANKING)
    hall.news()
    assert hall.heard(phone).endswith("state 2")


def test_nothing_is_read_while_nothing_changes(hall: Hall, data: Data) -> None:
    settled(hall, hall.connect())
    before = data.reads
    for _time in range(3):
        hall.news()
    assert data.reads == before and hall.held == 1


def test_a_state_that_is_over_is_read_again_though_nothing_has_changed(
    hall: Hall, data: Data, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = datetime(2026, 11, 20, 21, tzinfo=UTC)
    data.states[TABLE] = StateUntil("on time", began + timedelta(minutes=5))
    monkeypatch.setattr(timezone, "now", lambda: began)
    phone = hall.connect()
    settled(hall, phone, "/table", known=data.states[TABLE])
    data.states[TABLE] = StateUntil("late", None)
    before = data.reads
    for moment, is_over in ((timedelta(minutes=5) - timedelta(seconds=1), False), (timedelta(minutes=5), True)):
        monkeypatch.setattr(timezone, "now", lambda moment=moment: began + moment)
        hall.news()
        assert data.reads == before + is_over and hall.held == (not is_over)
    assert "\r\n\r\nstate StateUntil(digest='late'" in hall.heard(phone)
    for _look in range(2):
        hall.news()
    assert data.reads == before + 1


def test_a_second_request_on_the_connection_gets_its_answer_after_the_held_one(hall: Hall) -> None:
    phone = hall.connect()
    settled(hall, phone)
    phone.sendall(b"GET /other HTTP/1.1\r\nHost: club\r\n\r\n")
    channel = hall.channel_of(phone)
    hall.look_until(lambda: bool(channel.requests))
    hall.serve()
    both = hall.heard(phone)
    both += hall.heard(phone)
    assert both.startswith("HTTP/1.1 304") and both.endswith("state ?") and hall.held == 0


def test_polls_sent_one_behind_the_other_are_answered_in_their_order(hall: Hall, data: Data) -> None:
    phone = hall.connect()
    settled(hall, phone)
    channel, poll = hall.channel_of(phone), f'HTTP/1.1\r\nHost: club\r\nIf-None-Match: "1"\r\n{WOULD_WAIT}\r\n'
    # The second is known to have no news; the first is another one of that kind.
    phone.sendall(f"GET /table {poll}GET /ranking {poll}".encode())
    hall.look_until(lambda: len(channel.requests) == 2)
    hall.serve()
    heard = hall.heard(phone) + hall.heard(phone)
    assert heard.count("HTTP/1.1 304") == 2 and channel.held
    data.change(RANKING)
    hall.news()
    assert hall.heard(phone).endswith("state 2") and hall.held == 0
    assert not hall.server.held_polls.over(float("inf"))


def test_how_busy_the_server_was_is_not_told_later(
    hall: Hall, clock: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = hall.connect()
    with monkeypatch.context() as patched:
        patched.setattr("burraco_club.lanes.TwoLanes.slower", 3.0)
        settled(hall, phone)
        clock(LONGEST_SECONDS + 1)
        hall.server.look(0)
        assert f"{SLOWER}: 3.0" in hall.heard(phone)
        hall.poll(phone)
    clock(LONGEST_SECONDS + 1)
    hall.server.look(0)
    answer = hall.heard(phone)
    assert answer.startswith("HTTP/1.1 304") and SLOWER not in answer


def test_who_hangs_up_waits_no_more(hall: Hall, data: Data) -> None:
    phone = hall.connect()
    settled(hall, phone)
    held = hall.server.held_polls
    phone.close()
    hall.look_until(lambda: not hall.server.active_channels)
    data.change(RANKING)
    hall.news()
    assert not held.over(float("inf")) and not held.is_behind


def test_a_poll_that_is_woken_while_its_phone_hangs_up_is_dropped(hall: Hall, data: Data) -> None:
    phone = hall.connect()
    settled(hall, phone)
    data.change(RANKING)
    hall.server.held_polls.look()
    hall.channel_of(phone).handle_close()
    hall.server.look(0)
    assert not hall.server.held_polls.is_behind and not hall.server.task_dispatcher.reading.queue


@pytest.mark.parametrize("headers", ["Connection: close\r\n", "Prefer: respond-async\r\n"])
def test_who_does_not_wait_is_answered_at_once(hall: Hall, headers: str) -> None:
    phone = hall.connect()
    hall.poll(phone, headers=headers)
    assert hall.heard(phone).startswith("HTTP/1.1 304") and hall.held == 0


def test_what_nobody_can_watch_is_answered_at_once_and_does_not_say_that_it_waits(hall: Hall) -> None:
    phone = hall.connect()
    hall.poll(phone, "/elsewhere")
    assert "Preference-Applied" not in hall.heard(phone) and hall.held == 0


def test_polls_leave_connections_for_those_who_come_in(make_hall: Callable[..., Hall]) -> None:
    hall = make_hall(most=8)
    phones = [hall.connect() for _phone in range(6)]
    hall.poll(phones[0])
    answer = hall.heard(phones[0])
    assert answer.startswith("HTTP/1.1 304") and "Preference-Applied" not in answer
    phones[1].close()
    hall.look_until(lambda: len(hall.server.active_channels) == 5)
    hall.poll(phones[0])
    assert hall.held == 1


def test_tables_get_their_news_before_rankings_and_those_a_share_of_the_time(
    hall: Hall, data: Data, clock: Callable[[float], None]
) -> None:
    pages, table = [hall.connect() for _page in range(3)], hall.connect()
    for number, page in enumerate(pages):
        hall.poll(page, headers=f"Cookie: number={number}\r\n")
    hall.poll(table, "/table")
    for _look in range(4):
        hall.news()
        clock(1)
    assert hall.held == 4
    data.change(RANKING)
    data.change(TABLE)
    hall.server.held_polls.look()
    held = hall.server.held_polls
    first = held.next_with_news(1.0)
    assert first is not None and first.awaited.subject == TABLE
    assert held.next_with_news(1.0) is not None and held.next_with_news(1.0) is None and held.is_behind
    clock(3.9)
    assert held.next_with_news(1.0) is None
    clock(0.2)
    assert held.next_with_news(1.0) is not None


def test_a_database_that_cannot_be_read_wakes_all(hall: Hall, data: Data, monkeypatch: pytest.MonkeyPatch) -> None:
    phone, reading = hall.connect(), threading.Event()
    settled(hall, phone)
    monkeypatch.setattr(held_polls, "LOOK_SECONDS", 0.001)

    def fails() -> int:
        reading.set()
        raise OSError("the disk is gone")

    monkeypatch.setattr(held_polls, "data_version", fails)
    hall.server.held_polls.start()
    assert reading.wait(10)
    hall.look_until(lambda: bool(hall.channel_of(phone).requests))
    hall.server.held_polls.stop()
    data.states[RANKING] = "gone"
    hall.serve()
    assert hall.heard(phone).endswith("state gone")


def test_a_server_that_stops_waits_for_nobody(hall: Hall) -> None:
    settled(hall, hall.connect())
    server: ClubServer = hall.server
    serving = threading.Thread(target=server.run)
    serving.start()
    server.stop()
    serving.join(10)
    assert not serving.is_alive() and not server.active_channels
