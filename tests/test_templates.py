"""Templates are read like code: their lines are short, and the linter finds nothing."""

import re
import sys
from pathlib import Path
from subprocess import run

import pytest

from burraco_club.code_version import PROGRAM

ROOT = Path(__file__).parents[1]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
LONGEST_LINE = 160
NAMED = re.compile(r"""["']([\w/.-]+\.html)(?:#[\w-]+)?["']""")
OF_LIBRARIES = {"django_tables2/bootstrap5.html"}
"""Templates that come with a library."""


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_a_line_says_one_thing(template: Path) -> None:
    """Django's tags cannot span lines: what does not fit becomes a part, a `with`, or a variable of the view."""
    lines = template.read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, start=1) if len(line) > LONGEST_LINE] == []


def test_every_template_that_is_named_is_there() -> None:
    """Django misses a part of a page only when somebody opens that page."""
    programs = [path for folder in PROGRAM for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts]
    named = {
        name: path.relative_to(ROOT).as_posix()
        for path in (*TEMPLATES, *programs)
        for name in NAMED.findall(path.read_text(encoding="utf-8"))
    }
    there = {path.relative_to(ROOT / "templates").as_posix() for path in TEMPLATES}
    assert len(named) > 300
    assert {name: by for name, by in named.items() if name not in there | OF_LIBRARIES} == {}


def test_the_linter_finds_nothing() -> None:
    """The linter's rules are in pyproject.toml."""
    linted = run(
        [sys.executable, "-m", "djlint", "--lint", "--quiet", "templates"], cwd=ROOT, capture_output=True, text=True
    )
    assert linted.returncode == 0, linted.stdout


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_a_day_in_words_is_spoken(template: Path) -> None:
    """Django writes Italian months with a capital, so a date in words goes through `spoken`: `23 dicembre`."""
    formats = re.findall(r'\|date:"([^"]+)"', template.read_text(encoding="utf-8"))
    assert [
        format for format in formats if format == "DATE_FORMAT" or re.search(r"(?<!_)[DFlMNE](?![A-Z_])", format)
    ] == []
