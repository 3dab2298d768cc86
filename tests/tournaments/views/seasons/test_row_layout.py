"""The rows of a season that a phone lays out by themselves: when, and in how wide columns."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from tests.tournaments.selectors.test_seasons import played, season
from tournaments.seasons.best_results import Counts, SeasonCell
from tournaments.seasons.ranking import SeasonRow
from tournaments.seasons.rule import SeasonRule
from tournaments.seasons.tournament_points import Ranked
from tournaments.views.seasons import row_layout
from tournaments.views.seasons.row_layout import CELL_WIDTHS, FEW_CELLS, POINTS_WIDTHS, classes_of_rows


def row(*points: int, counts: Counts = Counts.YES, place: int | None = 1, tied: bool = False) -> SeasonRow:
    cells = tuple(SeasonCell(place=1, points=value, counts=counts) for value in points)
    return SeasonRow(place=place, tied=tied, who=Ranked("7"), points=sum(points), cells=cells, attended=len(points))


def classes(*rows: SeasonRow, tournaments: int = 10) -> set[str]:
    with override("it"):
        return set(classes_of_rows([*rows] * (FEW_CELLS // tournaments + 1), tournaments).split())


def test_few_cells_are_laid_out_as_a_table() -> None:
    rows = FEW_CELLS // 10
    assert classes_of_rows([row(100)] * rows, 10) == ""
    assert classes_of_rows([row(100)] * (rows + 1), 10) != ""


@pytest.mark.parametrize(
    ("rows", "cell", "points"),
    [
        ([row(100)], 4, 6),
        ([row(1250)], 7, 7),
        ([row(1250, counts=Counts.DROPPED)], 9, 7),
        ([row(900), row(2500, 2550)], 7, 7),
        ([row(100_000, 25_050)], 9, 12),
    ],
    ids=["least", "a comma", "brackets", "widest of all", "a thousand"],
)
def test_columns_are_as_wide_as_their_longest_figure(rows: list[SeasonRow], cell: int, points: int) -> None:
    assert classes(*rows) >= {"rows-apart", f"cells-{cell}", f"points-{points}"}


def test_a_hundred_tournaments_have_room_for_their_numbers() -> None:
    assert "cells-4" in classes(row(100), tournaments=99) and "cells-6" in classes(row(100), tournaments=100)


def test_many_tournaments_and_shared_places_are_told() -> None:
    assert "of-many-tournaments" not in classes(row(100), tournaments=11)
    assert "of-many-tournaments" in classes(row(100), tournaments=12)
    assert "has-ties" not in classes(row(100)) and "has-ties" in classes(row(100), row(100, tied=True))


def test_what_no_column_is_wide_enough_for_is_laid_out_as_a_table() -> None:
    assert classes(row(12_345_678)) == classes(row(100, place=1000)) == set()
    assert classes(replace(row(12_345_678), points=100)) == classes(replace(row(100), points=12_345_678)) == set()


def test_no_place_and_no_result_take_no_room() -> None:
    alone = replace(row(100, place=None), cells=(None, *row(100).cells))
    assert classes(alone) == classes(row(100)) == classes(row(100, place=999)) != set()


def test_the_styles_have_every_width() -> None:
    styles = (settings.BASE_DIR / "static" / "css" / "seasons.css").read_text()
    for name, widths in (("cell", CELL_WIDTHS), ("point", POINTS_WIDTHS)):
        assert [int(width) for width in re.findall(rf"\.{name}s-(\d+) {{", styles)] == [*widths]


@pytest.mark.django_db
def test_rows_laid_out_by_themselves_say_what_they_are(referee: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    season(SeasonRule(), played("Primo", day=1), played("Secondo", day=8), public=True)
    pages = ((referee, "/seasons/circuito/"), (Client(), "/s/circuito/"))
    assert not any(
        "rows-apart" in table_of(client, path) or " role=" in table_of(client, path) for client, path in pages
    )
    monkeypatch.setattr(row_layout, "FEW_CELLS", 0)
    # The page is cached until something in it changes.
    for client, path in ((referee, "/seasons/circuito/"), (Client(), "/s/circuito/?after=2")):
        table = table_of(client, path)
        roles = Counter(re.findall(r' role="(\w+)"', table))
        assert roles == {"table": 1, "rowgroup": 2, "row": 13, "columnheader": 6, "rowheader": 12, "cell": 60}
        assert table.count("<td") == 60 and "rows-apart cells-4 points-6" in table


def table_of(client: Client, path: str) -> str:
    html = client.get(path).content.decode()
    return html[html.index('<table class="table club-table season-table') : html.index("</table>")]
