"""The zips of a release: what lies in them, and a start from one without any network."""

import os
import platform
import shutil
import stat
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

import club
from deploy.release import MOST_BYTES, OF_THE_REPOSITORY, PLATFORMS, locked, pack
from pages.release import VERSION
from tests.ports import free_port

FOLDER = f"burraco-club-{VERSION}"
HERE = {"x86_64": "linux-x64", "aarch64": "linux-aarch64"}.get(platform.machine(), "")


def is_repository() -> bool:
    asked = ["git", "rev-parse", "--show-toplevel"]
    if not shutil.which("git"):
        return False
    found = subprocess.run(asked, cwd=club.PROJECT, capture_output=True, text=True)
    return found.returncode == 0 and Path(found.stdout.strip()) == club.PROJECT


def may_unshare() -> bool:
    return bool(HERE) and sys.platform == "linux" and bool(shutil.which("unshare")) and os.geteuid() == 0


needs_git = pytest.mark.skipif(not is_repository(), reason=club.tell("no_git"))


@needs_git
def test_the_zip_holds_the_commit_and_its_starters_beside_club_py(tmp_path: Path) -> None:
    made = pack(tmp_path)
    assert made.name == f"{FOLDER}.zip" and made.stat().st_size < 20_000_000
    listed = ["git", "ls-tree", "-r", "-z", "--name-only", "HEAD"]
    committed = subprocess.run(listed, cwd=club.PROJECT, check=True, capture_output=True, text=True).stdout
    with zipfile.ZipFile(made) as packed:
        starters = {"Burraco Club.cmd", "Burraco Club.command", "Burraco Club.desktop", "burraco-club.sh"}
        given = {name for name in committed.split("\0") if name and name.split("/")[0] not in OF_THE_REPOSITORY}
        names = given | starters
        # `club.py test` works from it, and nothing that a desktop hides stands beside the starters.
        assert "tests/conftest.py" in names and not [name for name in names if name.startswith(".")]
        assert sorted(packed.namelist()) == sorted(f"{FOLDER}/{name}" for name in names)
        modes = {info.filename: info.external_attr >> 16 for info in packed.infolist()}
        for name in starters:
            assert modes[f"{FOLDER}/{name}"] == stat.S_IFREG | 0o755
        assert modes[f"{FOLDER}/deploy/container/start.sh"] & 0o111 and not modes[f"{FOLDER}/README.md"] & 0o111
        text = packed.read(f"{FOLDER}/Burraco Club.cmd")
        assert text.count(b"\n") == text.count(b"\r\n")
        assert packed.read(f"{FOLDER}/burraco-club.sh") == packed.read(f"{FOLDER}/Burraco Club.command")


@pytest.mark.parametrize("name", PLATFORMS)
def test_each_platform_gets_every_library_once_in_the_version_of_its_python(name: str) -> None:
    older, newer = (list(locked(PLATFORMS[name], python)) for python in ("3.11", "3.13"))
    for found in (older, newer):
        libraries = [line.partition("==")[0] for line in found]
        assert len(libraries) == len(set(libraries)) and {"django", "pip"} <= set(libraries)
        assert all("--hash=sha256:" in line for line in found)
    assert [line for line in older if line.startswith("numpy")] != [line for line in newer if line.startswith("numpy")]


@needs_git
@pytest.mark.long
@pytest.mark.skipif(not may_unshare(), reason=club.tell("no_namespace"))
@pytest.mark.skipif("BURRACO_RELEASE" not in os.environ, reason=club.tell("no_release"))
def test_a_zip_with_wheels_sets_itself_up_without_a_network(tmp_path: Path) -> None:
    python = "{}.{}".format(*sys.version_info)
    made = pack(tmp_path, HERE, replace(PLATFORMS[HERE], pythons=(python,)))
    assert made.stat().st_size < MOST_BYTES
    subprocess.run([sys.executable, "-m", "zipfile", "-e", made, tmp_path], check=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "BURRACO_", "DATABASE_"))}
    alone = ["unshare", "--net", sys.executable, "-m", "tests.deploy.without_network"]
    variables = {**kept, "LANG": "it_IT.UTF-8", "LC_ALL": "", "PIP_CONFIG_FILE": os.devnull, "HOME": str(tmp_path)}
    command = [*alone, str(tmp_path / FOLDER), str(tmp_path / "data"), str(free_port())]
    done = subprocess.run(command, cwd=club.PROJECT, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    print(f"seconds until the first page: {done.stdout}")
