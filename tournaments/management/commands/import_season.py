"""`import_season FILE [--slug S]`: a season from JSON, all of it or nothing (docs/interchange.md §9)."""

from tournaments.interchange.season import season_import
from tournaments.management.imports import ImportCommand
from tournaments.models import Season


class Command(ImportCommand):
    help = "Take in a season from a JSON file, or from standard input for -; its tournaments must be here."

    def take_in(self, text: str, slug: str | None) -> Season:
        return season_import(text=text, slug=slug)
