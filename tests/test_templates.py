"""Templates are read as code is: a line says one thing, and the linter of templates finds nothing."""

import sys
from pathlib import Path
from subprocess import run

import pytest

ROOT = Path(__file__).parents[1]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
LONGEST_LINE = 160


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_a_line_says_one_thing(template: Path) -> None:
    """Django's tags cannot span lines: what does not fit is a part of its own, a `with`, or named by the view."""
    lines = template.read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, start=1) if len(line) > LONGEST_LINE] == []


def test_the_linter_finds_nothing() -> None:
    """Its rules are in pyproject.toml."""
    linted = run(
        [sys.executable, "-m", "djlint", "--lint", "--quiet", "templates"], cwd=ROOT, capture_output=True, text=True
    )
    assert linted.returncode == 0, linted.stdout
