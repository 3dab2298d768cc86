"""`standings SLUG [--after-round N] [--format json|csv|text]`: the ranking (interchange.md)."""

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.interchange.ranking_out import ranking_rows
from tournaments.management.arguments import tournament_by_slug
from tournaments.records import Standing
from tournaments.selectors import standings_of

COLUMNS = ("place", "pair", "vp", "mp_difference", "mp", "names")


class Command(BaseCommand):
    help = "Write a tournament's ranking, now or as of a round."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--after-round", type=int, metavar="N")
        parser.add_argument("--format", choices=["json", "csv", "text"], default="text")

    def handle(self, *args: Any, slug: str, after_round: int | None, format: str, **options: Any) -> None:
        tournament = tournament_by_slug(slug)
        if after_round is not None and not tournament.rounds.filter(number=after_round).exists():
            raise CommandError(_("There is no round %(round)s.") % {"round": after_round})
        standings = standings_of(tournament, after_round=after_round)
        write = {"json": as_json, "csv": as_csv, "text": as_text}[format]
        self.stdout.write(write(standings), ending="")


def as_json(standings: Sequence[Standing]) -> str:
    return json.dumps(ranking_rows(standings), ensure_ascii=False, indent=1) + "\n"


def as_csv(standings: Sequence[Standing]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(ranking_rows(standings))
    return text.getvalue()


def as_text(standings: Sequence[Standing]) -> str:
    """Columns aligned for a terminal, under a heading in the reader's language."""
    heading = (_("place"), _("pair"), "VP", _("difference"), "MP", _("names"))
    rows = [heading, *(tuple(str(row[column]) for column in COLUMNS) for row in ranking_rows(standings))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join(
        "  ".join([*(cell.rjust(width) for cell, width in zip(row[:-1], widths, strict=False)), row[-1]]) + "\n"
        for row in rows
    )
