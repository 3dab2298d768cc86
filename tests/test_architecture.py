"""The rules of the architecture: which module may import which, checked in the source with `ast`."""

import ast
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
PACKAGES = ("accounts", "burraco_club", "pages", "scoring", "tournaments")

ENGINE = "scoring.engine"
ENGINE_ORDER = (
    *("cards", "deck", "grades", "own_grades", "conventions", "ruleset", "options", "violations", "notation"),
    "value_notation",
    *(
        "meld_layouts",
        "meld_faults",
        "melds",
        "base_readings",
        "hand",
        "slips",
        "possible_values",
        "deck_faults",
        "table_faults",
    ),
    *(
        "score",
        "least_cards",
        "doubts",
        "remaining_cards",
        "draw",
        "free_game",
        "rulebooks",
    ),
)
"""Each imports only modules to its left, and none imports the rulebooks, because rules are passed as an argument."""

SCORING_FLOORS = (
    ("engine",),
    ("models", "services"),
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
    ("records", "clock", "files", "till", "seasons"),
    ("people", "ranking", "pairing_check"),
    ("pairing", "slips"),
    ("models", "simulation", "wording"),
    ("charts", "history", "trials"),
    ("sheets", "selectors"),
    ("services",),
    ("interchange", "forms", "templatetags", "admin"),
    ("views", "management"),
    ("api",),
    ("urls", "apps"),
)
"""The rooms of each app, from the ground up. A room imports only from the floors below its own."""

LOOSE = {"__init__", "apps", "admin", "errors"}
"""The modules that may be at the root of an app; all others have a room."""

PURE = {
    "records": ("dateutil",),
    "clock": (),
    "files": ("xlsxwriter",),
    "till": (),
    "seasons": (),
    "people": ("openpyxl", "charset_normalizer", "rapidfuzz"),
    "ranking": (),
    "pairing_check": (),
    "pairing": ("numpy", "rustworkx"),
    "slips": ("scoring", "PIL"),
    "simulation": ("scoring",),
    "wording": ("django.utils", "scoring"),
    "charts": ("django.utils", "scoring", "pages"),
    "sheets": ("django.utils", "scoring", "pages", "reportlab", "segno", "PIL"),
}
"""The rooms of `tournaments` that do not use a database, and what each may import besides the floors below it."""

AREAS = ("club", "people", "rounds", "desk", "ranking", "hall", "phone", "printing", "history", "journal", "trials")
AREAS += ("entries", "till", "seasons", "ratings", "calendar", "website")
"""The areas of pages. An area has the same name in all packages."""

SHARED_PAGES = {"__init__", "common", "long_lists"}
"""The modules that the pages of every area share."""


def files(packages: Iterable[str] = PACKAGES) -> dict[str, Path]:
    found = {}
    for path in (path for package in packages for path in (PROJECT / package).rglob("*.py")):
        if "migrations" not in path.parts:
            found[".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")] = path
    return found


def imported(module: str, path: Path) -> Iterator[tuple[str, str]]:
    """Yield each import anywhere in a module: the module and the name imported from it (empty for the whole module).

    Views that are imported with their first request (`pages/lazy_views.py`) are imported, too.
    """
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            yield from ((".".join([*base, *filter(None, [node.module])]), alias.name) for alias in node.names)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("LazyViews", "LazyAddresses"):
            yield from ((name, "") for name in map(_dotted, node.args) if name)


def _dotted(node: ast.expr) -> str:
    """Return the module whose name the constant is, or an empty string."""
    text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    return text if re.fullmatch(r"\w+(\.\w+)+", text) else ""


Imports = Mapping[str, list[tuple[str, str]]]


def imports(files: Mapping[str, Path]) -> Imports:
    return {module: list(imported(module, path)) for module, path in files.items()}


