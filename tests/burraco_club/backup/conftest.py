"""A data folder of a test's own, with the tests' database in it as the club's."""

from pathlib import Path

import pytest
from pytest_django.fixtures import Settings


@pytest.fixture
def data(settings: Settings, tmp_path: Path) -> Path:
    """Where backups go and the key lies; the database is the one that the tests run on."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    (settings.DATA_DIR / "secret.key").write_text("the club's own key")
    return Path(settings.DATA_DIR)
