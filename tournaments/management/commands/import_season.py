"""`import_season FILE [--slug S]`: a season from JSON, all of it or nothing (docs/interchange.md §9)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.interchange import InterchangeError
from tournaments.interchange.season import season_import
from tournaments.management.arguments import read_text


class Command(BaseCommand):
    help = "Take in a season from a JSON file, or from standard input for -; its tournaments must be here."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--slug", help="another slug than the file's own")

    def handle(self, *args: Any, file: str, slug: str | None, **options: Any) -> None:
        try:
            season = season_import(text=read_text(file), slug=slug)
        except InterchangeError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_("Imported %(name)s as %(slug)s.") % {"name": season.name, "slug": season.slug})
