"""The club's own server: the life of connections and requests, step by step, without clock and threads."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation

from burraco_club.club_server import ClubServer
from burraco_club.keep_alive import SLOWER
from burraco_club.lanes import LONGEST_COURTESY, READERS, REMEMBERED, SLOWEST, TO_READ, TO_WRITE, UNHURRIED_SECONDS
from burraco_club.load_shedding import LoadShedder
from burraco_club.request_parser import MOST_READ

POLL = b"HX-Request: true\r\n"
REFEREE = b"Cookie: sessionid=abc\r\n"
PAGE = b"a page" * 100


def application(environ: Any, start_response: Any) -> list[bytes]:
    """Serve pages that need no database, with a 304 for clients that have them."""
    if environ.get("HTTP_IF_NONE_MATCH"):
        start_response("304 Not Modified", [("ETag", '"1"')])
        return []
    body = b"much" * 2**20 if environ["PATH_INFO"] == "/much" else PAGE
    start_response("200 OK", [("ETag", '"1"'), ("Content-Length", str(len(body)))])
    return [body]


class Club:
    """A server and its connections, all in this thread: requests wait in their lane until they are served."""

    def __init__(self, most: int) -> None:
        self.opened = socket.create_server(("127.0.0.1", 0))
        self.server = ClubServer(LoadShedder(application), self.opened, most)
        self.phones: list[socket.socket] = []
        # Only `serve` takes requests out of their lanes.
        self.server.task_dispatcher.shutdown()

    def connect(self) -> socket.socket:
        phone = socket.create_connection(self.opened.getsockname(), timeout=10)
        self.phones.append(phone)
        self.look_until(lambda: self.is_open(phone))
        return phone

    def look_until(self, done: Callable[[], bool], turns: int = 50) -> None:
        for _turn in range(turns):
            if done():
                return
            self.server.look(0.1)
        raise AssertionError("it never came to that")

    def channel_of(self, phone: socket.socket) -> Any:
        name = phone.getsockname()
        return next((channel for channel in self.server.active_channels.values() if channel.addr[:2] == name[:2]), None)

    def is_open(self, phone: socket.socket) -> bool:
        return self.channel_of(phone) is not None

    def ask(self, phone: socket.socket, path: str = "/", headers: bytes = b"", method: str = "GET") -> Any:
        """Send a request and let it wait in its lane."""
        channel = self.channel_of(phone)
        phone.sendall(f"{method} {path} HTTP/1.1\r\nHost: club\r\nContent-Length: 0\r\n".encode() + headers + b"\r\n")
        waiting = len(channel.requests)
        self.look_until(lambda: len(channel.requests) > waiting)
        return channel

    def ask_with(self, phone: socket.socket, headers: str, *, version: str = "1.1", behind: bytes = b"") -> None:
        """Send a request with these headers, and with anything `behind` them as a body."""
        channel = self.channel_of(phone)
        phone.sendall(f"POST / HTTP/{version}\r\nHost: club\r\n{headers}\r\n\r\n".encode() + behind)
        self.look_until(lambda: bool(channel.requests))

    def serve(self) -> None:
        """Answer all waiting requests."""
        lanes = self.server.task_dispatcher
        for lane in (lanes.reading, lanes.writing, lanes.refusing):
            while lane.queue:
                lane.queue.popleft().service()

    def close(self) -> None:
        for phone in self.phones:
            phone.close()
        for channel in list(self.server.active_channels.values()):
            channel.handle_close()
        self.server.close()
        self.server.selector.close()

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
    for club in made:
        club.close()


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
    # A response that exceeds the system's buffer is continued as the phone reads it.
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
        channel.client = "192.168.1.9" if at else "192.168.1.2"
    club.connect()
    assert [channel.connected for channel in channels] == [True, False, True, True]


class Waits:
    """A request that has been waiting for this many seconds."""

    def __init__(self, seconds: float) -> None:
        self.last_activity = time.time() - seconds


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock."""
    now = time.time()
    monkeypatch.setattr("burraco_club.lanes.time.time", lambda: now)


@pytest.mark.parametrize(
    ("share", "statuses"),
    [
        (0.9, ["200"] * 6),
        (1.1, ["503", "503", "200", "200", "503", "200"]),
        (9.0, ["503"] * 6),
    ],
)
def test_players_are_turned_away_before_referees(
    hall: Callable[..., Club], still: None, share: float, statuses: list[str]
) -> None:
    """`share` is how long the first one has waited, relative to the players' patience."""
    club = hall(most=50)
    lanes = club.server.task_dispatcher
    asking = [club.connect() for _ in range(6)]
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
    answers = [club.answer(visitor) for visitor in asking]
    assert [answer[9:12] for answer in answers] == statuses
    for answer in (answer for answer in answers if answer[9:12] == "503"):
        assert 5 <= int(answer.partition("Retry-After: ")[2].split()[0]) <= 15
    if statuses[0] == "503":
        assert "text/plain" in answers[0] and "too much to do" in answers[0] and "<html" not in answers[0]
        with translation.override("it"):
            assert (
                translation.gettext("Too many people are using the program at the moment") in answers[1]
                and "<html" in answers[1]
            )


