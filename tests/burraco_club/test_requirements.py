"""The requirements name every library that the program imports, and no other without a reason."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import club
from burraco_club.code_version import PROGRAM

ROOT = Path(__file__).parents[2]
NOT_BY_IMPORT = {
    "argon2-cffi": "Django's hasher of passwords imports it",
    "rl-accel": "reportlab imports it where it is there, and draws faster",
    "tzdata": "Windows keeps no time zones",
    "gunicorn": "deploy/systemd starts it",
    "psycopg": "Django imports it for a DATABASE_URL of PostgreSQL",
}
"""Libraries that no module of the program names, with what they are for."""


def named(file: str) -> set[str]:
    """The libraries that a requirements file asks for, as PyPI writes them."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    names = (re.match(r"[A-Za-z0-9][\w.-]*", line) for line in lines)
    return {_normal(name[0]) for name in names if name}


def locked(file: str) -> set[str]:
    """The libraries that a lock installs."""
    text = (ROOT / file).read_text(encoding="utf-8")
    return {_normal(name) for name in re.findall(r"^([A-Za-z0-9][\w.-]*)==", text, flags=re.MULTILINE)}


@cache
def imported(*, or_in_settings: bool = True) -> dict[str, str]:
    """The libraries that the program imports, or names as text in its settings, and one of the files where it does."""
    distributions, found = packages_distributions(), {}
    for path in (path for folder in PROGRAM for path in sorted((ROOT / folder).rglob("*.py"))):
        for module in _modules(path, texts=or_in_settings and path.name == "settings.py"):
            for name in distributions.get(module, []):
                found[_normal(name)] = path.relative_to(ROOT).as_posix()
    return found


def _modules(path: Path, *, texts: bool) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        elif texts and isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value]
        yield from (name.partition(".")[0] for name in names)


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("name", sorted(named("requirements.in") | named("requirements-server.in")))
def test_every_library_is_imported_or_has_its_reason(name: str) -> None:
    assert (name in imported()) != (name in NOT_BY_IMPORT), (
        f"{name} is to be imported by the program, or to stand in NOT_BY_IMPORT with what it is for"
    )


def test_what_is_imported_is_asked_for_by_name() -> None:
    """A library that only comes along with another one may be gone after an update of that one."""
    ours = named("requirements.in")
    foreign = {name: file for name, file in imported(or_in_settings=False).items() if name not in ours}
    assert not foreign


def test_servers_alone_install_what_servers_need() -> None:
    assert not locked("requirements.txt") & {"gunicorn", "psycopg", "psycopg-binary", "openskill", "tablib"}
    assert (
        {"gunicorn", "psycopg", "psycopg-binary"} <= locked("requirements-server.txt") <= locked("requirements-dev.txt")
    )


@pytest.mark.parametrize("database", ["", "postgres://club@host/club"])
def test_a_club_on_postgresql_installs_its_driver(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", database)
    assert (club.SERVER_LOCK in club.program_locks()) is bool(database)
    assert club.LOCK in club.program_locks()
