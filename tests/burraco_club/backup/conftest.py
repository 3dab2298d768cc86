"""A test's own data folder, with the tests' database as the club's."""

from pathlib import Path

import pytest
from pytest_django.fixtures import Settings


@pytest.fixture
def data(settings: Settings, tmp_path: Path) -> Path:
    """A folder with the key, for backups of the tests' database."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    (settings.DATA_DIR / "secret.key").write_text("the club's own key")
    return Path(settings.DATA_DIR)
