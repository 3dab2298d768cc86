"""`export_season SLUG`: a season as JSON on standard output (docs/interchange.md §9)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.interchange import to_json
from tournaments.interchange.season import export_season
from tournaments.management.arguments import season_by_slug


class Command(BaseCommand):
    help = "Write a season to standard output as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        self.stdout.write(to_json(export_season(season_by_slug(slug))), ending="")
