"""The club's own server: what becomes of connections and requests, step by step, without clock and threads."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import translation

from burraco_club.club_server import ClubServer
from burraco_club.kept_alive import SLOWER
from burraco_club.lanes import LONGEST_COURTESY, READERS, REMEMBERED, SLOWEST, TO_READ, TO_WRITE, UNHURRIED_SECONDS
from burraco_club.turned_away import TurnsAway

POLL = b"HX-Request: true\r\n"
REFEREE = b"Cookie: sessionid=abc\r\n"
PAGE = b"a page" * 100


def application(environ: Any, start_response: Any) -> list[bytes]:
    """Pages that need no database; who has one already is told so."""
    if environ.get("HTTP_IF_NONE_MATCH"):
        start_response("304 Not Modified", [("ETag", '"1"')])
        return []
    body = b"much" * 2**20 if environ["PATH_INFO"] == "/much" else PAGE
    start_response("200 OK", [("ETag", '"1"'), ("Content-Length", str(len(body)))])
    return [body]


class Club:
    """A server with connections to it, all in this thread: requests wait in their lane until they are served."""

    def __init__(self, most: int) -> None:
        self.opened = socket.create_server(("127.0.0.1", 0))
        self.server = ClubServer(TurnsAway(application), self.opened, most)
        self.phones: list[socket.socket] = []
        # Nobody takes a request out of its lane but `serve`.
        self.server.task_dispatcher.shutdown()

    def connect(self) -> socket.socket:
        phone = socket.create_connection(self.opened.getsockname(), timeout=10)
        self.phones.append(phone)
        self.look_until(lambda: self.is_open(phone))
        return phone

    def look_until(self, done: Callable[[], bool]) -> None:
        for _turn in range(50):
            if done():
                return
            self.server.look(0.1)
        raise AssertionError("it never came to that")

    def channel_of(self, phone: socket.socket) -> Any:
        name = phone.getsockname()
        return next((each for each in self.server.active_channels.values() if each.addr[:2] == name[:2]), None)

    def is_open(self, phone: socket.socket) -> bool:
        return self.channel_of(phone) is not None

    def ask(self, phone: socket.socket, path: str = "/", headers: bytes = b"", method: str = "GET") -> Any:
        """Send a request and let it wait in its lane."""
        channel = self.channel_of(phone)
        phone.sendall(f"{method} {path} HTTP/1.1\r\nHost: club\r\nContent-Length: 0\r\n".encode() + headers + b"\r\n")
        waiting = len(channel.requests)
        self.look_until(lambda: len(channel.requests) > waiting)
        return channel

    def serve(self) -> None:
        """Answer everything that waits."""
        lanes = self.server.task_dispatcher
        for lane in (lanes.reading, lanes.writing, lanes.refusing):
            while lane.queue:
                lane.queue.popleft().service()

    def answer(self, phone: socket.socket) -> str:
        self.serve()
        return phone.recv(2**16).decode()


@pytest.fixture
def hall() -> Iterator[Callable[..., Club]]:
    made: list[Club] = []

    def make(most: int = 10) -> Club:
        made.append(Club(most))
        return made[-1]

    yield make
    for each in made:
        for phone in each.phones:
            phone.close()
        for channel in list(each.server.active_channels.values()):
            channel.handle_close()
        each.server.close()
        each.server.selector.close()


def test_a_phone_that_has_the_newest_page_keeps_its_connection(hall: Callable[..., Club]) -> None:
    club = hall()
    phone = club.connect()
    for known, status in ((b"", "200"), (b'If-None-Match: "1"\r\n', "304"), (b'If-None-Match: "1"\r\n', "304")):
        club.ask(phone, headers=known)
        answer = club.answer(phone)
        assert answer.startswith(f"HTTP/1.1 {status}") and "Connection" not in answer and club.is_open(phone)
    club.ask(phone, headers=b'If-None-Match: "1"\r\nConnection: close\r\n')
    assert "Connection: close" in club.answer(phone)
    club.look_until(lambda: not club.is_open(phone))


def test_a_connection_is_looked_at_again_only_when_it_waits_for_something_else(hall: Callable[..., Club]) -> None:
    club = hall()
    phone = club.connect()
    club.look_until(lambda: club.channel_of(phone).watched != 0)
    club.ask(phone)
    club.serve()
    assert not club.server.stirred
    # An answer longer than what the system takes at once is sent on as the phone reads it.
    channel = club.ask(phone, "/much")
    club.serve()
    assert club.server.stirred and channel.total_outbufs_len
    got = 0
    while got < 4 * 2**20:
        club.server.look(0)
        got += len(phone.recv(2**20))
    club.look_until(lambda: channel.watched == channel.wanted and not channel.total_outbufs_len)


def test_who_has_hung_up_is_not_answered_any_more(hall: Callable[..., Club]) -> None:
    club = hall()
    phone = club.connect()
    channel = club.ask(phone)
    phone.close()
    club.look_until(lambda: not channel.connected)
    served: list[str] = []
    club.server.application = lambda _environ, _start: served.append("served")
    club.serve()
    assert served == []


def test_the_connection_that_has_been_idle_longest_makes_room_for_a_new_one(hall: Callable[..., Club]) -> None:
    club = hall(most=3)
    first, busy, third = (club.connect() for _phone in range(3))
    for at, phone in enumerate((busy, first, third)):
        club.channel_of(phone).last_activity = at
    club.ask(busy)
    club.connect()
    assert [club.is_open(phone) for phone in (first, busy, third)] == [False, True, True]
    assert club.answer(busy).startswith("HTTP/1.1 200")


def test_a_flood_from_one_address_closes_its_own_connections(hall: Callable[..., Club]) -> None:
    club = hall(most=4)
    referee, *flood = (club.connect() for _phone in range(4))
    channels = [club.channel_of(phone) for phone in (referee, *flood)]
    for at, channel in enumerate(channels):
        channel.last_activity = at
        channel.addr = ("192.168.1.9" if at else "192.168.1.2", 1)
    club.connect()
    assert [each.connected for each in channels] == [True, False, True, True]


class Waits:
    """One that came so many seconds ago and is not answered yet."""

    def __init__(self, seconds: float) -> None:
        self.last_activity = time.time() - seconds


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time stands still."""
    now = time.time()
    monkeypatch.setattr("burraco_club.lanes.time.time", lambda: now)


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (0.9, ["200"] * 6),
        (1.1, ["503", "503", "200", "200", "503", "200"]),
        (9.0, ["503"] * 6),
    ],
)
def test_players_are_turned_away_before_referees(
    hall: Callable[..., Club], still: None, share: float, told: list[str]
) -> None:
    """`share`: how long the first one has waited, of the players' patience."""
    club = hall(most=50)
    lanes = club.server.task_dispatcher
    asking = [club.connect() for _each in range(6)]
    phone, page, referee, styles, writer, scorer = asking
    for lane, patience in ((lanes.reading, TO_READ), (lanes.writing, TO_WRITE)):
        lane.queue.append(Waits(share * patience.players))
    club.ask(phone, "/en/t/x/", POLL)
    club.ask(page)
    club.ask(referee, headers=REFEREE)
    club.ask(styles, "/static/css/base.css")
    club.ask(writer, "/t/x/", POLL, method="POST")
    club.ask(scorer, headers=REFEREE, method="POST")
    for lane in (lanes.reading, lanes.writing):
        lane.queue.popleft()
    answers = [club.answer(each) for each in asking]
    assert [answer[9:12] for answer in answers] == told
    for answer in (each for each in answers if each[9:12] == "503"):
        assert 5 <= int(answer.partition("Retry-After: ")[2].split()[0]) <= 15
    if told[0] == "503":
        assert "text/plain" in answers[0] and "too much to do" in answers[0] and "<html" not in answers[0]
        with translation.override("it"):
            assert translation.gettext("Too many are asking at this moment") in answers[1] and "<html" in answers[1]


