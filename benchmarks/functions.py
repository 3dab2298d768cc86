"""The functions of the running program: which of them are called, and how to replace their code."""

import ast
import builtins
import functools
import gc
import os
import sys
from collections.abc import Iterable, Iterator
from cProfile import Profile as Profiler
from pathlib import Path
from types import CodeType, FunctionType

from benchmarks.closeness import APPS, PROJECT, module_file, module_name

CALLED = "__called__"
"""The name in `builtins` of the set that probes fill."""


def function_name(code: CodeType) -> str | None:
    """Return `module:Class.function`, of nested functions the outermost. None if it is not the project's."""
    if not code.co_filename.startswith(f"{PROJECT}{os.sep}") or f"{os.sep}.venv{os.sep}" in code.co_filename:
        return None
    return f"{module_name(Path(code.co_filename))}:{code.co_qualname.partition('.<locals>')[0]}"


class Calls:
    """A context that records the project's functions called in it."""

    def __init__(self) -> None:
        self._profiler = Profiler(subcalls=False, builtins=False)

    def __enter__(self) -> None:
        self._profiler.enable()

    def __exit__(self, *raised: object) -> None:
        self._profiler.disable()

    def names(self) -> frozenset[str]:
        codes = (entry.code for entry in self._profiler.getstats())
        return frozenset(name for code in codes if isinstance(code, CodeType) and (name := function_name(code)))


class Functions:
    """The functions that exist at the moment, by their place in the source, so that their code can be replaced."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, int, int], list[FunctionType]] = {}
        self._caches: list[functools._lru_cache_wrapper[object]] = []
        # The collector does not list what is frozen, and the tests freeze the whole program.
        gc.unfreeze()
        for candidate in gc.get_objects():
            if type(candidate) is FunctionType and candidate.__code__.co_filename.startswith(str(PROJECT)):
                self._found.setdefault(_place(candidate.__code__), []).append(candidate)
            elif isinstance(candidate, functools._lru_cache_wrapper):
                self._caches.append(candidate)

    def put(self, module: CodeType, name: str | None = None) -> bool:
        """Replace the code of the named function, or of all, by a module's code. Return whether that was possible."""
        done = False
        for code in _codes(module):
            if name in (None, code.co_qualname):
                for function in self._found.get(_place(code), ()):
                    try:
                        function.__code__ = code
                    except ValueError:  # It closes over something else.
                        return False
                    done = True
        self.clear_caches()
        return done

    def clear_caches(self) -> None:
        for cached in self._caches:
            cached.cache_clear()


def _place(code: CodeType) -> tuple[str, str, int, int]:
    """Return what tells a function from every other: of two lambdas in a line, the column too."""
    columns = [column for _, _, column, _ in code.co_positions() if column] if code.co_name == "<lambda>" else []
    return code.co_filename, code.co_qualname, code.co_firstlineno, min(columns, default=0)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield const
            yield from _codes(const)


def probe(functions: Functions) -> set[str]:
    """Let the apps' functions add their names to a set when they are called, and return that set."""
    called = set[str]()
    setattr(builtins, CALLED, called)
    for module in [name for name in sys.modules if name.partition(".")[0] in APPS]:
        if (file := module_file(module)).exists():
            tree = ast.parse(file.read_bytes())
            for name, outermost in _outermost(tree, ()):
                # What a decorator returns is called long after the decorator.
                for function in [node for node in ast.walk(outermost) if isinstance(node, ast.FunctionDef)]:
                    note = ast.parse(f"{CALLED}.add({f'{module}:{name}'!r})").body[0]
                    function.body.insert(0, ast.copy_location(note, function.body[0]))
            functions.put(compile(ast.fix_missing_locations(tree), str(file), "exec"))
    return called


def _outermost(node: ast.AST, above: tuple[str, ...]) -> Iterable[tuple[str, ast.FunctionDef]]:
    """Yield the functions of a module and of its classes with their qualified names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield ".".join([*above, child.name]), child
        elif isinstance(child, ast.ClassDef):
            yield from _outermost(child, (*above, child.name))
        elif isinstance(child, ast.stmt):
            yield from _outermost(child, above)
