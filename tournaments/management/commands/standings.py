"""`standings SLUG [--after-round N] [--teams] [--format json|csv|text]`: the ranking (docs/interchange.md §6)."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.interchange.ranking_out import ranking_rows, team_rows
from tournaments.management.arguments import check_round, tournament_by_slug
from tournaments.records import Kind
from tournaments.selectors.standings import standings_of, team_standings_of


class Command(BaseCommand):
    help = "Write a tournament's ranking, or that of its teams, now or as of a round."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--after-round", type=int, metavar="N")
        parser.add_argument("--teams", action="store_true", help="the ranking of the teams")
        parser.add_argument("--format", choices=["json", "csv", "text"], default="text")

    def handle(self, *args: Any, slug: str, after_round: int | None, teams: bool, format: str, **options: Any) -> None:
        tournament = tournament_by_slug(slug)
        check_round(tournament, after_round)
        if teams and not tournament.has_teams:
            raise CommandError(_("%(slug)s is not a team event.") % {"slug": slug})
        standings = standings_of(tournament, after_round=after_round)
        if teams:
            rows, who = team_rows(team_standings_of(tournament, standings)), "team"
        else:
            rows, who = ranking_rows(standings, Kind(tournament.kind)), "pair"
        self.stdout.write({"json": as_json, "csv": as_csv, "text": as_text}[format](rows, who), ending="")


Rows = Sequence[Mapping[str, Any]]


def columns(who: str) -> tuple[str, ...]:
    """Return the keys of a row that fit into a table; `who` is the one with the number."""
    return ("place", who, "vp", "mp_difference", "mp", "names")


def as_json(rows: Rows, who: str) -> str:
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


def as_csv(rows: Rows, who: str) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns(who), extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def as_text(rows: Rows, who: str) -> str:
    """Return columns aligned for a terminal, under headings in the reader's language."""
    number = _("team") if who == "team" else _("no.")
    table = [
        (_("place"), number, "VP", _("difference"), "MP", _("names")),
        *(tuple(str(row[column]) for column in columns(who)) for row in rows),
    ]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "".join(
        "  ".join([*(cell.rjust(width) for cell, width in zip(row[:-1], widths, strict=False)), row[-1]]) + "\n"
        for row in table
    )
