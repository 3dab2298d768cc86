"""`manage.py restore FILE`: replace the club's data with a backup, and keep the previous data."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from burraco_club.backup.errors import BackupFailed
from burraco_club.backup.restore import restore_backup


class Command(BaseCommand):
    help = "Restore a backup, checked before anything is touched; refused while the club is open."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--language", default=settings.LANGUAGE_CODE)

    def handle(self, *args: Any, file: Path, language: str, **options: Any) -> None:
        with translation.override(language):
            try:
                aside, was_older = restore_backup(file, at=timezone.now())
            except BackupFailed as failure:
                raise CommandError(str(failure)) from failure
            self.stdout.write(_("Restored and checked: start the club, and it continues from there."))
            if was_older:
                self.stdout.write(_("It was from an older version of the program, and has been brought up to date."))
            if aside:
                self.stdout.write(_("What was there before is kept in %(folder)s") % {"folder": aside})
