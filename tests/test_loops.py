"""No loop makes again and again what it looks into: with twice the field that would take four times as long."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
FOLDERS = ("accounts", "benchmarks", "burraco_club", "deploy", "pages", "scoring", "tournaments")
MADE = (ast.SetComp, ast.ListComp, ast.DictComp, ast.GeneratorExp, ast.BinOp)
MAKERS = {"dict", "frozenset", "list", "set", "sorted", "tuple"}
MAKING_METHODS = {
    *("copy", "difference", "findall", "getlist", "intersection", "rsplit", "split", "splitlines"),
    *("symmetric_difference", "union", "values_list"),
}
"""Methods that return a new list or set, or ask the database; `keys`, `values` and `items` of a dict look into it."""
LOOPS = (ast.For, ast.While)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def made_in_loops(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines and texts of `x in y` in loops where `y` is made each time, and is the same each time."""
    for loop in ast.walk(ast.parse(source)):
        if isinstance(loop, COMPREHENSIONS):
            repeated = [*[condition for part in loop.generators for condition in part.ifs], *_results(loop)]
            changing = {name for part in loop.generators for name in _names(part.target)}
        elif isinstance(loop, LOOPS):
            repeated = [*loop.body]
            changing = {node.id for node in ast.walk(loop) if isinstance(node, ast.Name) and _is_set(node)}
        else:
            continue
        for node in (node for part in repeated for node in ast.walk(part) if isinstance(node, ast.Compare)):
            for operator, right in zip(node.ops, node.comparators, strict=True):
                if isinstance(operator, ast.In | ast.NotIn) and _is_made(right) and changing.isdisjoint(_names(right)):
                    yield node.lineno, ast.unparse(node)


def _results(comprehension: ast.AST) -> list[ast.expr]:
    if isinstance(comprehension, ast.DictComp):
        return [comprehension.key, comprehension.value]
    assert isinstance(comprehension, ast.ListComp | ast.SetComp | ast.GeneratorExp)
    return [comprehension.elt]


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _is_set(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _is_made(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call):
        return isinstance(node, MADE)
    if isinstance(node.func, ast.Attribute):
        return node.func.attr in MAKING_METHODS
    return isinstance(node.func, ast.Name) and node.func.id in MAKERS


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_loop_makes_again_what_it_looks_into(folder: str) -> None:
    found = {
        f"{path.relative_to(PROJECT)}:{line}: {text}"
        for path in sorted((PROJECT / folder).rglob("*.py"))
        for line, text in made_in_loops(path.read_text(encoding="utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("[key for key in known if key in drawn - seated]", ["key in drawn - seated"]),
        ("{key: 1 for key in known if key not in set(chosen)}", ["key not in set(chosen)"]),
        ("for key in known:\n    if key in [*one, *other] or key in list(states): pass", ["key in list(states)"]),
        ("[key for key, own in known if key in own - seated]", []),
        ("for key in known:\n    left = rest(key)\n    if key in left | own: pass", []),
        ("key in drawn - seated", []),
    ],
)
def test_it_is_found_where_it_does_not_depend_on_the_loop(source: str, found: list[str]) -> None:
    assert [text for _line, text in made_in_loops(source)] == found


@pytest.mark.parametrize(
    ("right", "is_found"),
    [
        ("text.split()", True),
        ("text.strip().rsplit(',')", True),
        ("text.splitlines()", True),
        ("re.findall('[a-z]+', text)", True),
        ("request.POST.getlist('pair')", True),
        ("seated.copy()", True),
        ("seated.difference(out)", True),
        ("seated.intersection(here)", True),
        ("seated.symmetric_difference(here)", True),
        ("seated.union(here)", True),
        ("tables.values_list('number')", True),
        ("numbers.keys()", False),
        ("numbers.values()", False),
        ("key.split()", False),
    ],
)
def test_it_is_found_where_a_method_makes_it(right: str, is_found: bool) -> None:
    assert [text for _line, text in made_in_loops(f"[key for key in known if key in {right}]")] == (
        [f"key in {right}"] if is_found else []
    )
