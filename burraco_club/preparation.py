"""Preparing the database and the static files for the current code. What is ready is left alone."""

import shutil
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.utils.translation import gettext as _

from burraco_club.backup.age import Age
from burraco_club.backup.creation import database_kind
from burraco_club.backup.data_lock import alone
from burraco_club.backup.errors import BackupFailed
from burraco_club.backup.fitness import age_here, refuse_unfit, where
from burraco_club.backup.generation import came_from_elsewhere, note_command, note_opened, settle_generation
from burraco_club.backup.upgrade import begin_database, upgrade_database

Say = Callable[[str], None]


def migrate_database(say: Say, *, elsewhere: bool = False) -> None:
    """Migrate the database, or raise BackupFailed. Nobody else may use it meanwhile.

    The database itself tells whether it needs that, because it may be a restored older copy or a newer one. `elsewhere`
    says that it is known to come from elsewhere.
    """
    age = age_here()
    refuse_unfit(age)
    if age is Age.EMPTY:
        say(_("Preparing the database…"))
        begin_database()
    elif age is Age.OLDER:
        upgrade_database(say)
    settle_generation(elsewhere=elsewhere)
    delete_pages_on_disk()


def delete_pages_on_disk() -> None:
    """Delete the folder in which older versions cached players' pages, with the names of people erased since."""
    shutil.rmtree(Path(settings.DATA_DIR) / "pages", ignore_errors=True)


def prepare_alone(say: Say) -> None:
    """Migrate the database as soon as no other program uses the data.

    A server's database needs no waiting: its services continue on tables that the previous program can use as well.
    """
    folder = Path(settings.DATA_DIR)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with alone(folder, address="") if database_kind() == "sqlite" else nullcontext():
        elsewhere = came_from_elsewhere()
        migrate_database(say)
        if not elsewhere:
            note_opened()


def open_for_a_command(say: Say, *, begins: bool) -> None:
    """Prepare the data for a command, or raise BackupFailed. If `begins` is true, there may be no data yet."""
    age = age_here()
    refuse_unfit(age)
    if age is Age.EMPTY and not begins:
        sentence = _("There is no club in %(where)s yet: start it once, %(command)s")
        raise BackupFailed(sentence % {"where": where(), "command": settings.COMMAND})
    if age is Age.OLDER:
        prepare_alone(say)
    elif age is Age.SAME:
        note_command()


def collect_static_files(say: Say) -> None:
    """Collect the static files of this version, unless they are there, and remove those of older versions.

    The manifest is written last: if it exists, the collection is complete.
    """
    collected = Path(settings.STATIC_ROOT)
    if (collected / "staticfiles.json").exists():
        return
    say(_("Preparing the pages’ styles and scripts…"))
    call_command("collectstatic", interactive=False, verbosity=0)
    for folder in collected.parent.iterdir():
        if folder.is_dir() and folder != collected:
            shutil.rmtree(folder, ignore_errors=True)
