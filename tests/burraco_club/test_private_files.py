"""No other user of the computer can read the club's data, whoever created them and with whatever umask."""

import os
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from pytest_django.fixtures import Settings

from burraco_club.backup import retention
from burraco_club.backup.data_lock import alone, open_lock
from burraco_club.backup.errors import BackupFailed
from burraco_club.lock import one_at_a_time
from burraco_club.private_files import close_folder
from burraco_club.secret_key import read_or_draw_key
from tests.factories import AT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows keeps no owner-only permission in the mode")


@pytest.fixture(autouse=True)
def everything_allowed() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> set[str]:
    """Return the names of the files that others may access."""
    found = (folder, *folder.rglob("*"))
    return {path.name for path in found if stat.S_IMODE(path.stat().st_mode) & 0o077}


def use_database(file: Path) -> None:
    """Migrate the database as any user."""
    given = {**connections.settings["default"], "ENGINE": "django.db.backends.sqlite3", "NAME": file}
    given["OPTIONS"] = {"init_command": "PRAGMA journal_mode=WAL"}
    with closing(DatabaseWrapper(given)) as database, database.cursor() as cursor:
        cursor.execute("CREATE TABLE slips (points)")
        assert {path.name for path in file.parent.glob("club.sqlite3*")} == {
            *("club.sqlite3", "club.sqlite3-wal", "club.sqlite3-shm")
        }
        assert open_to_others(file.parent) == set()


@pytest.mark.django_db
def test_whatever_a_club_writes_is_its_owners_alone(tmp_path: Path, settings: Settings) -> None:
    data = settings.DATA_DIR = tmp_path / "data"
    read_or_draw_key(data / "secret.key", database=data / "club.sqlite3")
    use_database(data / "club.sqlite3")
    with one_at_a_time(data / "preparing.lock"), closing(open_lock(data)):
        pass
    (data / "open.lock").unlink()
    with alone(data, address=""):
        pass
    settings.BACKUP_COPY = str(tmp_path / "stick, pulled out")
    with pytest.raises(BackupFailed):
        retention.keep_backup(at=AT)
    stick = tmp_path / "stick"
    stick.mkdir(mode=0o700)
    settings.BACKUP_COPY = str(stick)
    retention._copy_to_second(retention.kept_backups()[0])
    assert {path.name for path in data.iterdir()} >= {"secret.key", "club.sqlite3", "open.lock", "backups", "new-club"}
    assert (data / "backups" / retention.FAILED).exists() and len(list(stick.iterdir())) == 1
    assert open_to_others(data) == open_to_others(stick) == set()


def test_a_folder_that_was_wider_is_closed_and_what_is_not_the_clubs_stays(tmp_path: Path) -> None:
    for name in (
        "club.sqlite3-wal",
        "secret.key",
        "backups/club-1.zip",
        "before-restore-1/secret.key",
        "photos/me.jpg",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    tmp_path.chmod(0o755)
    close_folder(tmp_path)
    assert open_to_others(tmp_path) == {"photos", "me.jpg"}
    assert stat.S_IMODE((tmp_path / "backups").stat().st_mode) == 0o700


def test_a_folder_that_is_everybodys_stays_so(tmp_path: Path) -> None:
    (tmp_path / "secret.key").touch()
    tmp_path.chmod(0o1777)
    close_folder(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    close_folder(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()
