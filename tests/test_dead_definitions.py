"""Every function, class and constant of a module is used by the program itself; the tests alone are not a use."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("accounts", "benchmarks", "burraco_club", "deploy", "pages", "scoring", "tournaments")
FOUND_BY_NAME = re.compile(
    r"Command|__\w+__|handler\d\d\d|pytest_\w+|urlpatterns|app_name|application|register|SessionStore"
    r"|installed_command"
)
"""Names that Django, pytest, Python and an installed wheel look for themselves."""
READ_BY_OTHERS = re.compile(
    r"deploy/gunicorn\.conf\.py|deploy/packaging/hatch_hooks\.py|burraco_club/(?:settings|formats/\w+/formats)\.py|\w+/apps\.py|\w+/admin\.py"
)
"""Files whose names Django, gunicorn and hatchling read."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Yield the modules of the program with their paths; landed migrations are never cleaned up."""
    for path in [*ROOT.glob("*.py"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))]:
        if "migrations" not in path.parts:
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def defined(tree: ast.Module) -> Iterator[str]:
    """Yield what a module defines itself. A decorator may register, so what it decorates counts as used."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.decorator_list:
            yield node.name
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def used(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module reads, and the parts of dotted paths in its strings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"[\w.]+", node.value):
            yield from node.value.split(".")


def exported(tree: ast.Module) -> Iterator[str]:
    """Yield the names in `__all__`, which are strings but no use."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "__all__" for target in node.targets):
            yield from used(ast.Module([node], []))


def dead(trees: dict[str, ast.Module]) -> list[str]:
    reads = Counter(name for tree in trees.values() for name in used(tree))
    reads.subtract(Counter(name for tree in trees.values() for name in exported(tree)))
    return [
        f"{path}: {name}"
        for path, tree in trees.items()
        for name in defined(tree)
        if reads[name] <= 0 and not FOUND_BY_NAME.fullmatch(name) and not READ_BY_OTHERS.fullmatch(path)
    ]


def test_everything_that_is_defined_is_used() -> None:
    assert dead(dict(modules())) == []


def test_a_dead_definition_is_found() -> None:
    source = "A = 1\nB = 2\n__all__ = ['f', 'A']\ndef f(): return B\ndef g(): return f()\n@registered\ndef h(): ...\n"
    assert dead({"planted": ast.parse(source)}) == ["planted: A", "planted: g"]


def orphans(path: str, tree: ast.Module) -> list[str]:
    """Return the strings that document nothing: neither first in their block nor below an assignment."""
    return [
        f"{path}:{node.lineno}"
        for block in ast.walk(tree)
        if isinstance(block, ast.Module | ast.ClassDef | ast.FunctionDef)
        for before, node in pairwise(block.body)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        if not isinstance(before, ast.Assign | ast.AnnAssign | ast.AugAssign)
    ]


def test_every_docstring_has_what_it_documents() -> None:
    assert [found for path, tree in modules() for found in orphans(path, tree)] == []


def test_a_docstring_whose_constant_is_gone_is_found() -> None:
    source = '"""A module."""\nimport re\n"""Gone."""\nA = 1\n"""One."""\n"""Another one."""\n'
    assert orphans("planted", ast.parse(source)) == ["planted:3", "planted:6"]
