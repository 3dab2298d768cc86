"""`delete_old_sessions`: delete expired sessions, as the program does by itself at every start."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts.services import sessions_delete_old


class Command(BaseCommand):
    help = "Delete sessions that are over, and what the log of logins has kept for a year; how many sessions they were."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(str(sessions_delete_old(at=timezone.now())))
