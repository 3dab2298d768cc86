"""Who may import whom: the rules of the architecture, read off the source with `ast`."""

import ast
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
PACKAGES = ("burraco_club", "scoring", "tournaments")

ENGINE = "scoring.engine"
ENGINE_ORDER = (
    *("cards", "ruleset", "violations", "notation", "laying", "meld_faults", "melds", "readings", "hand"),
    *("slips", "possible", "tabled", "verdict", "score", "doubts", "draw", "free_game", "rulebooks"),
)
"""Each imports only from the left; and nobody imports the rulebooks, because rules arrive as an argument."""

RECORDS = "tournaments.records"
PURE = {
    "cross_table": (),
    "knockout_tree": ("tournaments.bracket", "tournaments.stage_names", "django.utils"),
    "missed_rounds": (),
    "names": (),
    "bracket": (),
    "pairing": ("rustworkx", "tournaments.bracket"),
    "pairing_check": (),
    "pasting": ("tournaments.names",),
    "ranking": ("tournaments.tie_breaks",),
    "round_settings": (),
    "seating_changes": (),
    "seating_weight": ("tournaments.pairing", "tournaments.seating_changes"),
    "sheets": ("reportlab", "segno", "django.utils", "tournaments.cross_table", "tournaments.knockout_tree"),
    "stage_names": ("django.utils",),
    "simulation": (
        "tournaments.bracket",
        "tournaments.pairing",
        "tournaments.ranking",
        "tournaments.round_settings",
        "tournaments.victory_points",
        "scoring.services",
        ENGINE,
    ),
    "team_ranking": ("tournaments.tie_breaks",),
    "tie_breaks": (),
    "victory_points": (),
}
"""The pure tournament code, and what each may import beside the records and the standard library."""

NEVER = {
    "scoring": ("tournaments", "burraco_club"),
    RECORDS: ("tournaments.models", "scoring", "django"),
    "tournaments.models": ("tournaments.selectors", "tournaments.services", "tournaments.views", "tournaments.forms"),
    "tournaments.selectors": ("tournaments.services", "tournaments.views", "tournaments.forms", "tournaments.sheets"),
    "tournaments.services": ("tournaments.views", "tournaments.forms", "tournaments.tables", "tournaments.sheets"),
    "tournaments.forms": ("tournaments.views",),
    "tournaments.tables": ("tournaments.views", "tournaments.services"),
    "tournaments": ("burraco_club",),
}


def files() -> dict[str, Path]:
    found = {}
    for path in (path for package in PACKAGES for path in (PROJECT / package).rglob("*.py")):
        if "migrations" not in path.parts:
            found[".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")] = path
    return found


def imported(module: str, path: Path) -> Iterator[tuple[str, str]]:
    """Each import anywhere in a module, as the module it names and the name taken from it (empty: all of it)."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            yield from ((".".join([*base, *filter(None, [node.module])]), alias.name) for alias in node.names)


FILES = files()
IMPORTS = {module: list(imported(module, path)) for module, path in FILES.items()}
EDGES = {
    module: {f"{base}.{name}" if f"{base}.{name}" in FILES else base for base, name in taken} - {module}
    for module, taken in IMPORTS.items()
}


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def strangers(package: str, *known: str) -> list[str]:
    """The imports of a package that are neither of the standard library nor within what it may know."""
    return [
        f"{module} imports {other}"
        for module in FILES
        if within(module, package)
        for other in EDGES[module]
        if other.split(".")[0] not in sys.stdlib_module_names and not any(within(other, name) for name in known)
    ]


def test_engine_needs_only_the_standard_library() -> None:
    assert strangers(ENGINE, ENGINE) == []


@pytest.mark.parametrize("name", ENGINE_ORDER)
def test_engine_modules_import_only_those_before_them(name: str) -> None:
    before = ENGINE_ORDER[: ENGINE_ORDER.index(name)]
    assert strangers(f"{ENGINE}.{name}", *(f"{ENGINE}.{other}" for other in before)) == []


def test_engine_order_names_every_engine_module() -> None:
    modules = {module.removeprefix(f"{ENGINE}.") for module in FILES if module.startswith(f"{ENGINE}.")}
    assert modules <= set(ENGINE_ORDER)


@pytest.mark.parametrize("name", PURE)
def test_pure_tournament_code_knows_only_records(name: str) -> None:
    own = f"tournaments.{name}"
    assert strangers(own, own, RECORDS, *PURE[name]) == []


@pytest.mark.parametrize("package", NEVER)
def test_lower_layers_do_not_know_higher_ones(package: str) -> None:
    known = [
        f"{module} imports {other}"
        for module in FILES
        if within(module, package)
        for other in EDGES[module]
        if any(within(other, forbidden) for forbidden in NEVER[package])
    ]
    assert known == []


def test_engine_gives_nouns_to_the_rest_and_keeps_its_verbs_for_scoring() -> None:
    """Outside `scoring` a type of the engine may be named; what computes is reached through `scoring.services`."""
    verbs = [
        f"{module} imports {name} of {base}"
        for module, taken in IMPORTS.items()
        if not within(module, "scoring")
        for base, name in taken
        if within(base, ENGINE) and not name[:1].isupper()
    ]
    assert verbs == []


def test_no_star_imports() -> None:
    assert [module for module, taken in IMPORTS.items() if ("*" in {name for _base, name in taken})] == []


def test_no_cycles() -> None:
    """`static_order` raises CycleError, naming the cycle."""
    inner = {module: others & FILES.keys() for module, others in EDGES.items()}
    assert set(TopologicalSorter(inner).static_order()) == FILES.keys()
