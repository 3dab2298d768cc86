"""A folder's conftest marks the tests of its folder alone, though pytest hands it those of the whole run."""

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent
HOOK = "pytest_collection_modifyitems"
HOOKS = {
    path: ast.unparse(node)
    for path in sorted(HERE.glob("*/**/conftest.py"))
    for node in ast.parse(path.read_text(encoding="utf-8")).body
    if isinstance(node, ast.FunctionDef) and node.name == HOOK
}


@pytest.mark.parametrize("path", HOOKS, ids=lambda path: path.parent.relative_to(HERE).as_posix())
def test_a_folder_marks_its_own_tests_alone(path: Path) -> None:
    folder = path.parent.relative_to(HERE.parent).as_posix()
    assert f"if item.nodeid.startswith('{folder}/')" in HOOKS[path]
