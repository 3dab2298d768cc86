"""`manage.py restore FILE`: puts a backup in the place of the club's data, and keeps what was there."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from burraco_club.backup.errors import BackupFailed
from burraco_club.backup.restoring import restore_backup


class Command(BaseCommand):
    help = "Restore a backup, checked before anything is touched; refused while the club is open."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--language", default=settings.LANGUAGE_CODE)

    def handle(self, *args: Any, file: Path, language: str, **options: Any) -> None:
        with translation.override(language):
            try:
                aside = restore_backup(file, at=timezone.now())
            except BackupFailed as failure:
                raise CommandError(str(failure)) from failure
            self.stdout.write(_("Restored and checked: start the club, and it goes on from there."))
            if aside:
                self.stdout.write(_("What was there before is kept in %(folder)s") % {"folder": aside})
