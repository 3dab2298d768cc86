"""A server that ends when nobody asks for anything, without a clock; and the addresses of those behind a proxy."""

import socket
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from burraco_club.club_server import ClubServer, least_missed
from burraco_club.sleep import Sleep

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="this system has no sockets to hand over")

HALF_AN_HOUR = timedelta(minutes=30)
ASKS = b"GET %s HTTP/1.1\r\nHost: club\r\nX-Forwarded-For: %s\r\n\r\n"


def application(environ: Any, start_response: Any) -> list[bytes]:
    """Answer with the address of whoever asks, as the server knows it."""
    body = repr(environ["REMOTE_ADDR"]).encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


class House:
    """A Unix socket that is held all the time, and the servers on it, one after another, all in this thread."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self.held = socket.socket(socket.AF_UNIX)
        self.held.bind(self.path)
        self.held.listen()
        self.phones: list[socket.socket] = []
        self.wake()

    def wake(self) -> None:
        self.server = ClubServer(application, self.held.dup(), 10)
        self.server.asked_at = 0.0
        # Only `answer` takes requests out of their lanes.
        self.server.task_dispatcher.shutdown()

    def end(self) -> None:
        """End the server, as a process does."""
        for channel in list(self.server.active_channels.values()):
            channel.handle_close()
        self.server.close()
        self.server.selector.close()

    def ask(self, path: bytes = b"/", client: bytes = b"198.51.100.7") -> socket.socket:
        phone = socket.socket(socket.AF_UNIX)
        self.phones.append(phone)
        phone.settimeout(10)
        phone.connect(self.path)
        phone.sendall(ASKS % (path, client))
        return phone

    def answer(self, phone: socket.socket) -> bytes:
        lane = self.server.task_dispatcher.reading
        for _turn in range(50):
            if lane.queue:
                break
            self.server.look(0.1)
        lane.queue.popleft().service()
        self.server.look(0)
        return phone.recv(2**16)

    def sleep(self, minutes: float, *, is_needed: bool = False) -> bool:
        """Return whether the server, of which nobody has asked anything for so long, ends."""
        now = self.server.asked_at + 60 * minutes + 1e-6
        Sleep(HALF_AN_HOUR, is_needed=lambda: is_needed, clock=lambda: now).look(self.server)
        return self.server._falls_asleep()


@pytest.fixture
def house(settings: Any) -> Iterator[House]:
    settings.TRUSTED_PROXIES = ["unix"]
    with TemporaryDirectory() as folder:
        made = House(Path(folder, "club.sock"))
        yield made
        for phone in made.phones:
            phone.close()
        made.end()
        made.held.close()


def test_it_ends_when_nobody_has_asked_for_so_long_and_nothing_is_under_way(house: House) -> None:
    assert not house.sleep(29.9)
    assert not house.sleep(30, is_needed=True)
    assert house.sleep(30)


def test_whoever_comes_while_it_ends_is_answered_by_the_next_one(house: House) -> None:
    assert house.sleep(30)
    phone = house.ask()
    house.server.look(0)
    assert not house.server.active_channels, "taken by a server that is ending"
    house.end()
    house.wake()
    assert house.answer(phone).startswith(b"HTTP/1.1 200")


def test_whoever_comes_just_before_keeps_it_awake(house: House) -> None:
    phone = house.ask()
    house.server.look(0.1)
    assert not house.sleep(30), "its connection is taken, and its request has not been read"
    assert house.answer(phone).startswith(b"HTTP/1.1 200")
    second = house.ask()
    assert house.answer(second).startswith(b"HTTP/1.1 200"), "it takes connections again"
    for kept in (phone, second):
        kept.close()
    house.server.look(0.1)
    assert house.sleep(30)


def test_a_connection_that_is_kept_or_an_answer_held_back_is_somebody(house: House) -> None:
    house.answer(house.ask())
    assert not house.sleep(300)


def test_a_monitor_is_nobody(house: House) -> None:
    answer = house.answer(house.ask(b"/health/ready/"))
    assert answer.startswith(b"HTTP/1.1 200") and b"Connection: close" in answer
    house.server.look(0.1)
    assert house.server.asked_at == 0 and house.sleep(30)
    house.end()
    house.wake()
    house.answer(house.ask())
    assert house.server.asked_at > 0


def test_a_club_that_cannot_be_read_stays_awake(house: House, caplog: pytest.LogCaptureFixture) -> None:
    def fails() -> bool:
        raise OSError("the disk is gone")

    Sleep(HALF_AN_HOUR, is_needed=fails, clock=lambda: house.server.asked_at + 3600).look(house.server)
    assert not house.server.is_tired and "the disk is gone" in caplog.text


def test_behind_a_proxy_a_flood_closes_the_connections_of_its_own_address(house: House) -> None:
    flood = [b"203.0.113.9"] * 3
    for client in (b"198.51.100.7", *flood):
        answer = house.answer(house.ask(client=client))
        assert answer.endswith(b"''"), "middleware replaces the empty address of the socket"
    channels = sorted(house.server.active_channels.values(), key=lambda channel: channel.creation_time)
    for at, channel in enumerate(channels):
        channel.last_activity = at
    assert [channel.client for channel in channels] == ["198.51.100.7", *["203.0.113.9"] * 3]
    assert least_missed(channels) is channels[1]


def test_a_proxy_that_is_not_named_is_not_believed(house: House, settings: Any) -> None:
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    house.end()
    house.wake()
    house.answer(house.ask())
    assert [channel.client for channel in house.server.active_channels.values()] == [""]


@pytest.mark.parametrize(
    ("is_given", "words", "settings_then", "sentence"),
    [
        (False, ["--asleep-after=30"], {}, "nothing would wake it"),
        (True, [], {"TRUSTED_PROXIES": []}, "TRUSTED_PROXIES=unix"),
        (True, [], {"TRUSTED_PROXIES": ["unix"], "LAN_HTTPS": True}, "BURRACO_LAN_HTTPS"),
    ],
)
def test_a_start_that_cannot_be_is_refused_with_a_sentence(
    house: House,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    is_given: bool,
    words: list[str],
    settings_then: dict[str, Any],
    sentence: str,
) -> None:
    for name, value in settings_then.items():
        setattr(settings, name, value)
    given = house.held if is_given else None
    monkeypatch.setattr("burraco_club.management.commands.serve.given_socket", lambda: given)
    with pytest.raises(SystemExit, match=sentence):
        call_command("serve", "--language=en", *words)


@pytest.mark.parametrize("minutes", ["0", "-1", "half an hour", "", "1.5"])
def test_only_whole_minutes_are_taken(minutes: str) -> None:
    with pytest.raises(CommandError, match="--asleep-after"):
        call_command("serve", f"--asleep-after={minutes}")