def edges(imports: Imports) -> dict[str, set[str]]:
    """Return the modules that each module imports from."""
    return {
        module: {f"{base}.{name}" if f"{base}.{name}" in imports else base for base, name in taken} - {module}
        for module, taken in imports.items()
    }


FILES = files()
IMPORTS: dict[str, list[tuple[str, str]]] = {}
EDGES: dict[str, set[str]] = {}


@pytest.fixture(scope="module", autouse=True)
def _program_read() -> None:
    """Read all imports once for these tests, and not in each process that collects tests."""
    IMPORTS.update(imports(FILES))
    EDGES.update(edges(IMPORTS))


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def strangers(package: str, *known: str) -> list[str]:
    """Return a package's imports from neither the standard library nor what it may use."""
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
    """Return `tournaments.records` for `tournaments.records.rounds`."""
    if within(module, "pages"):
        return "pages"
    return ".".join(module.split(".")[:2])


STOREYS = {"pages": (), "scoring": SCORING_FLOORS, "accounts": ACCOUNT_FLOORS, "tournaments": TOURNAMENT_FLOORS}
FLOORS = {
    f"{app}.{room}": (storey, floor)
    for storey, (app, floors) in enumerate(STOREYS.items())
    for floor, rooms in enumerate(floors)
    for room in rooms
}


def floor_of(module: str) -> tuple[int, int]:
    """Return the height of a module: pages are below the apps, and the project, which combines them, is above."""
    if within(module, "pages"):
        return 0, 0
    return (4, 0) if within(module, "burraco_club") else FLOORS.get(room_of(module), (-1, -1))


