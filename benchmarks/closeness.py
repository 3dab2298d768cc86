"""The test files closest to a module, by their paths and imports, so that modules can be renamed."""

import ast
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
APPS = ("accounts", "pages", "scoring", "tournaments")

OF_THE_WHOLE = ("burraco_club", "outsider")
"""The folders of tests that look at the whole program: its rights, forms that are sent twice, evenings played again."""

OF_EVERY_MODULE = "tests/test_keys.py"
"""The tests that import every module to look at what it declares."""


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts)


def module_file(module: str) -> Path:
    return PROJECT.joinpath(*module.split(".")).with_suffix(".py")


@cache
def modules() -> tuple[str, ...]:
    """Return the modules of the apps."""
    return tuple(module_name(path) for app in APPS for path in sorted((PROJECT / app).rglob("*.py")))


@cache
def _tests() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Return the words of the path and the imported modules of each test file."""
    folder = PROJECT / "tests"
    paths = [
        *folder.glob("test_*_documented.py"),
        *(path for part in (*APPS, *OF_THE_WHOLE) for path in (folder / part).rglob("test_*.py")),
    ]
    return {
        path.relative_to(PROJECT).as_posix(): (
            frozenset(path.stem.removeprefix("test_").split("_")) | _words(module_name(path.parent)),
            imported_by(path),
        )
        for path in sorted(paths)
    }


@cache
def imported_by(path: Path) -> frozenset[str]:
    """Return the modules that a file imports; names re-exported by a package count for their module."""
    return frozenset(origin for name in _names(path).values() for origin in _origins(name))


@cache
def _names(path: Path) -> dict[str, str]:
    """Return the dotted origin of each name that a file imports."""
    found = {}
    package = module_name(path.parent).split(".")
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*above, *([node.module] if node.module else [])])
            found |= {name.asname or name.name: f"{start}.{name.name}" for name in node.names}
        elif isinstance(node, ast.Import):
            found |= {name.name: name.name for name in node.names}
    return found


def _origins(name: str) -> tuple[str, ...]:
    package, _, last = name.rpartition(".")
    handed_on = PROJECT.joinpath(*package.split("."), "__init__.py")
    if package and handed_on.exists() and (origin := _names(handed_on).get(last, name)) != name:
        return _origins(origin)
    return name, package


@cache
def importers(module: str) -> tuple[str, ...]:
    return tuple(other for other in modules() if module in imported_by(module_file(other)))


def is_imported(module: str, file: str) -> bool:
    """Return whether a test file imports the module by its name, or every module."""
    return file == OF_EVERY_MODULE or module in imported_by(PROJECT / file)


def _words(module: str) -> frozenset[str]:
    return frozenset(word for part in module.split(".") for word in part.split("_")) - {"tests", ""}


@cache
def files_by_closeness(module: str) -> tuple[str, ...]:
    """Return the module itself if it has doctests, the tests of every module, then all others, the closest first."""
    own, others = _words(module), [_words(importer) for importer in importers(module)]

    def distance(file: str) -> tuple[float, str]:
        words, imported = _tests()[file]
        shared = [len(own & words) + 2 * (module in imported), *(len(other & words) - 0.5 for other in others)]
        return -max(shared), file

    examples = [module_file(module)] if ">>> " in module_file(module).read_text() else []
    own_examples = [path.relative_to(PROJECT).as_posix() for path in examples]
    return (*own_examples, OF_EVERY_MODULE, *sorted(_tests(), key=distance))
