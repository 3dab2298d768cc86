import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from burraco_club.backup.archive import read_contents, take_out, write_archive
from burraco_club.backup.errors import BackupFailed

AT = datetime(2026, 11, 20, 22, 5, tzinfo=UTC)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    database, key = tmp_path / "database", tmp_path / "key"
    database.write_bytes(bytes(range(256)) * 400)
    key.write_text("a key")
    path = tmp_path / "club.zip"
    write_archive(path, kind="sqlite", database=database, key=key, version="abc", made_at=AT)
    return path


def test_what_was_put_in_comes_out(archive: Path, tmp_path: Path) -> None:
    contents = read_contents(archive)
    assert (contents.kind, contents.version, contents.made_at) == ("sqlite", "abc", AT.isoformat())
    take_out(archive, contents.database, tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == (tmp_path / "database").read_bytes()
    assert archive.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_any_byte_of_what_it_holds_that_was_changed_is_found(archive: Path) -> None:
    """Every 97th byte is changed, so that each part of the file is hit.

    Some bytes of a zip's own fields have no meaning.
    """
    sound = archive.read_bytes()
    readable = [read_contents(archive)]
    for place in range(0, len(sound), 97):
        archive.write_bytes(sound[:place] + bytes([sound[place] ^ 0x55]) + sound[place + 1 :])
        try:
            readable.append(read_contents(archive))
        except BackupFailed as failure:
            assert str(archive) in str(failure)
    # Where no fault was found, the files are the same.
    assert {tuple(sorted(contents.digests.items())) for contents in readable} == {
        tuple(sorted(readable[0].digests.items()))
    }
    assert len(readable) < len(sound) / 97 / 2


@pytest.mark.parametrize("length", [0, 1, 100, -1])
def test_one_that_was_not_written_to_its_end_is_refused(archive: Path, length: int) -> None:
    archive.write_bytes(archive.read_bytes()[:length])
    with pytest.raises(BackupFailed, match="club.zip"):
        read_contents(archive)


@pytest.mark.parametrize(
    "description",
    [
        "[]",
        "{}",
        '{"format": 2, "database": "sqlite", "files": {}}',
        '{"format": 1, "database": "oracle", "files": {}, "version": "", "made_at": ""}',
        '{"format": 1, "database": "sqlite", "files": {"../club.sqlite3": {"sha256": ""}}}',
    ],
)
def test_a_zip_that_is_no_backup_is_refused(tmp_path: Path, description: str) -> None:
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as other:
        other.writestr("backup.json", description)
    with pytest.raises(BackupFailed, match="other.zip"):
        read_contents(tmp_path / "other.zip")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BackupFailed, match="nowhere.zip"):
        read_contents(tmp_path / "nowhere.zip")
