"""The base of the commands that import a file."""

from abc import abstractmethod
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.interchange import InterchangeError
from tournaments.models import Season, Tournament

from .arguments import read_text


class ImportCommand(BaseCommand):
    """Import a JSON file, all of it or nothing."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--slug", help="another slug than the file's own")

    def handle(self, *args: Any, file: str, slug: str | None, **options: Any) -> None:
        try:
            record = self.take_in(read_text(file), slug)
        except InterchangeError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_("Imported %(name)s as %(slug)s.") % {"name": record.name, "slug": record.slug})

    @abstractmethod
    def take_in(self, text: str, slug: str | None) -> Season | Tournament:
        """Create what the file holds, under its own slug or the given one."""
