"""`club.py` as its user runs it, on a computer with the libraries installed, and when things go wrong."""

import ast
import os
import re
import shutil
import signal
import site
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.conf import settings

import club
from burraco_club.code_version import WHAT_SHAPES_A_PAGE
from tests.ports import free_port

PROGRAM = (*WHAT_SHAPES_A_PAGE, "club.py", "manage.py")
NOT_A_REFEREES = ("DATABASE_URL", "LC_ALL", "PYTHONDEVMODE", "PYTHONMALLOC")
"""Environment variables that these tests may have and a referee does not."""
LONGEST_START = 60
"""Seconds after which a club that has not answered is given up."""

NEEDS_SIGTERM = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM to send")


@pytest.fixture(scope="module")
def computer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program, in a folder with a space in its name, whose `.venv` borrows this one's libraries."""
    project = tmp_path_factory.mktemp("a computer") / "burraco club"
    project.mkdir()
    for name in PROGRAM:
        source = club.PROJECT / name
        if source.is_dir():
            shutil.copytree(source, project / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, project / name)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", project / ".venv"], check=True)
    libraries = next((project / ".venv").rglob("site-packages"))
    (libraries / "borrowed.pth").write_text("\n".join(site.getsitepackages()))
    (project / ".venv" / club.stamp(club.LOCK).name).write_text(club.digest(club.LOCK))
    return project


