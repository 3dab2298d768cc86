"""`delete_old_member_data`: what the program also does at each start."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.services import member_data_delete_old


class Command(BaseCommand):
    help = "Delete old lists of members, what would undo old merges, and the data of members who left long ago."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(str(member_data_delete_old(at=timezone.now())))