def test_pages_are_asked_to_come_less_often_the_longer_they_wait(hall: Callable[..., Club], still: None) -> None:
    club = hall()
    lanes = club.server.task_dispatcher
    told = []
    for seconds in (0, UNHURRIED_SECONDS, 2 * UNHURRIED_SECONDS, 1000 * UNHURRIED_SECONDS):
        phone = club.connect()
        channel = club.ask(phone)
        lanes.reading.queue.clear()
        lanes.reading.queue.append(Waits(seconds))
        channel.service()
        lanes.reading.queue.clear()
        told.append(phone.recv(2**16).decode().partition(f"{SLOWER}: ")[2].partition("\r\n")[0])
    assert told == ["", "", "2.0", str(SLOWEST)]


class Asked:
    """A request, as far as it matters for the lane."""

    def __init__(self, command: str, **headers: str) -> None:
        self.command, self.headers = command, headers


def test_no_reader_begins_beside_a_referee_who_saves(
    hall: Callable[..., Club], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("burraco_club.lanes.LONGEST_COURTESY", 60)
    lanes, done = hall().server.task_dispatcher, []

    def answer(command: str) -> None:
        with lanes.turn(Asked(command)):
            done.append(command)

    reader = threading.Thread(target=answer, args=["GET"])
    with lanes.turn(Asked("POST", COOKIE="sessionid=abc")):
        reader.start()
        # Whoever does not wait is through by then.
        reader.join(0.05)
        answer("POST")
        done.append("saved")
    reader.join()
    answer("GET")
    assert done == ["POST", "saved", "GET", "GET"]


def test_saves_without_end_hold_up_nobody_who_has_waited(
    hall: Callable[..., Club], monkeypatch: pytest.MonkeyPatch
) -> None:
    lanes = hall().server.task_dispatcher
    monkeypatch.setattr(lanes._nobody_saves, "wait", lambda _seconds: pytest.fail("a reader waits"))
    lanes.reading.queue.append(Waits(2 * LONGEST_COURTESY))
    with lanes.turn(Asked("POST", COOKIE="sessionid=abc")), lanes.turn(Asked("GET")):
        pass
    lanes.reading.queue.clear()


def test_what_a_request_takes_is_learnt_from_those_answered(hall: Callable[..., Club]) -> None:
    lanes = hall().server.task_dispatcher
    lanes.reading.queue.extend([Waits(0)] * READERS)
    for _answer in range(10 * REMEMBERED):
        lanes.took(Asked("GET"), 0.5)
        lanes.took(Asked("POST"), 30)
    turned_away = Asked("GET")
    lanes.turned_away.add(turned_away)
    lanes.took(turned_away, 1e6)
    assert lanes.reading.wait == pytest.approx(0.5, rel=0.01) and lanes.writing.wait == 0
    lanes.reading.queue.clear()
    assert lanes.reading.wait == 0


def test_what_is_under_way_is_answered_before_it_stops() -> None:
    def stops(_environ: Any, start_response: Any) -> list[bytes]:
        server.stop()
        start_response("200 OK", [("Content-Length", str(len(PAGE)))])
        return [PAGE]

    with socket.create_server(("127.0.0.1", 0)) as opened:
        server = ClubServer(stops, opened, most=10)
        with socket.create_connection(opened.getsockname(), timeout=10) as phone:
            phone.sendall(b"GET / HTTP/1.1\r\nHost: club\r\n\r\n")
            server.run()
            assert phone.recv(2**16).endswith(PAGE)
        server.close()
        server.selector.close()
