"""The state of the data folder at the start, and the messages about it."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from django.db import connection
from pytest_django.fixtures import Settings

from burraco_club.backup import fitness, folder
from burraco_club.backup.errors import BackupFailed
from burraco_club.secret_key import NEW_CLUB
from tests.factories import make_tournament, play_round, start_round

KEPT = Path(__file__).parents[2] / "data" / "kept" / "452c5e8" / "club.zip"


def no(_question: str) -> bool:
    return False


def yes(_question: str) -> bool:
    return True


@pytest.fixture
def club(data: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Path:
    """A data folder with a small database, the one that the settings name."""
    settings.SECRET_KEY = "the club's own key"
    file = data / "club.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE slips (figures TEXT)")
        database.executemany("INSERT INTO slips VALUES (?)", [("2" * 900,)] * 40)
        database.commit()
    monkeypatch.setattr(folder, "database_file", lambda: file)
    for module in (folder, fitness):
        monkeypatch.setattr(module, "database_kind", lambda: "sqlite")
    return data


def look(ask: Callable[[str], bool] = no) -> list[str]:
    texts: list[str] = []
    folder.look_at_data(texts.append, ask)
    return texts


def test_the_clubs_own_data_are_opened_without_a_word(club: Path) -> None:
    (club / NEW_CLUB).touch()
    assert look() == []
    assert not (club / NEW_CLUB).exists()


def test_a_folder_where_a_club_begins_is_not_asked_about(club: Path) -> None:
    (club / "club.sqlite3").unlink()
    (club / NEW_CLUB).touch()
    assert look() == []


@pytest.mark.parametrize("loss", [Path.unlink, lambda file: file.write_bytes(b"")])
def test_a_key_without_a_database_is_no_new_club(club: Path, loss: Callable[[Path], object]) -> None:
    loss(club / "club.sqlite3")
    with pytest.raises(BackupFailed, match="club.py restore"):
        look()
    asked: list[str] = []
    assert look(lambda question: not asked.append(question)) != []
    assert "club.sqlite3" in asked[0]


@pytest.mark.parametrize("loss", [Path.unlink, lambda file: file.write_bytes(b"")])
def test_a_database_without_a_key_asks_before_one_is_drawn(
    club: Path, settings: Settings, loss: Callable[[Path], object]
) -> None:
    loss(club / "secret.key")
    settings.SECRET_KEY = ""
    with pytest.raises(BackupFailed, match="secret.key"):
        look()
    look(yes)
    assert len((club / "secret.key").read_text()) > 50
    assert (club / "secret.key").read_text() == settings.SECRET_KEY


def test_a_damaged_database_names_the_backup_that_is_put_back(club: Path) -> None:
    with (club / "club.sqlite3").open("r+b") as file:
        file.seek(4096)
        file.write(Random(1).randbytes(4096))
    (club / "backups").mkdir()
    for name in ("club-2026-11-19-220000.zip", "club-2026-11-20-220000.zip"):
        shutil.copyfile(KEPT, club / "backups" / name)
    # A backup that cannot be restored is not named.
    (club / "backups" / "club-2026-11-21-220000.zip").touch()
    before = (club / "club.sqlite3").read_bytes()
    with pytest.raises(BackupFailed, match=r"club\.py restore .*club-2026-11-20-220000\.zip"):
        look(yes)
    assert (club / "club.sqlite3").read_bytes() == before


def test_what_is_no_database_is_said_to_be_none(club: Path) -> None:
    (club / "club.sqlite3").write_text("this is no database, " * 100)
    with pytest.raises(BackupFailed, match="not a database"):
        look(yes)


@pytest.mark.django_db(transaction=True)
def test_a_page_overwritten_anywhere_in_use_is_found(club: Path) -> None:
    """Every fourth page of an evening's database is overwritten in turn."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL looks after its own pages")
    play_round(start_round(make_tournament(pairs=8)))
    file = club / "club.sqlite3"
    file.unlink()
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as source:
        source.execute("VACUUM INTO ?", [str(file)])
    sound, damaged = file.read_bytes(), club / "damaged.sqlite3"
    size = int.from_bytes(sound[16:18])
    noise, passed = Random(7), []
    for page in range(1, len(sound) // size, 4):
        shutil.copyfile(file, damaged)
        with damaged.open("r+b") as opened:
            opened.seek(page * size)
            opened.write(noise.randbytes(size))
        if not folder.sqlite.fault(damaged):
            passed.append(page)
    assert passed == []
