"""The power is cut: the disk has only what was synced (`forgetful.c`). SQLite's file and the key."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.club import PROJECT, Load, Referee, running
from tests.faults.conftest import on_postgresql

CUTS = 2


@pytest.fixture(scope="module")
def forgetful(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the disk."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("no C compiler for a disk that forgets (apt install gcc)")
    if on_postgresql():
        pytest.skip("PostgreSQL's server is not a program of ours")
    library = tmp_path_factory.mktemp("disk") / "forgetful.so"
    source = Path(__file__).with_name("forgetful.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-pthread"], check=True)
    return library


class Disk:
    """A data folder on a disk that forgets."""

    def __init__(self, library: Path, place: Path) -> None:
        self.data, self.kept = place / "data", place / "kept"
        self.data.mkdir()
        (self.kept / "i").mkdir(parents=True)
        self.environment = {
            "LD_PRELOAD": str(library),
            "FORGETFUL_DATA": str(self.data),
            "FORGETFUL_KEPT": str(self.kept),
        }

    def after_a_power_cut(self, folder: Path) -> None:
        """Fill `folder` with what is left: the synced names, and the synced contents of their files."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        names = self.kept / "names"
        for line in names.read_text().splitlines() if names.exists() else ():
            inode, name = line.split(" ", 1)
            if not (self.data / name).is_dir():
                left = self.kept / "i" / inode
                (folder / name).write_bytes(left.read_bytes() if left.exists() else b"")


def run(disk: Disk, code: str) -> None:
    environment = {**os.environ, **disk.environment, "FOLDER": str(disk.data)}
    done = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_this_disk_forgets(forgetful: Path, tmp_path: Path) -> None:
    disk = Disk(forgetful, tmp_path)
    run(
        disk,
        "import os; os.chdir(os.environ['FOLDER']); f = open('kept', 'w'); f.write('one'); f.flush(); os.fsync(f);"
        "f.write('two'); f.close(); folder = os.open('.', os.O_RDONLY); os.fsync(folder); open('never', 'w').close()",
    )
    disk.after_a_power_cut(tmp_path / "left")
    assert {file.name: file.read_text() for file in (tmp_path / "left").iterdir()} == {"kept": "one"}


def test_a_key_that_was_drawn_is_on_the_disk(forgetful: Path, tmp_path: Path) -> None:
    disk = Disk(forgetful, tmp_path)
    run(
        disk,
        "import os, pathlib; from burraco_club.secret_key import read_or_draw_key as draw; "
        "folder = pathlib.Path(os.environ['FOLDER']); draw(folder / 'secret.key', database=folder / 'club.sqlite3')",
    )
    disk.after_a_power_cut(tmp_path / "left")
    drawn = (disk.data / "secret.key").read_text()
    assert len(drawn) > 50 and (tmp_path / "left" / "secret.key").read_text() == drawn


def test_a_slip_that_was_said_to_be_saved_is_on_the_disk(forgetful: Path, tmp_path: Path) -> None:
    disk = Disk(forgetful, tmp_path)
    left, saved = [tmp_path / f"left {cut}" for cut in range(CUTS)], []
    with running(disk.data, **disk.environment) as club:
        evening = club.order("evening")
        club.open()
        referee = Referee(club.port, evening["session"], evening["slug"], club.numbers)
        with Load(referee, evening["tables"]) as load:
            for folder in left:
                load.wait_for_saves(7)
                club.kill()
                disk.after_a_power_cut(folder)
                saved.append({table: list(totals) for table, totals in referee.saved.items()})
                club.open()
    for folder, acknowledged in zip(left, saved, strict=True):
        with running(folder) as again:
            report = again.order("totals")
            assert again.order("check") == ""
        assert all(set(totals) <= set(report[str(table)]) for table, totals in acknowledged.items())
