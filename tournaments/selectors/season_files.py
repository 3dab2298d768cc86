"""The ranking of a season as a file: every result, what counts alone, and the tournaments."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.files import Cell, FileTable
from tournaments.seasons.counting import Counts
from tournaments.seasons.rule import POINT

from .seasons import SeasonShown


def season_table(shown: SeasonShown, category: str = "") -> FileTable:
    """The ranking with every result, of everybody or of one category."""
    return FileTable(title=shown.season.name, headings=_headings(shown), rows=_rows(shown, category))


def season_tables(shown: SeasonShown, category: str = "") -> tuple[FileTable, ...]:
    """The same, beside it what counts alone, and the tournaments."""
    return (
        FileTable(title=_("Ranking"), headings=_headings(shown), rows=_rows(shown, category)),
        FileTable(title=_("What counts"), headings=_headings(shown), rows=_rows(shown, category, counted_alone=True)),
        FileTable(
            title=_("Tournaments"),
            headings=(_("No."), _("Tournament"), _("Date"), _("Venue"), _("Weight")),
            rows=[
                (number, entry.tournament.name, entry.tournament.date, entry.tournament.venue, entry.weight / POINT)
                for number, entry in enumerate(shown.final, start=1)
            ],
        ),
    )


def _headings(shown: SeasonShown) -> list[str]:
    fixed = [_("Place"), _("Name"), _("Category"), _("Points"), _("Tournaments")]
    return [*fixed, *(entry.tournament.name for entry in shown.final)]


def _rows(shown: SeasonShown, category: str, *, counted_alone: bool = False) -> Iterator[list[Cell]]:
    for row in shown.of_category(category):
        somebody = shown.name_of(row.who)
        cells: list[Cell] = [
            None
            if cell is None or cell.counts is Counts.TOO_SHORT or (counted_alone and cell.counts is not Counts.YES)
            else cell.points / POINT
            for cell in row.cells
        ]
        yield [row.place, somebody.name, somebody.category, row.points / POINT, row.attended, *cells]
