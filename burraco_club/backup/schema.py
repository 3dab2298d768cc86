"""The schema of the club's database or of a copy: its tables with their columns, and the migrations it has run.

One program always creates the same tables from the same migrations. If a database has others, another program has
created them, whatever its migrations say.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from pkgutil import ModuleInfo, iter_modules

from django.apps import AppConfig, apps
from django.db import connection
from django.db.migrations.graph import MigrationGraph
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

from . import postgresql

RUN = "django_migrations"
"""The table in which Django records the migrations that were run."""
IN_A_DUMP = re.compile(r"^CREATE TABLE (?:\w+\.)?\"?(\w+)\"? \(\n(.*?)^(?:    CONSTRAINT |\))", re.M | re.S)
"""A table and its columns, which precede its constraints."""
COLUMN = re.compile(r"^    \"?(\w+)\"? ", re.MULTILINE)
COPIED = re.compile(rf"^COPY (?:\w+\.)?{RUN} \((.*?)\) FROM stdin;\n(.*?)^\\\.$", re.MULTILINE | re.DOTALL)

Migration = tuple[str, str]
"""The label of an app and the name of a migration."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """The columns of each table, and the migrations that were run."""

    tables: Mapping[str, frozenset[str]]
    migrations: frozenset[Migration]


def schema_here() -> Schema:
    """Return the schema of the database that the settings name."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c")
        else:
            cursor.execute(
                "SELECT t.table_name, c.column_name FROM information_schema.tables t "
                "JOIN information_schema.columns c USING (table_schema, table_name) "
                "WHERE t.table_schema = current_schema() AND t.table_type = 'BASE TABLE'"
            )
        tables = _tables(cursor.fetchall())
        if RUN in tables:
            cursor.execute("SELECT app, name FROM django_migrations")
        return Schema(tables=tables, migrations=frozenset(cursor.fetchall() if RUN in tables else ()))


def schema_of_copy(kind: str, path: Path) -> Schema:
    """Return the schema of a database file in a backup."""
    return _of_file(path) if kind == "sqlite" else _of_dump(path)


def schema_after(migrations: Iterable[Migration]) -> Mapping[str, frozenset[str]]:
    """Return the tables that this program creates with these migrations."""
    run = frozenset(migrations)
    graph = _graph_after(run)
    state = graph.make_state(nodes=[migration for migration in run if migration in graph.nodes])
    return dict(_tables_of(state.apps.get_models(include_auto_created=True)))


def _tables_of(models: Iterable[type[Model]]) -> Iterator[tuple[str, frozenset[str]]]:
    for model in models:
        if model._meta.managed and not model._meta.proxy:
            columns = (str(field.column) for field in model._meta.local_concrete_fields)
            yield model._meta.db_table, frozenset(columns)


def is_current(schema: Schema) -> bool:
    """Return whether a database has run just the migrations of this program, and has the tables of its models.

    The models have the tables that all migrations make, so that no start imports and replays the migrations.
    """
    names = {(app.label, module.name) for app in apps.get_app_configs() for module in _migrations_of(app)}
    return schema.migrations == names and all(
        schema.tables.get(table) == columns for table, columns in _tables_of(apps.get_models(include_auto_created=True))
    )


def _migrations_of(app: AppConfig) -> Iterator[ModuleInfo]:
    """Yield the modules that Django takes for migrations."""
    folder = Path(app.path, "migrations")
    yield from (module for module in iter_modules([str(folder)]) if not module.ispkg and module.name[0] not in "_~")


def known_migrations() -> frozenset[Migration]:
    """Return all migrations of this program, including those that a squashed one replaces."""
    on_disk = MigrationLoader(None).disk_migrations
    replaced = (key for migration in on_disk.values() for key in migration.replaces)
    return frozenset([*on_disk, *((app, name) for app, name in replaced)])


def migrations_to_run(run: Iterable[Migration]) -> frozenset[Migration]:
    """Return the migrations that a database lacks after having run these."""
    run = frozenset(run)
    return frozenset(_graph_after(run).nodes) - run


def _graph_after(run: frozenset[Migration]) -> MigrationGraph:
    """Return the migrations that lead on from these, as Django chooses them.

    A squashed one stands for those that it replaces, unless only some of them were run.
    """
    loader = MigrationLoader(None, replace_migrations=False)
    graph: MigrationGraph = loader.graph
    for squashed, migration in loader.replacements.items():
        replaced = [(app, name) for app, name in migration.replaces]
        if not run.isdisjoint(replaced) and squashed not in run:
            graph.remove_replacement_node(squashed, replaced)
        else:
            graph.remove_replaced_nodes(squashed, replaced)
    return graph


def _of_file(path: Path) -> Schema:
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c")
        tables = _tables(rows.fetchall())
        run = database.execute("SELECT app, name FROM django_migrations").fetchall() if RUN in tables else ()
        return Schema(tables=tables, migrations=frozenset(run))


def _of_dump(path: Path) -> Schema:
    tables = IN_A_DUMP.findall(postgresql.as_sql(path, "--schema-only"))
    run = COPIED.search(postgresql.as_sql(path, "--data-only", f"--table={RUN}"))
    names = run[1].split(", ") if run else []
    rows = [dict(zip(names, line.split("\t"), strict=True)) for line in run[2].splitlines()] if run else []
    return Schema(
        tables={table: frozenset(COLUMN.findall(columns)) for table, columns in tables},
        migrations=frozenset((row["app"], row["name"]) for row in rows),
    )


def _tables(rows: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    columns_of: dict[str, set[str]] = {}
    for table, column in rows:
        columns_of.setdefault(table, set()).add(column)
    return {table: frozenset(columns) for table, columns in columns_of.items()}
