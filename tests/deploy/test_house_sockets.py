"""Clubs started by a connection, as systemd starts them: with the socket, one process at a time, nobody turned away."""

import http.client
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from deploy.house.rehearsal import MOST_FAILURES, Club, Holder
from tests.faults.club import NOT_THE_CLUBS, PROJECT
from tests.ports import free_port

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="Linux alone tells when another process ends")

ANSWERS_TWO = """
import os, socket
assert os.environ["LISTEN_PID"] == str(os.getpid()) and os.environ["LISTEN_FDS"] == "1"
opened = socket.socket(fileno=3)
for _connection in range(2):
    taken = opened.accept()[0]
    taken.sendall(str(os.getpid()).encode())
    taken.close()
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder whose path is short enough for a Unix socket."""
    with TemporaryDirectory() as made:
        yield Path(made)


def club(folder: Path, program: str, **more: object) -> Club:
    facts: dict[str, object] = {"name": "aurora", "address": folder / "aurora.sock", "log": folder / "log", **more}
    return Club(command=[sys.executable, "-S", "-c", program], folder=folder, **facts)  # type: ignore[arg-type]


def connect(address: Path | tuple[str, int]) -> socket.socket:
    phone = socket.socket(socket.AF_UNIX if isinstance(address, Path) else socket.AF_INET)
    phone.settimeout(30)
    phone.connect(str(address) if isinstance(address, Path) else address)
    return phone


@pytest.mark.parametrize("is_local", [True, False])
def test_all_who_come_at_once_are_answered_by_one_process_after_another(folder: Path, is_local: bool) -> None:
    address = folder / "aurora.sock" if is_local else ("127.0.0.1", free_port())
    with Holder([club(folder, ANSWERS_TWO, address=address)]) as holder:
        assert holder.process_of("aurora") is None
        phones = [connect(address) for _phone in range(6)]
        numbers = [phone.recv(100) for phone in phones]
        for phone in phones:
            phone.close()
        holder.wait_asleep("aurora")
        assert holder.starts_of("aurora") == 3
    assert sorted(map(numbers.count, set(numbers))) == [2, 2, 2]
    assert not (folder / "aurora.sock").exists()


def test_a_club_that_is_stopped_is_started_by_whoever_comes_next(folder: Path) -> None:
    with Holder([club(folder, ANSWERS_TWO)]) as holder:
        for starts in (1, 2):
            with connect(folder / "aurora.sock") as phone:
                assert int(phone.recv(100)) == holder.process_of("aurora")
            holder.stop("aurora")
            assert holder.process_of("aurora") is None and holder.starts_of("aurora") == starts


def test_a_club_that_fails_again_and_again_is_left_alone(folder: Path) -> None:
    with Holder([club(folder, "raise SystemExit(3)")]) as holder:
        with connect(folder / "aurora.sock"):
            holder.wait_until("aurora", lambda held: held.starts == MOST_FAILURES and held.process is None)
        assert holder.starts_of("aurora") == MOST_FAILURES


def test_a_club_is_served_on_the_socket_and_waits_there_for_its_administrator(folder: Path) -> None:
    inherited = {name: value for name, value in os.environ.items() if name not in NOT_THE_CLUBS}
    data, place = folder / "data", folder / "aurora.sock"
    aurora = Club(
        name="aurora",
        address=place,
        command=[sys.executable, "manage.py", "serve", "--language=en", "--asleep-after=30"],
        folder=PROJECT,
        environment=inherited | {"BURRACO_DATA": str(data), "TRUSTED_PROXIES": "unix"},
        log=folder / "log",
    )
    with Holder([aurora]) as holder:
        browser = http.client.HTTPConnection("aurora.example")
        browser.sock = connect(place)
        browser.request("GET", "/en/", headers={"X-Forwarded-For": "198.51.100.7"})
        answer = browser.getresponse()
        assert answer.status == 200 and b"</html>" in answer.read()
        browser.close()
        holder.stop("aurora")
    said = (folder / "log").read_text(encoding="utf-8")
    assert f"handed to it: {place}" in said and "manage.py first_link" in said and "has stopped" in said
    assert not (data / "first-password.txt").exists()
