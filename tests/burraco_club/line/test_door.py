"""The second listening socket, step by step: the server's loop and all requests are in this thread."""

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from burraco_club.line.door import LineDoor, client_of
from pages.line import BY_LINE
from tests.burraco_club.test_club_server import Club

ADDRESS = "https://aurora.burraco.example"
HEADERS = b"Pages.By_Line: https://evil.example\r\nPages-By-Line: https://evil.example\r\n"
HEADERS += b"X-Forwarded-Proto: http\r\nX-Forwarded-For: 192.168.1.1, 203.0.113.9\r\n"


def tell(environ: Any, start_response: Any) -> list[bytes]:
    """Answer with what the program is told of a request."""
    told = {name: environ.get(name) for name in (BY_LINE, "wsgi.url_scheme", "REMOTE_ADDR")}
    body = json.dumps(told).encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


@pytest.fixture
def club() -> Iterator[Club]:
    made = Club(10)
    made.server.application = tell
    yield made
    made.close()


def asked(club: Club, opened: socket.socket) -> Any:
    opened.sendall(b"GET / HTTP/1.1\r\nHost: aurora.burraco.example\r\n" + HEADERS + b"\r\n")
    club.look_until(lambda: any(channel.requests for channel in club.server.active_channels.values()))
    return json.loads(club.answer(opened).partition("\r\n\r\n")[2])


def test_what_comes_in_there_came_by_the_line_and_nothing_else_did(club: Club) -> None:
    door = LineDoor(club.server, ADDRESS)
    phone = socket.create_connection(("127.0.0.1", door.port), timeout=10)
    club.phones.append(phone)
    club.look_until(lambda: club.is_open(phone))
    told = asked(club, phone)
    assert told == {BY_LINE: ADDRESS, "wsgi.url_scheme": "https", "REMOTE_ADDR": "203.0.113.9"}
    told = asked(club, club.connect())
    assert told == {BY_LINE: None, "wsgi.url_scheme": "http", "REMOTE_ADDR": "127.0.0.1"}
    door.shut()
    club.look_until(lambda: not club.is_open(phone))
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", door.port), timeout=10)
    assert club.is_open(club.phones[-1]), "the hall goes on"


def test_the_door_opens_on_this_computer_alone(club: Club) -> None:
    door = LineDoor(club.server, ADDRESS)
    assert door._socket.getsockname()[0] == "127.0.0.1"
    door.shut()
    club.server.look(0.1)


@pytest.mark.parametrize("forwarded", ["", "nobody", "203.0.113.9, ", "203.0.113.9, unix:"])
def test_no_client_is_made_up(forwarded: str) -> None:
    assert client_of(forwarded) == ""


def test_an_ipv6_client_is_known_as_well() -> None:
    assert client_of("2001:db8::7") == "2001:db8::7"
