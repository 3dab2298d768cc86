"""Creating or migrating the database: it succeeds completely, or the data stay as they were.

A laptop's database is migrated in a copy, which replaces it after a check; a server's in one transaction. A program
killed meanwhile leaves the previous data.
"""

import logging
import math
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.core.management import call_command
from django.core.management.sql import emit_post_migrate_signal
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from burraco_club.private_files import write_through

from . import sqlite
from .age import Age, age_of
from .creation import database_file, database_kind
from .errors import BackupFailed
from .retention import keep_backup
from .schema import known_migrations, schema_here, schema_of_copy

UNFINISHED = ".upgrading-"
"""The prefix of a migration's working folder. A killed program leaves the folder behind."""
LONG = 5
"""Seconds from which on the user is told how long the migration may take."""
A_STEP = 0.25
"""What one migration takes at most: this part of what the backup took, and as many seconds even in a small club.

Measured: a sixth, where migrations copy the tables of a large club. The check afterwards takes as long as the backup.
"""

OTHER_TABLES = gettext_lazy("the resulting tables are not those of this version")

Say = Callable[[str], None]
log = logging.getLogger(__name__)


class NotUpToDate(Exception):
    """The migrated database is not what this program needs."""


def begin_database() -> None:
    """Create the tables of a new club."""
    _whole_or_not_at_all()


def upgrade_database(say: Say) -> None:
    """Back up the data and migrate them. Raise BackupFailed if that fails; the data are unchanged then."""
    say(_("Keeping a backup before the database changes…"))
    began = time.monotonic()
    backup = keep_backup(at=timezone.now())
    took = time.monotonic() - began
    say(_("Preparing the database…"))
    if warning := how_long(took, pending_migrations()):
        say(warning)
    try:
        _whole_or_not_at_all()
    except Exception as error:
        # A migration may raise any exception.
        log.info("the database could not be brought up to date", exc_info=True)
        raise BackupFailed(
            _(
                "The database could not be brought up to date (%(reason)s). It is as it was: continue with the "
                "version of the program that you had before. The backup just made: %(file)s"
            )
            % {"reason": str(error).strip().partition("\n")[0] or type(error).__name__, "file": backup}
        ) from error


def how_long(backup_seconds: float, migrations: int) -> str:
    """Return what the user is told of the time that these migrations may take, or an empty string if it is short."""
    seconds = backup_seconds + migrations * A_STEP * (backup_seconds + 1)
    if seconds < LONG:
        return ""
    minutes = math.ceil(seconds / 60)
    return ngettext(
        "This may take %(minutes)s minute: leave it alone.",
        "This may take %(minutes)s minutes: leave it alone.",
        minutes,
    ) % {"minutes": minutes}


def pending_migrations() -> int:
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def upgrade_copy(path: Path) -> None:
    """Migrate a copy of SQLite's file that nobody else uses, and check all of it."""
    with _connected_to(path):
        _bring_up_to_date()
    sqlite.fold(path)
    if found := sqlite.fault(path, thorough=True):
        raise NotUpToDate(found)
    if sqlite.dangling(path) or age_of(schema_of_copy("sqlite", path)) is not Age.SAME:
        raise NotUpToDate(str(OTHER_TABLES))


def _whole_or_not_at_all() -> None:
    if database_kind() == "sqlite":
        _in_a_copy(database_file())
    else:
        upgrade_server()


def _in_a_copy(file: Path) -> None:
    for left in file.parent.glob(f"{UNFINISHED}*"):
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=UNFINISHED) as folder:
        copy = Path(folder, file.name)
        if file.exists():
            sqlite.copy(file, copy)
        upgrade_copy(copy)
        with copy.open("rb+") as written:
            os.fsync(written.fileno())
        connection.close()
        if file.exists():
            # The companions of the old file would damage the new one.
            sqlite.fold(file)
        copy.replace(file)
        write_through(file.parent)


def upgrade_server() -> None:
    """Migrate a server's database in one transaction."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            # A table with deferred checks cannot be altered by the next migration.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        _bring_up_to_date()
        if age_of(schema_here()) is not Age.SAME:
            raise NotUpToDate(str(OTHER_TABLES))


def _bring_up_to_date() -> None:
    if connection.introspection.table_names():
        call_command("migrate", interactive=False, verbosity=0)
    else:
        _create_tables()


def _create_tables() -> None:
    """Create the tables of the models in an empty database, and record every migration as run.

    Migrating it would render the models once for each step of their history, which takes most of a first start.
    """
    with connection.schema_editor() as editor:
        for model in apps.get_models():
            if model._meta.can_migrate(connection):
                editor.create_model(model)
    record_migrations()
    emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias)


def record_migrations() -> None:
    """Record every migration as run, because the tables were created from the models."""
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    recorder.migration_qs.bulk_create(
        recorder.Migration(app=app, name=name) for app, name in sorted(known_migrations())
    )


@contextmanager
def _connected_to(file: Path) -> Iterator[None]:
    """Connect the settings' database to another file within the block."""
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = file
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual
