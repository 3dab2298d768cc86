"""`export_tournament SLUG`: the whole tournament as JSON on standard output (docs/interchange.md §5)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.interchange import export_tournament, to_json
from tournaments.management.arguments import tournament_by_slug


class Command(BaseCommand):
    help = "Write a tournament to standard output as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        self.stdout.write(to_json(export_tournament(tournament_by_slug(slug))), ending="")
