"""`manage.py prepare_database`: its tables made, or brought up to date with the program; a backup is kept before."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from burraco_club.backup.errors import BackupFailed
from burraco_club.preparation import migrate_database


class Command(BaseCommand):
    help = "Back the database up and bring its tables up to date, where they are older than the program."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            migrate_database(self.stdout.write)
        except BackupFailed as failure:
            raise CommandError(str(failure)) from failure
