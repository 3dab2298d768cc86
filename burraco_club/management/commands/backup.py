"""`manage.py backup [FILE]`: the database and the key in one file, checked, while the club goes on."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from burraco_club.backup.errors import BackupFailed
from burraco_club.backup.kept import keep_backup, new_name
from burraco_club.backup.making import make_backup


class Command(BaseCommand):
    help = "Back the club up into FILE, or into a folder; without one, beside the backups that are made by themselves."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path)
        parser.add_argument("--language", default=settings.LANGUAGE_CODE)

    def handle(self, *args: Any, file: Path | None, language: str, **options: Any) -> None:
        at = timezone.now()
        with translation.override(language):
            try:
                if file is None:
                    made = keep_backup(at=at)
                else:
                    made = make_backup(new_name(file, at) if file.is_dir() else file, at=at)
            except BackupFailed as failure:
                raise CommandError(str(failure)) from failure
            self.stdout.write(_("Backed up and checked: %(file)s") % {"file": made})
