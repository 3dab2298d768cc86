"""The ranking of a season as a file: all results, the results that count, and the tournaments."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.files import Cell, FileTable
from tournaments.seasons.best_results import Counts
from tournaments.seasons.rule import POINT

from .seasons import SeasonView


def season_table(season_view: SeasonView, category: str) -> FileTable:
    """Return the ranking with all results, of everybody or of one category."""
    return FileTable(title=season_view.season.name, headings=_headings(season_view), rows=_rows(season_view, category))


def season_tables(season_view: SeasonView, category: str = "") -> tuple[FileTable, ...]:
    """Return the same, with sheets for the results that count and for the tournaments."""
    return (
        FileTable(title=_("Ranking"), headings=_headings(season_view), rows=_rows(season_view, category)),
        FileTable(
            title=_("What counts"),
            headings=_headings(season_view),
            rows=_rows(season_view, category, counted_alone=True),
        ),
        FileTable(
            title=_("Tournaments"),
            headings=(_("No."), _("Tournament"), _("Date"), _("Venue"), _("Weight")),
            rows=[
                (number, entry.tournament.name, entry.tournament.date, entry.tournament.venue, entry.weight / POINT)
                for number, entry in enumerate(season_view.final, start=1)
            ],
        ),
        *_final_and_clubs(season_view),
    )


def _final_and_clubs(season_view: SeasonView) -> Iterator[FileTable]:
    """Yield who is in the final, and the clubs, where the rule has them."""
    if season_view.parts:
        yield FileTable(
            title=_("Final"),
            headings=(_("Part"), _("Place"), _("Name"), _("Points")),
            rows=[
                (part.number, row.place, season_view.name_of(row.who).name, row.points / POINT)
                for part in season_view.parts
                for row in part.qualified
            ],
        )
    if season_view.clubs:
        yield FileTable(
            title=_("Clubs"),
            headings=(_("Place"), _("Club"), _("Points"), _("Members")),
            rows=[
                (
                    *(club.place, club.club, club.points / POINT),
                    "; ".join(season_view.name_of(row.who).name for row in club.members),
                )
                for club in season_view.clubs
            ],
        )


def _headings(season_view: SeasonView) -> list[str]:
    fixed = [_("Place"), _("Name"), _("Category"), _("Points"), _("Tournaments")]
    return [*fixed, *(entry.tournament.name for entry in season_view.final)]


def _rows(season_view: SeasonView, category: str, *, counted_alone: bool = False) -> Iterator[list[Cell]]:
    for row in season_view.of_category(category):
        somebody = season_view.name_of(row.who)
        cells: list[Cell] = [
            None
            if cell is None or cell.counts is Counts.TOO_SHORT or (counted_alone and cell.counts is not Counts.YES)
            else cell.points / POINT
            for cell in row.cells
        ]
        yield [row.place, somebody.name, somebody.category, row.points / POINT, row.attended, *cells]
