"""`manage.py prepare_database`: create the tables or migrate them, with a backup beforehand."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from burraco_club.backup.errors import BackupFailed
from burraco_club.preparation import prepare_alone


class Command(BaseCommand):
    help = "Back the database up and bring its tables up to date, where they are older than the program."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            prepare_alone(self.stdout.write)
        except BackupFailed as failure:
            raise CommandError(str(failure)) from failure
