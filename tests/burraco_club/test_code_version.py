import re
import tomllib
from pathlib import Path

import pytest

import club
from burraco_club.code_version import code_version
from burraco_club.management.guard import ClubCommands
from pages.release import VERSION

ROOT = Path(__file__).parents[2]


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


def test_the_project_reads_its_version_where_the_program_does() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in data["project"]["dynamic"]
    text = (ROOT / data["tool"]["hatch"]["version"]["path"]).read_text(encoding="utf-8")
    # hatchling finds a version by this name, alone on its line.
    assert re.findall(r'^VERSION = "(.+)"$', text, re.M) == [VERSION]


def test_the_newest_release_among_the_changes_is_this_version() -> None:
    """Above it there may be what is not released. Releases are dated, the newest first."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.M)
    releases = [heading for heading in headings if heading != "[Unreleased]"]
    dates = [re.fullmatch(r"\[\d+\.\d+\.\d+\] - (\d{4}-\d{2}-\d{2})", heading) for heading in releases]
    assert releases[0].startswith(f"[{VERSION}] - ") and all(dates)
    days = [found[1] for found in dates if found]
    assert days == sorted(days, reverse=True)
    kinds = set(re.findall(r"^### (.+)$", text, re.M))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


@pytest.mark.parametrize("words", [["club.py", "--version"], ["manage.py", "--version"], ["manage.py", "version"]])
def test_every_command_says_the_same_version(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    file, *arguments = words
    if file == "club.py":
        assert club.main(arguments) == 0
    else:
        ClubCommands(words).execute()
    assert capfd.readouterr().out == f"Burraco Club {VERSION} ({code_version(ROOT)})\n"
