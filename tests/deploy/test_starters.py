"""What a double click opens: the one of Windows followed branch by branch, those of macOS and Linux run for real."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import club
from tests.deploy.batch import Batch

STARTERS = club.PROJECT / "deploy/starters"
NOTHING, STUB, OLD, GOOD = 9009, -9009, 3, 0
LANGUAGES = ("it", "en", "es", "pt")


def on_windows(
    *, py: int = NOTHING, python: int = NOTHING, python3: int = NOTHING, club: int = 0, locale: str = "en-GB"
) -> Batch:
    """Run the starter where these commands end so. STUB is the Store's door, which ends like a missing command."""
    pythons = {"py -3": py, "python": python, "python3": python3}

    def answer(command: str) -> int:
        if match := re.fullmatch(r"(py -3|python3?) -c .+", command):
            return abs(pythons[match[1]])
        if match := re.match(r"where (py -3|python3?) ", command):
            return 0 if pythons[match[1]] == STUB else 1
        if "club.py" in command:
            return club
        assert command.startswith(("pause", "reg query")), command
        return 0

    text = (STARTERS / "Burraco Club.cmd").read_bytes().decode()
    assert text.count("\n") == text.count("\r\n") and max(map(len, text.split("\r\n"))) < 8191
    started = Batch(text, answer, {"LOCALE": locale})
    started.play()
    return started


@pytest.mark.parametrize(
    ("pythons", "used"),
    [
        ({"py": GOOD}, "py -3"),
        ({"py": OLD, "python": GOOD}, "python"),
        ({"python": STUB, "python3": GOOD}, "python3"),
        ({"python": GOOD}, "python"),
    ],
)
def test_windows_starts_with_the_first_python_that_is_new_enough(pythons: dict[str, int], used: str) -> None:
    started = on_windows(**pythons)
    assert started.run[-1].split() == [*used.split(), "club.py", "--open"]
    assert started.status == 0 and started.said == []


@pytest.mark.parametrize(
    ("pythons", "words"),
    [
        ({}, "There is no Python"),
        ({"python": STUB, "python3": STUB}, "Microsoft Store"),
        ({"py": OLD, "python": STUB}, "too old"),
    ],
)
def test_windows_says_how_to_get_python_and_keeps_its_window(pythons: dict[str, int], words: str) -> None:
    started = on_windows(**pythons)
    assert words in started.said[0] and "Add python.exe to PATH" in started.said[1] and len(started.said) == 3
    assert started.run[-1].startswith("pause") and started.status == 1


def test_windows_keeps_its_window_when_the_club_cannot_start() -> None:
    started = on_windows(py=GOOD, club=1)
    assert started.run[-1].startswith("pause") and started.said == ["Press a key to close this window."]
    assert on_windows(py=GOOD, club=130).said == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_windows_speaks_the_systems_language_or_italian(language: str) -> None:
    said = {name: on_windows(locale=name).said for name in (f"{language}-XX", "fi-FI", "it-IT")}
    assert said["fi-FI"] == said["it-IT"]
    assert (said[f"{language}-XX"] == said["it-IT"]) == (language == "it")


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A folder as the zip has it, with a club.py that says how it was called and ends with CLUB_STATUS."""
    folder = tmp_path / "burraco club 1.0"
    folder.mkdir()
    shutil.copy(STARTERS / "burraco-club.sh", folder)
    shutil.copy(STARTERS / "Burraco Club.desktop", folder)
    words = "import os, sys; print('club', *sys.argv[1:]); sys.exit(int(os.environ.get('CLUB_STATUS', 0)))"
    (folder / "club.py").write_text(words)
    return folder


def bare_path(folder: Path, **pythons: str) -> str:
    """Return a path of a folder with the usual commands and these Pythons, scripts of a line each."""
    folder.mkdir()
    for name in ("sh", "dirname", "uname"):
        found = shutil.which(name)
        assert found
        (folder / name).symlink_to(found)
    for name, line in pythons.items():
        (folder / name).write_text(f"#!/bin/sh\n{line}\n")
        (folder / name).chmod(0o755)
    return str(folder)


GOOD_PYTHON, OLD_PYTHON = f'exec "{sys.executable}" "$@"', "exit 1"
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no sh")


def double_click(command: list[str], path: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    environment = {"PATH": path, "LANG": "en_GB.UTF-8", "HOME": "/", **variables}
    return subprocess.run(command, env=environment, cwd="/", capture_output=True, text=True, input="\n")


@posix
@pytest.mark.parametrize("pythons", [{"python3": GOOD_PYTHON}, {"python3": OLD_PYTHON, "python": GOOD_PYTHON}])
def test_linux_and_macos_start_with_a_python_that_is_new_enough(release: Path, pythons: dict[str, str]) -> None:
    path = bare_path(release.parent / "bin", **pythons)
    started = double_click([str(release / "burraco-club.sh")], path)
    assert (started.returncode, started.stdout, started.stderr) == (0, "club --open\n", "")


def not_python(path: Path) -> bool:
    return not any(Path(place, "python3").exists() for place in ("/usr/local/bin", "/opt/homebrew/bin"))


@posix
@pytest.mark.parametrize(("line", "words"), [("", "There is no Python"), (OLD_PYTHON, "too old")])
def test_linux_and_macos_say_how_to_get_python_and_wait(release: Path, line: str, words: str) -> None:
    if not not_python(release):
        pytest.skip("this machine has a Python at a place where the starter looks by itself")
    path = bare_path(release.parent / "bin", **({"python3": line} if line else {}))
    started = double_click([str(release / "burraco-club.sh")], path)
    assert started.returncode == 1 and "Press Enter" in started.stdout
    sentences = started.stderr.splitlines()
    assert words in sentences[0] and "python.org/downloads" in sentences[1] and len(sentences) == 2


@posix
def test_linux_and_macos_keep_their_window_when_the_club_cannot_start(release: Path) -> None:
    path = bare_path(release.parent / "bin", python3=GOOD_PYTHON)
    ways = {
        status: double_click([str(release / "burraco-club.sh")], path, CLUB_STATUS=status) for status in ("1", "130")
    }
    assert ways["1"].returncode == 1 and "Press Enter" in ways["1"].stdout
    assert ways["130"].returncode == 0 and "Press Enter" not in ways["130"].stdout


@posix
@pytest.mark.parametrize("language", LANGUAGES)
def test_linux_and_macos_speak_the_systems_language_or_italian(release: Path, language: str) -> None:
    path = bare_path(release.parent / "bin", python3=GOOD_PYTHON)
    italian, spoken = (
        double_click([str(release / "burraco-club.sh")], path, CLUB_STATUS="1", LANG=lang).stdout
        for lang in ("fi_FI.UTF-8", f"{language}_XX.UTF-8")
    )
    assert "Premere Invio" in italian and (spoken == italian) == (language == "it")


def unescaped(value: str) -> list[str]:
    """Return the words of an Exec line, as the Desktop Entry Specification reads it."""
    value = value.replace("\\\\", "\\")
    words = re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', value)
    return [re.sub(r'\\(["`$\\])', r"\1", quoted) if quoted else plain for quoted, plain in words]


@posix
def test_the_desktop_entry_starts_what_lies_beside_it(release: Path) -> None:
    entry = release / "Burraco Club.desktop"
    (line,) = re.findall(r"^Exec=(.+)$", entry.read_text(encoding="utf-8"), re.M)
    command = [str(entry) if word == "%k" else word for word in unescaped(line)]
    path = bare_path(release.parent / "bin", python3=GOOD_PYTHON)
    assert double_click(command, path).stdout == "club --open\n"
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", entry], check=True)
