"""Who may import whom: the rules of the architecture, read off the source with `ast`."""

import ast
import sys
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
PACKAGES = ("accounts", "burraco_club", "scoring", "tournaments")

ENGINE = "scoring.engine"
ENGINE_ORDER = (
    *("cards", "deck", "grades", "ruleset", "options", "violations", "notation", "by_value", "rows"),
    *("meld_faults", "melds", "base_readings", "hand", "slips", "possible_values", "deck_faults", "tabled"),
    *("hand_faults", "score", "doubts", "unplaced", "draw", "free_game", "rulebooks"),
)
"""Each imports only from the left; and nobody imports the rulebooks, because rules arrive as an argument."""

SCORING_FLOORS = (
    ("engine",),
    ("errors", "models", "services"),
    ("messages",),
    ("rulesets", "free_games", "api"),
    ("forms", "templatetags"),
    ("card_entry",),
    ("views",),
    ("urls", "management", "apps"),
)
ACCOUNT_FLOORS = (
    ("errors", "models"),
    ("logins",),
    ("services",),
    ("forms",),
    ("views",),
    ("urls", "management", "admin", "apps"),
)
TOURNAMENT_FLOORS = (
    ("records", "errors"),
    ("people", "slips", "phone_slips", "clock", "ranking", "knockout", "pairing_check"),
    ("files", "till", "seasons", "ratings", "careers"),
    ("pairing", "models", "roster"),
    ("drafting", "simulation"),
    ("wording",),
    ("charts",),
    ("sheets", "selectors"),
    ("services",),
    ("interchange", "history", "trials"),
    ("journal",),
    ("forms", "templatetags"),
    ("views", "context_processors"),
    ("api",),
    ("urls", "management", "admin", "apps"),
)
"""The rooms of each app, from the ground up. A room imports from the floors below its own, from nowhere else."""

LOOSE = {"__init__", "apps", "admin", "context_processors", "errors"}
"""The modules that may lie at the root of an app; everything else has a room."""

PURE = {
    "records": (),
    "people": (),
    "slips": ("scoring",),
    "clock": (),
    "files": ("xlsxwriter",),
    "till": (),
    "roster": ("openpyxl", "charset_normalizer", "rapidfuzz"),
    "phone_slips": ("PIL",),
    "ranking": (),
    "seasons": (),
    "ratings": (),
    "careers": (),
    "knockout": (),
    "pairing": ("numpy", "rustworkx"),
    "pairing_check": (),
    "drafting": (),
    "simulation": ("scoring",),
    "wording": ("django.utils", "scoring"),
    "charts": ("django.utils", "scoring"),
    "sheets": ("django.utils", "scoring", "reportlab", "segno", "PIL"),
}
"""The rooms of `tournaments` that know no database, and what each may import beside the floors below it."""

AREAS = ("club", "people", "rounds", "desk", "ranking", "hall", "phone", "printing", "history", "journal", "trials")
AREAS += ("entries", "till", "seasons", "ratings")
"""One word for an area of pages, the same wherever a file of it stands."""

SHARED_PAGES = {"__init__", "common"}
"""What the pages of every area share."""


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


def room_of(module: str) -> str:
    """`tournaments.records` of `tournaments.records.rounds`."""
    return ".".join(module.split(".")[:2])


STOREYS = {"scoring": SCORING_FLOORS, "accounts": ACCOUNT_FLOORS, "tournaments": TOURNAMENT_FLOORS}
FLOORS = {
    f"{app}.{room}": (storey, floor)
    for storey, (app, floors) in enumerate(STOREYS.items())
    for floor, rooms in enumerate(floors)
    for room in rooms
}


def floor_of(module: str) -> tuple[int, int]:
    """How high a module lies; the project, which puts the apps together, above them both."""
    return (3, 0) if within(module, "burraco_club") else FLOORS.get(room_of(module), (-1, -1))


def climbing(edges: Mapping[str, set[str]]) -> list[str]:
    """The imports that lead to another room which does not lie below."""
    return [
        f"{module} imports {other}"
        for module, others in edges.items()
        for other in others & FILES.keys()
        if room_of(module) != room_of(other)
        and floor_of(module) <= floor_of(other) < (3, 0)
        or within(other, "burraco_club")
        and not within(module, "burraco_club")
    ]


def test_nothing_is_imported_from_a_floor_above() -> None:
    assert climbing(EDGES) == []


@pytest.mark.parametrize(
    ("module", "other"),
    [
        ("tournaments.selectors.desk", "tournaments.services.rounds"),
        ("tournaments.records.rounds", "tournaments.people.names"),
        ("tournaments.wording.reasons", "tournaments.selectors.evening"),
        ("tournaments.views.common", "burraco_club.settings"),
        ("scoring.views.games", "tournaments.records"),
        ("scoring.messages.games", "scoring.forms.cards"),
    ],
)
def test_an_import_from_above_is_found(module: str, other: str) -> None:
    assert climbing({**EDGES, module: EDGES[module] | {other}}) == [f"{module} imports {other}"]


@pytest.mark.parametrize("name", PURE)
def test_pure_rooms_know_no_database(name: str) -> None:
    own = f"tournaments.{name}"
    assert strangers(own, own, *(f"tournaments.{other}" for other in PURE), *PURE[name]) == []


def test_a_pure_room_that_asks_the_database_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EDGES, "tournaments.ranking.teams", {"tournaments.models"})
    found = strangers("tournaments.ranking", "tournaments.ranking", "tournaments.records")
    assert found == ["tournaments.ranking.teams imports tournaments.models"]


@pytest.mark.parametrize("app", STOREYS)
def test_every_module_has_a_room(app: str) -> None:
    loose = {path.stem for path in (PROJECT / app).glob("*.py")} - LOOSE
    assert loose == set()
    assert {room_of(module) for module in FILES if within(module, app)} - {app} <= FLOORS.keys()


@pytest.mark.parametrize("folder", ["urls", "views", "forms"])
def test_pages_lie_in_their_area(folder: str) -> None:
    """A module or a package named by the area's word; `tests/` follows the views."""
    here = {path.stem for path in (PROJECT / "tournaments" / folder).iterdir() if path.stem != "__pycache__"}
    assert here - SHARED_PAGES <= set(AREAS)
    if folder != "forms":
        assert set(AREAS) <= here


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
