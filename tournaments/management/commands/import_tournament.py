"""`import_tournament FILE [--slug S]`: a tournament from JSON, all of it or nothing (docs/interchange.md §5)."""

from tournaments.interchange import tournament_import
from tournaments.management.imports import ImportCommand
from tournaments.models import Tournament


class Command(ImportCommand):
    help = "Take in a tournament from a JSON file, or from standard input for -."

    def take_in(self, text: str, slug: str | None) -> Tournament:
        return tournament_import(text=text, slug=slug)
