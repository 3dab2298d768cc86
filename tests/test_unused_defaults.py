"""Every default of an argument is used by some call: where all calls give the argument, it is required."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.test_dead_definitions import ROOT, modules

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Default(NamedTuple):
    """An argument with a default."""

    function: str
    """The name by which it is called: of `__init__` the class."""
    argument: str
    position: int | None
    """Its place among the positional arguments of a call, from 0; None if it is given by name."""


def defaults(tree: ast.Module) -> Iterator[Default]:
    """Yield the defaults of a module; what is decorated may be called by others."""
    for owner in ast.walk(tree):
        for node in ast.iter_child_nodes(owner):
            if isinstance(node, Function) and not node.decorator_list:
                own = owner if isinstance(owner, ast.ClassDef) else None
                name = own.name if own and node.name == "__init__" else node.name
                yield from (default._replace(function=name) for default in _defaults_of(node.args, bound=bool(own)))


def _defaults_of(arguments: ast.arguments, *, bound: bool) -> Iterator[Default]:
    positional = [*arguments.posonlyargs, *arguments.args]
    for position, argument in enumerate(positional):
        if position >= len(positional) - len(arguments.defaults):
            yield Default("", argument.arg, position - bound)
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is not None:
            yield Default("", argument.arg, None)


def called_name(node: ast.AST) -> str:
    return getattr(node, "id", "") or getattr(node, "attr", "")


def is_used(default: Default, call: ast.Call) -> bool:
    """Return whether a call leaves the argument to its default, or may do so."""
    if any(keyword.arg is None for keyword in call.keywords) or any(isinstance(a, ast.Starred) for a in call.args):
        return True
    given = default.position is not None and len(call.args) > default.position
    return not given and all(keyword.arg != default.argument for keyword in call.keywords)


def is_parents(call: ast.Call) -> bool:
    """Return whether a method calls the one that it overrides, whose arguments it must have."""
    return isinstance(call.func, ast.Attribute) and called_name(getattr(call.func.value, "func", call)) == "super"


def unused(program: dict[str, ast.Module], callers: list[ast.Module]) -> list[str]:
    """Return the defaults of a program that no call uses, of functions and classes that are only called by name."""
    calls, otherwise = dict[str, list[ast.Call]](), set[str]()
    for tree in callers:
        functions = set[int]()
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and not is_parents(node):
                calls.setdefault(called_name(node.func), []).append(node)
                functions.add(id(node.func))
            elif isinstance(node, ast.ClassDef):
                otherwise.update(map(called_name, node.bases))
            elif isinstance(node, ast.Name | ast.Attribute) and id(node) not in functions:
                otherwise.add(called_name(node))
    return [
        f"{path}: {default.function}, {default.argument}"
        for path, tree in program.items()
        for default in defaults(tree)
        if default.function in calls and default.function not in otherwise
        if not any(is_used(default, call) for call in calls[default.function])
    ]


def test_every_default_is_used() -> None:
    program = dict(modules())
    tests = [ast.parse(path.read_text(encoding="utf-8")) for path in Path(ROOT, "tests").rglob("*.py")]
    assert unused(program, [*program.values(), *tests]) == []


def test_an_unused_default_is_found() -> None:
    source = (
        "def f(a, b=1, *, c=2, d=3): ...\nclass A:\n    def __init__(self, e=4): ...\n"
        "f(1, 2, c=3)\nA(5)\nf(1, 0, c=3, d=4)\n"
    )
    tree = ast.parse(source)
    assert unused({"planted": tree}, [tree]) == ["planted: f, b", "planted: f, c", "planted: A, e"]
