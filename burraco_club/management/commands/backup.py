"""`manage.py backup [FILE]`: save the database and the key in one checked file while the club runs."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from burraco_club.backup import automatic
from burraco_club.backup.creation import make_backup
from burraco_club.backup.errors import BackupFailed
from burraco_club.backup.retention import keep_backup, new_name


class Command(BaseCommand):
    help = "Back the club up into FILE, or into a folder; without one, beside the backups that are made by themselves."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path)
        parser.add_argument("--tidy", action="store_true", help="first delete what is old, and make evenings ahead")
        parser.add_argument("--language", default=settings.LANGUAGE_CODE)

    def handle(self, *args: Any, file: Path | None, tidy: bool, language: str, **options: Any) -> None:
        at = timezone.now()
        with translation.override(language):
            if tidy:
                automatic.tidy()
            try:
                if file is None:
                    path = keep_backup(at=at)
                else:
                    path = make_backup(new_name(file, at) if file.is_dir() else file, at=at)
            except BackupFailed as failure:
                raise CommandError(str(failure)) from failure
            self.stdout.write(_("Backed up and checked: %(file)s") % {"file": path})
