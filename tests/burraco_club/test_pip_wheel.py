"""pip is found where this computer looks for packages, and is the one in the lock file."""

import hashlib
import os
import sys
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import club
from burraco_club.pip_wheel import NoPip, fetch_pip, pip_settings

WHEEL = "pip-99.1-py3-none-any.whl"
INSTALLS_ITSELF = """
import sys, sysconfig, zipfile
zipfile.ZipFile(sys.argv[-1]).extractall(sysconfig.get_path("purelib"))
"""


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder with an index of wheels, and a lock file for the one that it contains."""
    files, page = tmp_path / "shelf/files", tmp_path / "shelf/simple/pip"
    for folder in (files, page):
        folder.mkdir(parents=True)
    with zipfile.ZipFile(files / WHEEL, "w") as wheel:
        wheel.writestr("pip/__init__.py", "")
        wheel.writestr("pip/__main__.py", INSTALLS_ITSELF)
    digest = hashlib.sha256((files / WHEEL).read_bytes()).hexdigest()
    others = "".join(
        f'<a href="../../files/{name}">{name}</a>' for name in ("pip-99.0-py3-none-any.whl", "pip-99.1.tar.gz")
    )
    (page / "index.html").write_text(f'{others}<a href="../../files/{WHEEL}#sha256={digest}">{WHEEL}</a>')
    (tmp_path / "lock.txt").write_text(f"pip==99.1 \\\n    --hash=sha256:{'0' * 64} \\\n    --hash=sha256:{digest}\n")
    return tmp_path / "shelf"


@pytest.fixture
def served(shelf: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(shelf))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(autouse=True)
def pip_conf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty configuration of pip instead of this computer's own."""
    for name in [*os.environ]:
        if name.startswith("PIP_") or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    return tmp_path / "pip.conf"


@pytest.fixture
def nowhere() -> str:
    """An index that does not answer."""
    with ThreadingHTTPServer(("127.0.0.1", 0), QuietHandler) as server:
        return f"http://127.0.0.1:{server.server_port}/simple"


def fetched(tmp_path: Path) -> str:
    return hashlib.sha256(
        fetch_pip(tmp_path / "lock.txt", tmp_path, beside=tmp_path / "wheels").read_bytes()
    ).hexdigest()


@pytest.mark.parametrize(
    "source", ["environment", "file", "second index", "folder", "folder's address", "page", "index of files"]
)
def test_it_is_fetched_from_where_pip_would_fetch_it(
    shelf: Path, served: str, nowhere: str, pip_conf: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, source: str
) -> None:
    index, offline = f"{served}/simple/", f"[global]\nindex-url = {nowhere}\n"
    configuration = {
        "file": f"[global]\nindex-url = {nowhere}\n[install]\nindex_url = {index}",
        "second index": f"{offline}extra-index-url =\n    {nowhere}\n    {index}",
        "folder": f"{offline}find-links = {shelf / 'files'}",
        "folder's address": f"{offline}find-links = {(shelf / 'files').as_uri()}",
        "page": f"[global]\nno-index = true\nfind-links = {index}pip/",
        "index of files": f"[global]\nindex-url = {(shelf / 'simple').as_uri()}",
    }
    pip_conf.write_text(configuration.get(source, offline))
    if source == "environment":
        monkeypatch.setenv("PIP_INDEX_URL", index)
    assert fetched(tmp_path) in (tmp_path / "lock.txt").read_text()


def test_what_the_environment_says_goes_above_the_files(pip_conf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pip_conf.write_text("[global]\nindex-url = https://file.example/simple\nproxy = http://file.example\n")
    monkeypatch.setenv("PIP_INDEX_URL", "https://environment.example/simple")
    monkeypatch.setenv("PIP_PROXY", "")
    settings = pip_settings()
    assert (settings["index-url"], settings["proxy"]) == ("https://environment.example/simple", "http://file.example")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    assert pip_settings() == {"config-file": os.devnull, "index-url": "https://environment.example/simple"}


def test_a_wheel_that_is_not_the_locked_one_is_left_where_it_is(
    shelf: Path, served: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / WHEEL).write_bytes(b"something else under the same name")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(other))
    with pytest.raises(NoPip):
        fetched(tmp_path)
    monkeypatch.setenv("PIP_FIND_LINKS", f"{other} {shelf / 'files'}")
    assert fetched(tmp_path) in (tmp_path / "lock.txt").read_text()


def test_the_repository_locks_one_wheel_of_pip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(NoPip, match=r"^pip-\d[\d.]+-py3-none-any\.whl$"):
        fetch_pip(club.PIP_LOCK, tmp_path, beside=tmp_path / "wheels")


@pytest.fixture
def without_ensurepip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """`club.py` with Debian's Python, before its environment is created."""
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    environment = tmp_path / "environment"
    monkeypatch.setattr(club, "PYTHON", environment / club.PYTHON.relative_to(club.VENV))
    monkeypatch.setattr(club, "VENV", environment)
    monkeypatch.setattr(club, "PIP_LOCK", tmp_path / "lock.txt")
    return environment


def test_a_python_without_ensurepip_gets_the_locked_pip(
    without_ensurepip: Path, served: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", f"{served}/simple")
    club.make_venv()
    assert club.is_sound()


def test_where_it_is_not_to_be_had_the_remedy_is_told_and_nothing_is_touched(
    without_ensurepip: Path, shelf: Path, nowhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", nowhere)
    with pytest.raises(club.CannotStart, match="apt install python3-venv"):
        club.make_venv()
    assert not without_ensurepip.exists()