def start(computer: Path, *arguments: str, **environment: str) -> "subprocess.Popen[str]":
    inherited = {name: value for name, value in os.environ.items() if name not in NOT_A_REFEREES}
    return subprocess.Popen(
        [sys.executable, str(computer / "club.py"), *arguments],
        cwd=computer.parent.parent,
        env={**inherited, "LANG": "en_GB.UTF-8", **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def refusal(computer: Path, *arguments: str, **environment: str) -> str:
    """Return the message of a failed start: one line, no traceback, and a status other than 0."""
    process = start(computer, *arguments, **environment)
    _said, sentence = process.communicate(timeout=LONGEST_START)
    assert process.returncode not in (0, None)
    assert len(sentence.strip().splitlines()) == 1, sentence
    return sentence.strip()


@contextmanager
def opened(computer: Path, data: Path, *ports: int, **environment: str) -> Iterator["list[subprocess.Popen[str]]"]:
    """Open clubs together on the same data, and yield them once all answer. Close them at the end."""
    where = ("--host", "127.0.0.1", "--data", str(data))
    clubs = [start(computer, *where, "--port", str(port), **environment) for port in ports]
    try:
        for process, port in zip(clubs, ports, strict=True):
            wait_for_page(process, f"http://127.0.0.1:{port}/login/")
        yield clubs
    finally:
        for process in clubs:
            if process.poll() is None:
                process.terminate()
                process.communicate(timeout=LONGEST_START)


def close(process: "subprocess.Popen[str]") -> str:
    """End a club as a shutdown of its computer does, and return all its output."""
    process.send_signal(signal.SIGTERM)
    text, complaints = process.communicate(timeout=LONGEST_START)
    assert process.returncode == 0 and complaints == ""
    return text


def wait_for_page(process: "subprocess.Popen[str]", url: str) -> None:
    for _attempt in range(LONGEST_START * 10):
        assert process.poll() is None, process.communicate()
        try:
            urllib.request.urlopen(url, timeout=LONGEST_START).close()
            return
        except urllib.error.HTTPError as error:
            error.close()
            raise
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the club did not open")


@NEEDS_SIGTERM
def test_opens_closes_is_restored_and_opens_again(computer: Path, tmp_path: Path) -> None:
    data, port = tmp_path / "data of the club", free_port()
    with opened(computer, data, port) as [first]:
        text = close(first)
    assert f"http://localhost:{port}/" in text
    # Output without a terminal is kept in logs, so the password is in a file that only its owner can read.
    first = data / "first-password.txt"
    assert f"Name and password of the first account are in {first}" in text
    name, password = re.findall(r": (.+)", first.read_text(encoding="utf-8"))
    assert name == "referee" and len(password) == 19 and password not in text
    assert os.name == "nt" or first.stat().st_mode & 0o077 == 0
    assert {"club.sqlite3", "secret.key"} <= {file.name for file in data.iterdir()}

    # The message about a damaged database contains the command to type.
    with (data / "club.sqlite3").open("r+b") as file:
        file.seek(4096)
        file.write(bytes(4096))
    page_text = refusal(computer, "--host", "127.0.0.1", "--data", str(data), "--port", str(port))
    backup = page_text.partition("club.py restore ")[2].strip('"')
    restored = start(computer, "restore", backup, "--data", str(data))
    assert restored.communicate(timeout=LONGEST_START)[1] == "" and restored.returncode == 0
    assert [len(list(data.glob(pattern))) for pattern in ("before-restore-*", "secret.key")] == [1, 1]

    with opened(computer, data, port) as [second]:
        said_again = close(second)
    assert "password" not in said_again
    assert set(said_again.splitlines()) < set(text.splitlines())


@NEEDS_SIGTERM
def test_speaks_italian_from_the_very_first_start(computer: Path, tmp_path: Path) -> None:
    for compiled in (computer / "locale").rglob("*.mo"):
        compiled.unlink()
    with opened(computer, tmp_path / "data", free_port(), LANG="it_IT.UTF-8") as [first]:
        text = close(first)
    assert "Il programma è in funzione." in text.splitlines()


@NEEDS_SIGTERM
def test_of_two_starts_at_once_on_new_data_one_club_is_made_and_the_other_ends(computer: Path, tmp_path: Path) -> None:
    where = ("--host", "127.0.0.1", "--data", str(tmp_path / "data"))
    ports = free_port(), free_port()
    clubs = [start(computer, *where, "--port", str(port)) for port in ports]
    while (ended := next((club for club in clubs if club.poll() is not None), None)) is None:
        time.sleep(0.1)
    text, page_text = ended.communicate()
    assert text == "Opening the club…\n" and len(page_text.splitlines()) == 1
    # By then the other club is open or still opening.
    assert str(tmp_path) in page_text or f"http://localhost:{ports[clubs[0] is ended]}/" in page_text
    wait_for_page(clubs[clubs[0] is ended], f"http://127.0.0.1:{ports[clubs[0] is ended]}/login/")
    assert close(clubs[clubs[0] is ended]).count("first-password.txt") == 1


@NEEDS_SIGTERM
def test_a_second_program_on_the_same_data_says_where_the_first_one_runs_and_ends(
    computer: Path, tmp_path: Path
) -> None:
    data, port = tmp_path / "data", free_port()
    with opened(computer, data, port) as [first]:
        for other in (free_port(), port):
            text = refusal(computer, "--host", "127.0.0.1", "--port", str(other), "--data", str(data))
            assert f"http://localhost:{port}/" in text
        wait_for_page(first, f"http://127.0.0.1:{port}/login/")
        close(first)
    # Nothing of it prevents the next start.
    with opened(computer, data, port):
        pass


def test_busy_port_names_a_free_one(computer: Path, tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other_program:
        port = other_program.getsockname()[1]
        sentence = refusal(computer, "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path))
    assert str(port) in sentence
    named = int(sentence.rpartition(" ")[2])
    assert named > port
    socket.create_server(("127.0.0.1", named)).close()


@pytest.mark.parametrize("port", ["0", "65536", "-1"])
def test_port_that_does_not_exist(computer: Path, tmp_path: Path, port: str) -> None:
    assert port in refusal(computer, f"--port={port}", "--data", str(tmp_path))


def test_folder_that_cannot_be_one(computer: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert str(tmp_path / "file") in refusal(computer, "--data", str(tmp_path / "file" / "data"))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_folder_that_is_read_only(computer: Path, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert str(tmp_path) in refusal(computer, "--data", str(tmp_path))


def test_database_that_is_none(computer: Path, tmp_path: Path) -> None:
    (tmp_path / "club.sqlite3").write_text("this is no database, " * 100)
    sentence = refusal(computer, "--port", str(free_port()), "--host", "127.0.0.1", "--data", str(tmp_path))
    assert "not a database" in sentence


def test_new_lock_without_a_network(computer: Path, tmp_path: Path) -> None:
    lock = computer / club.LOCK.name
    before = lock.read_text()
    lock.write_text("nothing-of-that-name==1.0 --hash=sha256:" + "0" * 64)
    nowhere = {"PIP_INDEX_URL": f"http://127.0.0.1:{free_port()}/", "PIP_RETRIES": "1", "PIP_FIND_LINKS": ""}
    try:
        assert "internet" in refusal(computer, "--data", str(tmp_path), **nowhere)
    finally:
        lock.write_text(before)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("it_IT.UTF-8", "ha bisogno di Python 3.11"),
        ("en_GB.UTF-8", "needs Python 3.11"),
        ("es_AR.UTF-8", "necesita Python 3.11"),
        ("pt_BR.UTF-8", "precisa do Python 3.11"),
        ("fi_FI.UTF-8", "ha bisogno di Python 3.11"),
    ],
)
def test_old_python_is_told_so_in_the_systems_language(language: str, sentence: str) -> None:
    pretend = "import runpy, sys; sys.version_info = (3, 10, 2, 'final', 0); sys.version = '3.10.2 (old)'; "
    run = [sys.executable, "-c", f"{pretend} runpy.run_path({str(club.__file__)!r}, run_name='__main__')"]
    refusal = subprocess.run(run, env={**os.environ, "LC_ALL": language}, capture_output=True, text=True)
    assert refusal.returncode == 1
    assert sentence in refusal.stderr and "3.10.2" in refusal.stderr and "Traceback" not in refusal.stderr


def test_pythons_since_3_6_can_read_the_file() -> None:
    ast.parse(Path(club.__file__).read_text(encoding="utf-8"), feature_version=(3, 6))


OWN = (
    "burraco_club.code_version",
    "burraco_club.command_line",
    "burraco_club.lock",
    "burraco_club.pip_wheel",
    "pages.release",
)


@pytest.mark.parametrize("module", ["club", *OWN])
def test_needs_nothing_but_the_standard_library_and_itself(module: str) -> None:
    tree = ast.parse(Path(club.PROJECT, *module.split(".")).with_suffix(".py").read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name for name in names if name.split(".")[0] not in sys.stdlib_module_names} <= {*OWN}


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES if code != "en"])
def test_every_sentence_is_there_in_each_language_with_the_same_facts(language: str) -> None:
    own = club.sentences(language)
    assert list(own) == list(club.SENTENCES)
    for key, english in club.SENTENCES.items():
        assert own[key] != english
        assert facts_of(own[key]) == facts_of(english)


def facts_of(sentence: str) -> set[str]:
    return {part.split("}")[0] for part in sentence.split("{")[1:]}


HELPS = {"--help": "manage COMMAND", "backup --help": "[FILE]", "restore --help": "FILE"}
"""What the help of each command names."""
ARGPARSES = re.compile(r"usage:|options:|arguments|\bshow\b|\berror\b|\brequired\b|\binvalid\b|\bexpected\b")


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("typed", [*HELPS, "--prot 80", "--port abc", "serve --port", "restore", "bakcup"])
def test_the_command_line_is_explained_and_refused_without_a_word_of_argparse(
    language: str, typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("BURRACO_DATA", "club-data")
    with pytest.raises(SystemExit) as ended:
        club.main(typed.split())
    text, refusal = capsys.readouterr()
    sentence, own = text + refusal, club.sentences(language)
    # "show" stands in a sentence of the program's own, too.
    assert not ARGPARSES.search(sentence.replace(own["help_help"], "").replace(own["options"] + ":", ""))
    if typed in HELPS:
        assert ended.value.code == 0 and own["help_help"] in text and own["usage"] in text
        assert HELPS[typed] in text and max(map(len, text.splitlines())) <= 80
    else:
        assert ended.value.code == 2 and len(sentence.splitlines()) == 1
        assert typed.removeprefix("serve ") in sentence and "--help" in sentence


@pytest.mark.skipif(os.name == "nt", reason="Windows runs no shell script")
@pytest.mark.parametrize("on_a_terminal", [True, False])
def test_an_installation_is_one_line_which_counts_where_somebody_looks(
    on_a_terminal: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lock, pip = tmp_path / "lock.txt", tmp_path / "python"
    # Of `one` there are versions for two Pythons.
    lock.write_text("one==1 ; python_version < '3'\none==2 ; python_version >= '3'\ntwo==1\n")
    pip.write_text("#!/bin/sh\necho Collecting one==2\necho Downloading\necho Collecting two==1\n")
    pip.chmod(0o755)
    monkeypatch.setattr(club, "PYTHON", pip)
    monkeypatch.setattr(club, "VENV", tmp_path)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: on_a_terminal)
    club.install([lock])
    sentence = club.tell("installing")
    counted = f"\r{sentence} 1/2 \r{sentence} 2/2 " if on_a_terminal else ""
    assert capsys.readouterr().out == f"{sentence}{counted}\n"
    assert not club.missing([lock])


def test_full_disk_is_told_before_anything_is_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage(2**30, 2**30 - 2**21, 2**21))
    with pytest.raises(club.CannotStart) as refused:
        club.check_folder(tmp_path, club.DATA_MEGABYTES, "read_only")
    assert str(tmp_path) in str(refused.value) and " 2" in str(refused.value)
    assert list(tmp_path.iterdir()) == []


PIP_SAYS = {
    "no_network": "WARNING: Retrying (Retry(total=4, connect=None)) after connection broken by 'NewConnectionError'\n"
    "ERROR: Could not find a version that satisfies the requirement asgiref==3.13.0 (from versions: none)\n",
    "disk_full": "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n",
    "install_failed": "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.\n",
}


@pytest.mark.parametrize("key", PIP_SAYS)
def test_why_an_installation_failed(key: str) -> None:
    sentence = club.why_pip_failed(PIP_SAYS[key].splitlines(keepends=True))
    assert sentence.startswith(club.sentences(club.system_language())[key].split("{")[0])


@pytest.mark.parametrize(("minor", "key"), [(sys.version_info.minor, "no_network"), (7, "other_pythons")])
def test_without_a_network_libraries_for_another_python_are_told_apart(
    minor: int, key: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # One library is for whatever Python, one for every newer one, two for their own.
    for name in ("django-5.2-py3-none-any", "cryptography-50.0-cp36-abi3-win_amd64"):
        (tmp_path / f"{name}.whl").touch()
    for own in {minor, 6}:
        (tmp_path / f"numpy-2.4-cp3{own}-cp3{own}-win_amd64.whl").touch()
    monkeypatch.setattr(club, "WHEELS", tmp_path)
    found = "{}.{}".format(*sys.version_info)
    sentence = club.why_pip_failed(PIP_SAYS["no_network"].splitlines(keepends=True))
    assert sentence == club.tell(key, theirs=f"3.6, 3.{minor}", found=found)


def test_chromium_is_found_by_name_or_on_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CHROMIUM", "/somewhere/chromium")
    assert club.find_chromium() == "/somewhere/chromium"
    monkeypatch.delenv("CHROMIUM")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert club.find_chromium() == ""


@pytest.mark.parametrize(
    ("facts", "key"),
    [
        (("linux", "armv7l", "linux-armv7l", 2**31 - 1), "no_32_bit"),
        (("linux", "aarch64", "linux-armv7l", 2**31 - 1), "no_32_bit"),
        (("win32", "AMD64", "win32", 2**31 - 1), "no_32_bit"),
        (("win32", "ARM64", "win-arm64", 2**63 - 1), "no_windows_arm"),
        (("darwin", "x86_64", "macosx-10.13-universal2", 2**63 - 1), "no_intel_mac"),
    ],
)
def test_a_python_without_libraries_is_refused_by_name_before_anything_is_fetched(
    facts: tuple[str, str, str, int], key: str
) -> None:
    with pytest.raises(club.CannotStart) as refused:
        club.refuse_without_libraries(*facts)
    assert str(refused.value) == club.tell(key, machine=facts[1])


@pytest.mark.parametrize(
    "facts",
    [
        ("win32", "AMD64", "win-amd64"),
        ("win32", "ARM64", "win-amd64"),
        ("darwin", "arm64", "macosx-11.0-universal2"),
        ("linux", "x86_64", "linux-x86_64"),
        ("linux", "aarch64", "linux-aarch64"),
    ],
)
def test_a_python_with_libraries_is_not_refused(facts: tuple[str, str, str]) -> None:
    club.refuse_without_libraries(*facts, 2**63 - 1)


@NEEDS_SIGTERM
def test_opens_the_browser_of_this_computer_when_asked(computer: Path, tmp_path: Path) -> None:
    port, seen = free_port(), tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >"{seen}"\n')
    browser.chmod(0o755)
    where = ("--host", "127.0.0.1", "--data", str(tmp_path / "data"), "--port", str(port))
    process = start(computer, *where, "--open", BROWSER=str(browser))
    wait_for_page(process, f"http://127.0.0.1:{port}/login/")
    close(process)
    assert seen.read_text() == f"http://localhost:{port}/\n"
