"""A listening socket that systemd hands over, and the club on a Unix socket behind a proxy."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.utils.translation import override

from burraco_club.given_socket import WrongSocket, given_socket
from burraco_club.serve import announce

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="this system has no sockets to hand over")


@pytest.fixture
def place() -> Iterator[Path]:
    """A path that is short enough for a Unix socket."""
    with TemporaryDirectory() as folder:
        yield Path(folder, "club.sock")


def for_us(**more: str) -> dict[str, str]:
    return {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1", "HOME": "/", **more}


def listening(place: Path) -> socket.socket:
    opened = socket.socket(socket.AF_UNIX)
    opened.bind(str(place))
    opened.listen()
    return opened


@pytest.mark.parametrize("is_local", [True, False])
def test_the_socket_is_served_and_no_other_program_takes_it_for_its_own(place: Path, is_local: bool) -> None:
    environment = for_us(LISTEN_FDNAMES="club")
    said: list[str] = []
    with listening(place) if is_local else socket.create_server(("127.0.0.1", 0)) as held:
        taken = given_socket(environment, number=os.dup(held.fileno()))
        assert taken is not None and not taken.get_inheritable()
        with taken:
            announce(taken, said.append, is_given=True)
        name = str(place) if is_local else f"127.0.0.1:{held.getsockname()[1]}"
    assert environment == {"HOME": "/"}
    [sentence] = said
    assert name in sentence


def test_without_one_the_club_opens_a_port_of_its_own() -> None:
    assert given_socket({"HOME": "/"}) is None


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"LISTEN_PID": "1"}, "LISTEN_PID is 1"),
        ({"LISTEN_PID": ""}, "LISTEN_PID is “”"),
        ({"LISTEN_FDS": "2"}, "LISTEN_FDS is 2"),
        ({"LISTEN_FDS": "one"}, "LISTEN_FDS is one"),
    ],
)
def test_what_is_meant_for_another_or_is_too_much_is_refused(given: dict[str, str], words: str) -> None:
    with override("en"), pytest.raises(WrongSocket, match=words):
        given_socket(for_us(**given))


@pytest.mark.parametrize("kind", ["a connection", "a file", "nothing", "datagrams"])
def test_what_does_not_listen_is_refused(place: Path, kind: str) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagrams:
        number = {"a connection": os.dup(ours.fileno()), "datagrams": os.dup(datagrams.fileno())}.get(kind)
        if number is None:
            number = os.open(os.devnull, os.O_RDONLY)
        if kind == "nothing":
            os.close(number)
        with pytest.raises(WrongSocket, match=f"{number} .*Accept=no"):
            given_socket(for_us(), number=number)
        if kind == "a file":
            os.close(number)
