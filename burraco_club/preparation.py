"""Makes the database and the static files ready for the code as it is; what is ready is left alone."""

import shutil
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _

from burraco_club.backup.kept import keep_backup

Say = Callable[[str], None]


def migrate_database(say: Say) -> None:
    """Bring the database's tables up to date. Asked of the database itself, which may be an older copy put back."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        if connection.introspection.table_names():
            say(_("Keeping a backup before the database changes…"))
            keep_backup(at=timezone.now())
        say(_("Preparing the database…"))
        call_command("migrate", interactive=False, verbosity=0)


def collect_static_files(say: Say) -> None:
    """Collect this version's static files, unless they are there, and remove those of older versions.

    The manifest is written last: where it stands, the collection is complete.
    """
    collected = Path(settings.STATIC_ROOT)
    if (collected / "staticfiles.json").exists():
        return
    say(_("Preparing the pages’ styles and scripts…"))
    call_command("collectstatic", interactive=False, verbosity=0)
    for folder in collected.parent.iterdir():
        if folder.is_dir() and folder != collected:
            shutil.rmtree(folder, ignore_errors=True)
