"""`make_evenings`: what the program also does at each start and whenever a round is closed."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.services import evenings_make_ahead


class Command(BaseCommand):
    help = "Make the tournaments of the coming weeks for the evenings that repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(str(evenings_make_ahead(at=timezone.now())))
