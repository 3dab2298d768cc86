import os
import subprocess
import sys
from pathlib import Path

import pytest

from burraco_club.secret_key import read_or_create_key


def test_key_is_drawn_once_and_then_read(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "secret.key"
    first = read_or_create_key(path)
    assert len(first) >= 50
    assert read_or_create_key(path) == first
    assert read_or_create_key(tmp_path / "secret.key") != first


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no owner-only permission in the mode")
def test_only_the_owner_can_read_the_key(tmp_path: Path) -> None:
    read_or_create_key(tmp_path / "secret.key")
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600


def test_programs_that_start_together_agree_on_the_key(tmp_path: Path) -> None:
    code = "import pathlib, sys, burraco_club.secret_key as s; print(s.read_or_create_key(pathlib.Path(sys.argv[1])))"
    command = [sys.executable, "-c", code, str(tmp_path / "secret.key")]
    together = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    assert len({program.communicate()[0] for program in together}) == 1


def test_an_empty_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.key").touch()
    with pytest.raises(ValueError, match="delete it"):
        read_or_create_key(tmp_path / "secret.key")
