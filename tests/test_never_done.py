"""The served program never runs code or commands from input, and sends no requests to other machines but emails.

The test reads the sources alone. It leaves out what `club.py` does before anything is served: fetching pip.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
APPS = ("accounts", "burraco_club", "pages", "scoring", "tournaments")
BEFORE_ANYTHING_IS_SERVED = {"burraco_club/pip_wheel.py"}

MODULES = {"pickle", "marshal", "shelve", "xml", "yaml", "lxml", "ctypes"}
"""They create objects from bytes, or follow what a file names."""
MODULES |= {"urllib.request", "http.client", "ftplib", "smtplib", "telnetlib", "requests", "httpx", "aiohttp"}
"""They send requests to other machines."""
CALLS = {"eval", "exec", "compile", "__import__", "system", "popen", "raw", "extra", "RawSQL"}
MAIL = {"tournaments/services/mail_delivery.py": "smtplib"}
"""What hands emails to the server that the club has set, and needs the names of its refusals."""
COOKIES = {"httponly": "True", "samesite": "'Lax'", "secure": "settings.SESSION_COOKIE_SECURE"}
"""Every cookie sets these, however harmless it is."""
NUMBERS = {"isdecimal", "isdigit", "isnumeric"}
"""They let digits of other scripts through, and thousands of them: `pages/written_numbers.py` reads what is sent."""
READ_OTHERWISE = {
    "pages/written_numbers.py",
    "tournaments/records/sections.py",
    *(f"tournaments/people/{name}.py" for name in ("book_cells", "persons", "roster", "verdicts")),
    "tournaments/history/journal.py",
    "tournaments/services/text_privacy.py",
    "tournaments/management/arguments.py",
    "burraco_club/management/commands/serve.py",
    "burraco_club/middleware.py",
    "accounts/services/second_factor.py",
    "tournaments/views/long_lists.py",
    "tournaments/selectors/adjustments.py",
    "tournaments/selectors/desk_tables.py",
    "tournaments/forms/ranking/adjustments.py",
}
"""Floors below that module, what the program itself has written, a command, and texts that are compared as texts."""
TEXTS = {"execute", "executemany", "executescript"}
"""Their first argument is SQL, and is never assembled from values."""
SQL_OF_OURS = {
    "burraco_club/integrity/database.py": "PRAGMA integrity_check",
    "burraco_club/backup/sqlite.py": "PRAGMA ",
    "burraco_club/backup/whole_check.py": "sql",
    "pages/prepared_queries.py": "self.sql",
    "tournaments/services/many_rows.py": "statement",
}
"""Assembled from constants or by Django's own compiler, by file."""


def sources() -> list[Path]:
    found = (path for app in APPS for path in (ROOT / app).rglob("*.py"))
    return [path for path in found if path.relative_to(ROOT).as_posix() not in BEFORE_ANYTHING_IS_SERVED]


def faults(source: str, name: str) -> Iterator[str]:
    """Yield the forbidden things in a source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else _from(node)
            shut = MODULES - {MAIL.get(name, "")}
            yield from (f"imports {module}" for module in modules if _is_within(module, shut))
        elif isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            regular = isinstance(node.func, ast.Attribute) and ast.unparse(node.func) == "re.compile"
            if called in CALLS and not regular:
                yield f"calls {called}"
            if called in NUMBERS and name not in READ_OTHERWISE:
                yield f"calls {called}"
            if called == "set_cookie" and isinstance(node.func, ast.Attribute):
                keywords = {keyword.arg: ast.unparse(keyword.value) for keyword in node.keywords}
                yield from (
                    f"sets a cookie without {name}" for name, value in COOKIES.items() if keywords.get(name) != value
                )
            if any(keyword.arg == "shell" for keyword in node.keywords):
                yield "asks for a shell"
            if called in TEXTS and node.args and not isinstance(node.args[0], ast.Constant):
                known = SQL_OF_OURS.get(name)
                if known is None or known not in ast.unparse(node.args[0]):
                    yield "puts SQL together"


def _from(node: ast.ImportFrom) -> list[str]:
    base = node.module or ""
    return [base, *(f"{base}.{alias.name}" for alias in node.names)] if not node.level else []


def _is_within(module: str, shut: set[str]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in shut)


def test_the_program_asks_nobody_and_runs_nothing_that_was_typed() -> None:
    found = []
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        found += [f"{name} {fault}" for fault in faults(path.read_text(encoding="utf-8"), name)]
    assert found == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import pickle", "imports pickle"),
        ("from xml.etree import ElementTree", "imports xml.etree"),
        ("from urllib import request", "imports urllib.request"),
        ("from urllib.parse import urlsplit", None),
        ("eval(typed)", "calls eval"),
        ("re.compile(typed)", None),
        ("typed.isdigit()", "calls isdigit"),
        ("os.system(typed)", "calls system"),
        ("subprocess.run(typed, shell=True)", "asks for a shell"),
        ("Player.objects.raw(typed)", "calls raw"),
        ("cursor.execute(f'SELECT {typed}')", "puts SQL together"),
        ("cursor.execute('SELECT %s', [typed])", None),
        ("response.set_cookie('a', 'b', samesite='Lax', httponly=True)", "sets a cookie without secure"),
    ],
)
def test_what_must_not_be_done_is_found(source: str, fault: str | None) -> None:
    assert [*faults(source, "planted.py")][:1] == ([] if fault is None else [fault])


KEEPS = re.compile(r"\b(localStorage|sessionStorage|indexedDB|caches|document\.cookie)\b")
KEPT_IN_BROWSERS = {
    "theme.js": "which of two themes",
    "games.js": "the links of the free games that this phone has seen, and their players' names",
    "hall/podium.js": "which podium this device has celebrated, and when it was shown",
    "hall/own_pair.js": "the number of the phone's own pair or player, for each tournament",
    "desk/sheet.js": "which tables of a sheet are ticked",
    "desk/slip.js": "figures that are not saved yet",
    "desk/hand_cards.js": "cards that are not saved yet",
    "phone/phone.js": "figures that are not sent yet",
}


def test_browsers_keep_nothing_else() -> None:
    """Everything is in `localStorage`, and only the project's own scripts write it."""
    scripts = {path.relative_to(ROOT / "static/js").as_posix(): path for path in (ROOT / "static/js").rglob("*.js")}
    stores = {name: set(KEEPS.findall(path.read_text(encoding="utf-8"))) for name, path in scripts.items()}
    assert {name: how for name, how in stores.items() if how} == dict.fromkeys(KEPT_IN_BROWSERS, {"localStorage"})


SERVED = {".css", ".js", ".svg", ".ttf", ".woff2", ""}
"""The endings of the files that are served; licences have none."""


def test_nothing_else_lies_among_the_files_that_are_served() -> None:
    files = [path for path in (ROOT / "static").rglob("*") if path.is_file()]
    assert {path.suffix for path in files} == SERVED
    assert {path.name.partition("-")[0] for path in files if not path.suffix} == {"LICENSE"}
