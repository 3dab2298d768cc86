"""The names of a package, each imported with its first use, so that a start loads what the first pages need."""

import ast
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any


def lazy_names(package: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package, which imports each name that it offers with its first use.

    The package says which module a name is from where type checkers look for it, below `if TYPE_CHECKING:`.
    """
    source = Path(str(sys.modules[package].__file__)).read_text(encoding="utf-8")
    modules = dict(_imports_for_type_checkers(ast.parse(source)))

    def import_now(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(modules[name], package), name)
        setattr(sys.modules[package], name, found)
        return found

    return import_now


def _imports_for_type_checkers(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each name, and the module that it is imported from."""
    for block in tree.body:
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING":
            for node in block.body:
                if isinstance(node, ast.ImportFrom):
                    module = "." * node.level + (node.module or "")  # equivalent `node.module`: all name one
                    yield from ((alias.name, module) for alias in node.names)
