"""`delete_old_contacts`: what the program also does at each start."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.services import contacts_delete_old


class Command(BaseCommand):
    help = "Delete the contacts of entries in tournaments that have been final for 30 days."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(str(contacts_delete_old(at=timezone.now())))
