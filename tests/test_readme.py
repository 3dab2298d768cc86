"""The statements of the README and the guides: commands exist, and tables match the code."""

import re
import shlex
from collections import Counter
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class
from django.template.loader import get_template

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
GUIDES = [README, *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(path: Path) -> list[str]:
    """Return the lines of the code blocks."""
    return [
        line
        for block in re.findall(r"^```[^\n]*\n(.*?)^```$", path.read_text(encoding="utf-8"), re.M | re.S)
        for line in block.splitlines()
    ]


EXAMPLES = ROOT / "docs" / "worked-examples.md"
"""Each of them quotes its source, as often as that is needed."""


@pytest.mark.parametrize(
    "path", sorted({*GUIDES, ROOT / "CHANGELOG.md"} - {EXAMPLES}), ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_no_paragraph_and_no_entry_of_a_list_stands_twice(path: Path) -> None:
    """A merge of two branches may leave both."""
    parts = re.split(r"\n(?=\n|[*|#\d-])", path.read_text(encoding="utf-8"))
    times = Counter(part for part in parts if len(part) > 60)
    assert [part for part, number in times.items() if number > 1] == []


COMMANDS = [line.split("manage.py ", 1)[1] for path in GUIDES for line in blocks(path) if "manage.py " in line]


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_can_be_typed_as_they_are_written(line: str):
    name, *arguments = shlex.split(line, comments=True)
    command = load_command_class(get_commands()[name], name)
    command.create_parser("manage.py", name).parse_args(arguments)


def guides_of(language: str) -> list[Path]:
    """Return the guides of a language, in the order in which its README names them."""
    readme = ROOT / "docs" / language / "README.md"
    guides = readme.read_text(encoding="utf-8").rpartition("\n## ")[2]
    return [(readme.parent / link).resolve() for link in re.findall(r"\]\(([^)]+\.md)\)", guides)]


def shape(guide: Path) -> tuple[int, int, int]:
    """Return the number of headings, rows of tables and items of lists."""
    text = guide.read_text(encoding="utf-8")
    headings, rows, items = (len(re.findall(mark, text, re.M)) for mark in (r"^#+ ", r"^\|", r"^ *(?:\*|\d\.) "))
    return headings, rows, items


@pytest.mark.parametrize("language", ["es", "pt"])
def test_the_guides_of_a_language_have_every_part_of_the_italian_ones(language: str):
    assert [shape(guide) for guide in guides_of(language)] == [shape(guide) for guide in guides_of("it")]
    guides = {*(ROOT / "docs" / language).glob("*.md")} - {ROOT / "docs" / language / "README.md"}
    assert {*guides_of(language)} == guides


@pytest.mark.parametrize("guide", ["laptop", "portatile", "es/computadora", "pt/computador"])
def test_the_options_of_club_py_are_those_of_the_guides(guide: str):
    source = (ROOT / "club.py").read_text(encoding="utf-8")
    written = re.findall(r"^\| `(--[\w-]+) ?([^`]*)` \|", (ROOT / f"docs/{guide}.md").read_text(encoding="utf-8"), re.M)
    assert {option for option, _value in written} == {*re.findall(r'add_argument\("(--[\w-]+)"', source)}
    assert [value for _option, value in written if value not in source] == []


def test_the_project_s_templates_all_compile():
    for path in (ROOT / "templates").rglob("*.html"):
        get_template(str(path.relative_to(ROOT / "templates")))
