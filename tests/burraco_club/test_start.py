"""What a start loads: libraries and pages that only some requests need come with the first of these."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.urls import get_resolver, include, path

from burraco_club.backup.age import Age, age_of
from burraco_club.backup.schema import Schema, is_current, known_migrations, schema_after
from pages.lazy_views import LazyView, import_views

PROJECT = Path(__file__).parents[2]

LOADED_LATER = (
    *("PIL", "charset_normalizer", "cryptography", "icalendar", "markdown_it", "ninja", "numpy", "openpyxl"),
    *("polib", "psycopg", "pydantic", "rapidfuzz", "reportlab", "rustworkx", "segno", "xlsxwriter", "unittest"),
    *("scoring.api", "tournaments.api.endpoint", "tournaments.charts", "tournaments.history", "tournaments.sheets"),
    *("tournaments.simulation", "tournaments.trials", "tournaments.views.desk", "tournaments.views.rounds"),
)
"""What no start needs until its first page is answered."""

FIRST_PAGE = f"""
import sys
# With plain static files, which need not be collected.
sys.argv = ["manage.py", "test"]
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from burraco_club.backup.fitness import age_here
from burraco_club.management.commands import serve
from burraco_club.serve import create_club_server
import io, socket
with socket.socket() as opened:
    opened.bind(("127.0.0.1", 0))
    server = create_club_server(opened)
answer = []
environment = dict(
    REQUEST_METHOD="GET", PATH_INFO="/", SERVER_NAME="localhost", SERVER_PORT="80", REMOTE_ADDR="127.0.0.1"
)
environment |= {{"wsgi.input": io.BytesIO(), "wsgi.url_scheme": "http", "wsgi.errors": sys.stderr}}
page = b"".join(server.application(environment, lambda status, headers: answer.append(status)))
print(answer[0])
print(*[name for name in {LOADED_LATER!r} if sys.modules.get(name)])
"""


def test_until_its_first_page_a_start_loads_nothing_that_only_other_pages_need(tmp_path: Path) -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "burraco_club.settings", "BURRACO_DATA": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-c", FIRST_PAGE], cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    status, *loaded = ran.stdout.splitlines()
    assert status == "200 OK" and loaded == [""]


def test_every_view_that_is_imported_later_is_there() -> None:
    assert import_views(get_resolver().url_patterns) > 300


@pytest.mark.parametrize(("module", "name"), [("tournaments.views.missing", "page"), ("tournaments.views", "missing")])
def test_one_that_is_missing_is_found_below_any_prefix(module: str, name: str) -> None:
    with pytest.raises((ImportError, AttributeError), match="missing"):
        import_views([path("a/", include([path("b/", LazyView(module, name))]))])


def test_a_view_says_nothing_of_itself_before_it_is_imported() -> None:
    view = LazyView("no.such.module", "page")
    with pytest.raises(AttributeError, match="'view_class' asked of it"):
        view.view_class  # noqa: B018


@pytest.mark.parametrize("package", ["tournaments.services", "tournaments.interchange"], ids=lambda name: name)
def test_a_package_offers_later_what_it_lists_and_nothing_else(package: str) -> None:
    module = import_module(package)
    assert all(callable(getattr(module, name)) or getattr(module, name) for name in module.__all__)
    with pytest.raises(AttributeError, match="no_such_name"):
        getattr(module, "no_such_name")  # noqa: B009


def test_a_club_that_has_run_every_migration_is_known_by_its_models_alone() -> None:
    every = known_migrations()
    schema = Schema(tables=schema_after(every), migrations=every)
    assert is_current(schema) and age_of(schema) is Age.SAME


def test_a_club_without_the_last_migration_or_a_column_is_not_current() -> None:
    every, tables = known_migrations(), schema_after(known_migrations())
    last = max(name for app, name in every if app == "tournaments")
    assert not is_current(Schema(tables=tables, migrations=every - {("tournaments", last)}))
    assert not is_current(Schema(tables=tables, migrations=every | {("tournaments", "9999_of_another_program")}))
    table = apps.get_model("tournaments", "Pair")._meta.db_table
    missing = {**tables, table: tables[table] - {"status"}}
    assert not is_current(Schema(tables=missing, migrations=every))


@pytest.mark.django_db
def test_the_models_have_the_tables_that_the_migrations_make() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
