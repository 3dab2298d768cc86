"""The order of a rolling update, with services that are only sockets."""

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
    """A server's folder, in which both services run `old`. Its path is short, as the names of sockets must be."""
    with TemporaryDirectory(prefix="club-") as folder:
        path = Path(folder)
        for name in ("old", "new", "run/a", "run/b"):
            (path / name).mkdir(parents=True)
        for name in ("a", "b"):
            (path / name).symlink_to(path / "old")
        yield path


def restarting(root: Path, ill: str = "") -> tuple[list[tuple[str, str]], Callable[[str], None]]:
    """Return the list of restarts with their versions, and the function that restarts.

    No service becomes ready with `ill`.
    """
    restarts: list[tuple[str, str]] = []

    def restart(name: str) -> None:
        version = (root / name).resolve().name
        restarts.append((name, version))
        door = root / "run" / name / "door.sock"
        door.unlink(missing_ok=True)
        opened = socket.socket(socket.AF_UNIX)
        opened.bind(str(door))
        opened.listen()
        threading.Thread(target=answer, args=(opened, ILL if version == ill else READY), daemon=True).start()

    return restarts, restart


def answer(opened: socket.socket, response: bytes) -> None:
    with opened, opened.accept()[0] as asked:
        assert asked.recv(10_000).startswith(b"GET /health/ready/ ")
        asked.sendall(response)


def test_one_service_after_the_other_gets_the_new_version(root: Path) -> None:
    restarts, restart = restarting(root)
    update(root / "new", root=root, runtime=root / "run", host="club.example", restart=restart)
    assert restarts == [("a", "new"), ("b", "new")]


def test_a_version_that_does_not_become_ready_is_taken_back_and_the_other_service_left_alone(root: Path) -> None:
    restarts, restart = restarting(root, ill="new")
    with pytest.raises(NotReady, match="burraco-club@a"):
        update(root / "new", root=root, runtime=root / "run", host="x", restart=restart, patience=0)
    assert restarts == [("a", "new"), ("a", "old")]
    assert (root / "b").resolve().name == "old"


def test_the_environment_is_read_as_systemd_reads_it(tmp_path: Path) -> None:
    file = tmp_path / "environment"
    file.write_text("# a server\nBURRACO_HTTPS=1\n\nDATABASE_URL='postgres://u:p=w@h/d'\n")
    assert read_environment(file) == {"BURRACO_HTTPS": "1", "DATABASE_URL": "postgres://u:p=w@h/d"}
