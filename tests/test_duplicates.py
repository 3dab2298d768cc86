"""Two modules do not share six lines of code: what is the same is written once and imported."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("accounts", "benchmarks", "burraco_club", "deploy", "pages", "scoring", "tournaments")
LINES = 6

ALLOWED = {
    # Three refusals of Django's own admin; one class for both would be an arrow between rooms that share nothing else.
    ("accounts/admin.py", "tournaments/admin.py"),
}
"""The modules that may share lines, with the reason."""


def code_of(path: Path) -> list[str]:
    """Return the lines of code without imports, comments and lines of brackets alone."""
    text = path.read_text(encoding="utf-8")
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    left_out = {number for node in imports for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    lines = (line.strip() for number, line in enumerate(text.splitlines(), start=1) if number not in left_out)
    return [line for line in lines if any(map(str.isalnum, line)) and not line.startswith("#")]


def shared_lines(root: Path) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each run of lines that several modules share: the modules and the first line."""
    places: dict[tuple[str, ...], set[str]] = {}
    for path in sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.py")):
        if "migrations" not in path.parts:
            lines = code_of(path)
            for at in range(len(lines) - LINES + 1):
                places.setdefault(tuple(lines[at : at + LINES]), set()).add(str(path.relative_to(root)))
    return ((tuple(sorted(modules)), run[0]) for run, modules in places.items() if len(modules) > 1)


def test_no_two_modules_share_six_lines() -> None:
    found = set(shared_lines(ROOT))
    assert {(modules, first) for modules, first in found if modules not in ALLOWED} == set()
    assert {modules for modules, _first in found} >= ALLOWED, "allowed, but no longer shared"


def test_a_copy_is_found(tmp_path: Path) -> None:
    lines = [f"a{number} = {number}" for number in range(LINES)]
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "one.py").write_text("import ast\n" + "\n".join(lines), encoding="utf-8")
    (tmp_path / "pages" / "other.py").write_text("import re\n\n" + "\n# so\n".join(lines), encoding="utf-8")
    assert [*shared_lines(tmp_path)] == [(("pages/one.py", "pages/other.py"), "a0 = 0")]
    (tmp_path / "pages" / "other.py").write_text("\n".join(lines[1:]), encoding="utf-8")
    assert [*shared_lines(tmp_path)] == []
