import tomllib
from pathlib import Path

import pytest

from burraco_club.code_version import VERSION, code_version


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in {"scoring/a.py": "a = 1", "templates/b.html": "b", "requirements.txt": "django"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize("name", ["scoring/a.py", "templates/b.html", "requirements.txt", "static/new.css"])
def test_changes_with_what_shapes_a_page(project: Path, name: str) -> None:
    before = code_version(project)
    (project / name).parent.mkdir(exist_ok=True)
    (project / name).write_text("something else")
    assert code_version(project) != before


@pytest.mark.parametrize("name", ["scoring/a.pyc", "locale/django.mo", "club-data/club.sqlite3", "README.md"])
def test_stays_when_anything_else_changes(project: Path, name: str) -> None:
    before = code_version(project)
    (project / name).parent.mkdir(exist_ok=True)
    (project / name).write_text("something else")
    assert code_version(project) == before


def test_changes_when_a_file_is_renamed(project: Path) -> None:
    before = code_version(project)
    (project / "scoring/a.py").rename(project / "scoring/b.py")
    assert code_version(project) != before


def test_the_version_is_that_of_the_project() -> None:
    data = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    assert data["project"]["version"] == VERSION