def test_pages_are_asked_to_come_less_often_the_longer_they_wait(hall: Callable[..., Club], still: None) -> None:
    club = hall()
    lanes = club.server.task_dispatcher
    texts = []
    for seconds in (0, UNHURRIED_SECONDS, 2 * UNHURRIED_SECONDS, 1000 * UNHURRIED_SECONDS):
        phone = club.connect()
        channel = club.ask(phone)
        lanes.reading.queue.clear()
        lanes.reading.queue.append(Waits(seconds))
        channel.service()
        lanes.reading.queue.clear()
        texts.append(phone.recv(2**16).decode().partition(f"{SLOWER}: ")[2].partition("\r\n")[0])
    assert texts == ["", "", "2.0", str(SLOWEST)]


class Asked:
    """A request as far as its lane is concerned."""

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
        # A reader that does not wait has finished by then.
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


def asked_of(server: ClubServer, phones: int) -> list[Any]:
    """Return the channels, and for those that have not connected yet one that has not asked."""
    channels = list(server.active_channels.values())
    return channels if len(channels) == phones else [SimpleNamespace(requests=[])]


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


def test_what_waits_for_a_thread_is_answered_before_it_stops() -> None:
    stopped, under_way = threading.Event(), threading.Semaphore(0)

    def waits(_environ: Any, start_response: Any) -> list[bytes]:
        under_way.release()
        assert stopped.wait(60)
        start_response("200 OK", [("Content-Length", str(len(PAGE)))])
        return [PAGE]

    with socket.create_server(("127.0.0.1", 0)) as opened, ExitStack() as phones:
        server = ClubServer(waits, opened, most=10)
        running = threading.Thread(target=server.run)
        running.start()
        asking = [
            phones.enter_context(socket.create_connection(opened.getsockname(), timeout=60)) for _phone in range(4)
        ]
        for phone in asking:
            phone.sendall(b"GET / HTTP/1.1\r\nHost: club\r\n\r\n")
        for _reader in range(READERS):
            assert under_way.acquire(timeout=60)
        while not all(channel.requests for channel in asked_of(server, 4)):
            assert running.is_alive()
        server.stop()
        stopped.set()
        # The head may come before the page.
        for phone in asking:
            answer = b""
            while not answer.endswith(PAGE):
                assert (more := phone.recv(2**16)), answer
                answer += more
        running.join()
        server.close()
        server.selector.close()


# --- What is no request ----------------------------------------------------------------------------------------------


def test_a_body_over_the_limit_is_read_to_its_end_and_answered_with_a_page(hall: Callable[..., Club]) -> None:
    """A browser that is still sending when the connection closes shows a connection error instead of a page."""
    club = hall()
    phone = club.connect()
    # This exceeds the system's buffers between the two.
    length = club.server.adj.max_request_body_size = 20_000_000
    phone.sendall(f"POST /en/whatever/ HTTP/1.1\r\nHost: club\r\nContent-Length: {length + 5}\r\n\r\n".encode())
    sent = threading.Thread(target=phone.sendall, args=(b"x" * (length + 5),))
    sent.start()
    channel = club.channel_of(phone)
    club.look_until(lambda: bool(channel.requests), turns=10_000)
    sent.join(10)
    assert not sent.is_alive() and club.server.task_dispatcher.writing.queue
    answer = club.answer(phone)
    assert answer.startswith("HTTP/1.1 413") and "That was too much to send at once" in answer and "<html" in answer
    club.look_until(lambda: not club.is_open(phone))
    assert phone.recv(10) == b"", "closed, and not broken"


def test_a_body_that_no_phone_sends_is_not_waited_for(hall: Callable[..., Club]) -> None:
    club = hall()
    phone = club.connect()
    club.server.adj.max_request_body_size = MOST_READ
    club.ask_with(phone, f"Content-Length: {MOST_READ + 1}")
    assert club.answer(phone).startswith("HTTP/1.1 413")


@pytest.mark.parametrize(
    ("version", "headers"),
    [
        ("1.1", "Transfer-Encoding: chunked\r\nContent-Length: 3"),
        ("1.1", "Content-Length: 3\r\ntransfer-encoding : chunked"),
        ("1.1", "Content-Length: 3\r\nTransfer-Encoding:\tchunked"),
        ("1.0", "Transfer-Encoding: chunked"),
    ],
)
def test_a_request_of_two_lengths_is_refused_and_nothing_behind_it_is_read(
    hall: Callable[..., Club], version: str, headers: str
) -> None:
    club = hall()
    phone = club.connect()
    club.ask_with(phone, headers, version=version, behind=b"0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: club\r\n\r\n")
    answer = club.answer(phone)
    assert answer.split()[1] == "400" and answer.count("HTTP/1.") == 1
    club.look_until(lambda: not club.is_open(phone))


def test_a_request_in_pieces_is_one_as_ever(hall: Callable[..., Club]) -> None:
    club = hall()
    phone = club.connect()
    club.ask_with(phone, "Transfer-Encoding: chunked", behind=b"3\r\nabc\r\n0\r\n\r\n")
    assert club.answer(phone).startswith("HTTP/1.1 200")


def test_what_was_closed_a_moment_ago_is_not_read(hall: Callable[..., Club], caplog: pytest.LogCaptureFixture) -> None:
    """One event of a turn may close the connection of a later one, as when a line's socket is shut."""
    club = hall()
    phone = club.connect()
    club.server.trigger.pull_trigger(club.channel_of(phone).handle_close)
    phone.sendall(b"GET / HTTP/1.1\r\n\r\n")
    club.look_until(lambda: not club.is_open(phone))
    assert "uncaptured" not in caplog.text
