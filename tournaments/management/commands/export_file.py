"""`export_file SLUG [--layout NAME] [--after-round N] --to FILE`: the ranking as a file, as the page Print gives it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.files import SEPARATORS, as_csv, as_xlsx
from tournaments.management.arguments import tournament_by_slug
from tournaments.models import FileLayout
from tournaments.selectors.ranking_files import layout_from, ranking_table, usual_layout


class Command(BaseCommand):
    help = "Write a tournament's ranking to a file, in one of the club's layouts."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--layout", metavar="NAME", help="one of the club's; without, the usual columns as XLSX")
        parser.add_argument("--after-round", type=int, metavar="N")
        parser.add_argument("--to", type=Path, required=True, metavar="FILE")

    def handle(
        self, *args: Any, slug: str, layout: str | None, after_round: int | None, to: Path, **options: Any
    ) -> None:
        tournament = tournament_by_slug(slug)
        if after_round is not None and not tournament.rounds.filter(number=after_round).exists():
            raise CommandError(_("There is no round %(round)s.") % {"round": after_round})
        stored = _layout(layout) if layout is not None else None
        wanted = layout_from(stored) if stored else usual_layout()
        table = ranking_table(tournament, wanted, after_round=after_round)
        separator = SEPARATORS.get(stored.format) if stored else None
        try:
            to.write_bytes(as_csv(table, separator) if separator else as_xlsx(table))
        except OSError as error:
            raise CommandError(_("%(file)s cannot be written: %(why)s") % {"file": to, "why": error.strerror}) from None


def _layout(name: str) -> FileLayout:
    found = FileLayout.objects.filter(name=name).first()
    if found is None:
        known = ", ".join(FileLayout.objects.values_list("name", flat=True)) or "–"
        raise CommandError(_("No layout is called %(name)s. There are: %(known)s") % {"name": name, "known": known})
    return found
