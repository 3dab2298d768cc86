"""A test's own data folder, with the tests' database as the club's."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from pytest_django.fixtures import Settings


@pytest.fixture
def data(settings: Settings) -> Iterator[Path]:
    """A folder with the key, for backups of the tests' database, on the same disk as in a club: files are renamed."""
    with TemporaryDirectory(dir=settings.DATA_DIR, ignore_cleanup_errors=True) as folder:
        settings.DATA_DIR = Path(folder, "data")
        settings.DATA_DIR.mkdir()
        (settings.DATA_DIR / "secret.key").write_text("the club's own key")
        yield settings.DATA_DIR
