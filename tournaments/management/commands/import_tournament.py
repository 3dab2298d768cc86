"""`import_tournament FILE [--slug S]`: a tournament from JSON, all of it or nothing (docs/interchange.md §5)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.interchange import InterchangeError, tournament_import
from tournaments.management.arguments import read_text


class Command(BaseCommand):
    help = "Take in a tournament from a JSON file, or from standard input for -."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--slug", help="another slug than the file's own")

    def handle(self, *args: Any, file: str, slug: str | None, **options: Any) -> None:
        try:
            tournament = tournament_import(text=read_text(file), slug=slug)
        except InterchangeError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_("Imported %(name)s as %(slug)s.") % {"name": tournament.name, "slug": tournament.slug})
