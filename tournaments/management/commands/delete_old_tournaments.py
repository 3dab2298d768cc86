"""`delete_old_tournaments`: what the program also does at each start."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.services import tournaments_delete_old


class Command(BaseCommand):
    help = "Delete for good the tournaments that were deleted 30 days ago."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(str(tournaments_delete_old(at=timezone.now())))