def climbing(edges: Mapping[str, set[str]]) -> list[str]:
    """Return the imports from another room that is not below."""
    return [
        f"{module} imports {other}"
        for module, others in edges.items()
        for other in others & FILES.keys()
        if room_of(module) != room_of(other)
        and floor_of(module) <= floor_of(other) < (4, 0)
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


@pytest.mark.parametrize("app", ["scoring", "accounts", "tournaments"])
def test_every_module_has_a_room(app: str) -> None:
    loose = {path.stem for path in (PROJECT / app).glob("*.py")} - LOOSE
    assert loose == set()
    assert {room_of(module) for module in FILES if within(module, app)} - {app} <= FLOORS.keys()


@pytest.mark.parametrize("folder", ["urls", "views", "forms"])
def test_pages_lie_in_their_area(folder: str) -> None:
    """A module or a package is named after the area; `tests/` follows the views."""
    here = {path.stem for path in (PROJECT / "tournaments" / folder).iterdir() if path.stem != "__pycache__"}
    assert here - SHARED_PAGES <= set(AREAS)
    if folder != "forms":
        assert set(AREAS) <= here


def test_engine_gives_nouns_to_the_rest_and_keeps_its_verbs_for_scoring() -> None:
    """Types of the engine may be named outside `scoring`; functions are called through `scoring.services`."""
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
    """Of benchmarks, deployment and tests neither. `static_order` raises CycleError with the cycle."""
    everything = files((*PACKAGES, "benchmarks", "deploy", "tests"))
    inner = {module: others & everything.keys() for module, others in edges(imports(everything)).items()}
    assert set(TopologicalSorter(inner).static_order()) == everything.keys()


# --- The picture as a budget ------------------------------------------------------------------------------------------

MOST_ROOMS, MOST_ARROWS = 38, 215
OUTSIDE = ("benchmarks", "club.py", "deploy", "manage.py", "static")
"""The parts of the project besides the packages; each is one room."""
ROW = re.compile(r"^\| `([\w./]+)` \| \d+ \| ([^|]*) \|$", re.MULTILINE)


def picture_room(path: Path) -> str:
    """Return the room of a file in the picture: a subject of `tournaments`, or the top folder of anything else."""
    first, *rest = path.relative_to(PROJECT).parts
    return f"{first}/{rest[0]}" if first == "tournaments" else first


def drawn_rooms() -> set[str]:
    subjects = [path for path in (PROJECT / "tournaments").iterdir() if any(path.glob("**/*.py"))]
    subjects.append(PROJECT / "tournaments" / "admin.py")
    return {picture_room(path) for path in subjects} | {*PACKAGES, *OUTSIDE} - {"tournaments"}


def drawn_arrows() -> dict[tuple[str, str], list[str]]:
    """Return which room uses which, with the imports, including those of migrations and scripts."""
    rooms, arrows = drawn_rooms(), dict[tuple[str, str], list[str]]()
    for room in rooms:
        place = PROJECT / room
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            module = ".".join(path.relative_to(PROJECT).with_suffix("").parts)
            for base, name in imported(module, path):
                named = base.split(".")
                found = [*named, name] if named == ["tournaments"] else named
                other = "/".join(found[:2]) if found[0] == "tournaments" else found[0]
                other = other if other in rooms else f"{other}.py"
                if other in rooms and other != room:
                    arrows.setdefault((room, other), []).append(f"{module} imports {base}")
    return arrows


def written_down() -> dict[str, set[str]]:
    """Return each room of the table in docs/developers.md, with the rooms that it uses."""
    text = (PROJECT / "docs" / "developers.md").read_text(encoding="utf-8")
    return {room: set(re.findall(r"`([\w./]+)`", others)) for room, others in ROW.findall(text)}


def test_rooms_and_arrows_are_within_the_budget_and_written_down() -> None:
    """A new room or arrow is added on purpose: in the table of docs/developers.md, within the budget."""
    arrows, table = drawn_arrows(), written_down()
    new = {f"{room} → {other}": why for (room, other), why in arrows.items() if other not in table.get(room, set())}
    gone = [f"{room} → {other}" for room, others in table.items() for other in others if (room, other) not in arrows]
    assert new == {}, "one import too many, or a row too few in docs/developers.md"
    assert gone == [], "docs/developers.md draws arrows that no import makes"
    assert table.keys() == drawn_rooms()
    assert len(table) <= MOST_ROOMS
    assert len(arrows) <= MOST_ARROWS


def test_the_import_that_is_one_too_many_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(PROJECT / "tournaments", tmp_path / "tournaments", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "tournaments" / "clock" / "clock.py").open("a", encoding="utf-8") as file:
        file.write("from tournaments import models\n")
    monkeypatch.setitem(globals(), "PROJECT", tmp_path)
    monkeypatch.setitem(globals(), "PACKAGES", ("tournaments",))
    monkeypatch.setitem(globals(), "OUTSIDE", ())
    found = drawn_arrows()["tournaments/clock", "tournaments/models"]
    assert found == ["tournaments.clock.clock imports tournaments"]


ALLOWED_TWICE = {
    "Command": "Django finds a management command by this name",
    "Hand": "a model and a format; what the database has is named by the migrations",
    "Doubt": "a doubt of the engine and its format",
    "Fault": "a fault of a round and a format",
    "Line": "NS or EW and a format",
    "Rounds": "the rounds of an entrant and a format",
    "TableResult": "a result and its format",
}
"""Class names that stand twice, and why. A format is a JSON object of an API, and its name is public."""


def named_classes(tree: ast.AST, outside: str = "") -> Iterator[str]:
    """The classes of a module, nested ones with the name of the class around them: `Meta` is of its model."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield outside + node.name
            yield from named_classes(node, f"{outside}{node.name}.")
        else:
            yield from named_classes(node, outside)


def test_no_two_classes_share_a_name() -> None:
    homes: dict[str, list[str]] = {}
    for module, path in FILES.items():
        for name in named_classes(ast.parse(path.read_text(encoding="utf-8"))):
            homes.setdefault(name, []).append(module)
    assert {name: found for name, found in homes.items() if len(found) > 1 and name not in ALLOWED_TWICE} == {}
    assert [name for name in ALLOWED_TWICE if len(homes.get(name, ())) < 2] == []
