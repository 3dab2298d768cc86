import os
import subprocess
import sys
from pathlib import Path

import pytest

from burraco_club.secret_key import NEW_CLUB, draw_key, read_or_draw_key


def read(folder: Path) -> str:
    return read_or_draw_key(folder / "secret.key", database=folder / "club.sqlite3")


def test_key_is_drawn_once_and_then_read(tmp_path: Path) -> None:
    first = read(tmp_path / "new folder")
    assert len(first) >= 50
    assert read(tmp_path / "new folder") == first
    assert read(tmp_path) != first
    assert (tmp_path / NEW_CLUB).exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no owner-only permission in the mode")
def test_only_the_owner_can_read_the_key(tmp_path: Path) -> None:
    read(tmp_path / "data")
    assert (tmp_path / "data" / "secret.key").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700


def test_programs_that_start_together_agree_on_the_key(tmp_path: Path) -> None:
    code = (
        "import pathlib, sys, burraco_club.secret_key as s; key = pathlib.Path(sys.argv[1]); "
        "print(s.read_or_draw_key(key, database=key.with_name('club.sqlite3')))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "secret.key")]
    together = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    keys = {program.communicate()[0] for program in together}
    assert len(keys) == 1 and len(keys.pop()) > 50


@pytest.mark.parametrize("trace", ["club.sqlite3", "backups/club-1.zip", "before-restore-1/club.sqlite3"])
def test_where_a_club_has_been_no_key_is_drawn_unasked(tmp_path: Path, trace: str) -> None:
    (tmp_path / trace).parent.mkdir(exist_ok=True)
    (tmp_path / trace).write_text("something")
    assert read(tmp_path) == ""
    assert not (tmp_path / "secret.key").exists()


@pytest.mark.parametrize("content", [b"", b" \n", b"\0" * 67, "ключ".encode()])
def test_a_file_without_a_key_is_none_and_stays_as_it_is(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret.key").write_bytes(content)
    assert read(tmp_path) == ""
    assert (tmp_path / "secret.key").read_bytes() == content
    assert draw_key(tmp_path / "secret.key") == read(tmp_path) != ""


def test_a_database_on_a_server_says_nothing_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "club.sqlite3").write_text("of another time")
    assert read_or_draw_key(tmp_path / "secret.key", database=None) != ""
    assert not (tmp_path / NEW_CLUB).exists()
