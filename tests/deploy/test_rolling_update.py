"""The order of a rolling update, with services that are sockets and nothing more."""

import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from deploy.rolling_update import NotReady, read_environment, update

READY = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
ILL = b"HTTP/1.1 503 Ill\r\nContent-Length: 2\r\n\r\n{}"

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="Windows is no server")


@pytest.fixture
def root() -> Iterator[Path]:
    """A server's folder, where both services run `old`; short, as the names of sockets must be."""
    with TemporaryDirectory(prefix="club-") as folder:
        made = Path(folder)
        for name in ("old", "new", "run/a", "run/b"):
            (made / name).mkdir(parents=True)
        for name in ("a", "b"):
            (made / name).symlink_to(made / "old")
        yield made


def restarting(root: Path, ill: str = "") -> tuple[list[tuple[str, str]], Callable[[str], None]]:
    """What was restarted with which version, and what restarts; with the version `ill` no service is ready."""
    told: list[tuple[str, str]] = []

    def restart(name: str) -> None:
        version = (root / name).resolve().name
        told.append((name, version))
        door = root / "run" / name / "door.sock"
        door.unlink(missing_ok=True)
        opened = socket.socket(socket.AF_UNIX)
        opened.bind(str(door))
        opened.listen()
        threading.Thread(target=answer, args=(opened, ILL if version == ill else READY), daemon=True).start()

    return told, restart


def answer(opened: socket.socket, said: bytes) -> None:
    with opened, opened.accept()[0] as asked:
        assert asked.recv(10_000).startswith(b"GET /health/ready/ ")
        asked.sendall(said)


def test_one_service_after_the_other_gets_the_new_version(root: Path) -> None:
    told, restart = restarting(root)
    update(root / "new", root=root, runtime=root / "run", host="club.example", restart=restart)
    assert told == [("a", "new"), ("b", "new")]


def test_a_version_that_does_not_become_ready_is_taken_back_and_the_other_service_left_alone(root: Path) -> None:
    told, restart = restarting(root, ill="new")
    with pytest.raises(NotReady, match="burraco-club@a"):
        update(root / "new", root=root, runtime=root / "run", host="x", restart=restart, patience=0)
    assert told == [("a", "new"), ("a", "old")]
    assert (root / "b").resolve().name == "old"


def test_the_environment_is_read_as_systemd_reads_it(tmp_path: Path) -> None:
    file = tmp_path / "environment"
    file.write_text("# a server\nBURRACO_HTTPS=1\n\nDATABASE_URL='postgres://u:p=w@h/d'\n")
    assert read_environment(file) == {"BURRACO_HTTPS": "1", "DATABASE_URL": "postgres://u:p=w@h/d"}
