"""The content of the exported files, as another program reads it."""

import csv
import io
from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from tournaments.files import FileTable, as_csv, as_xlsx
from tournaments.files.layouts import Column, Layout, RankedEntrant, Rows, table_of
from tournaments.files.tables import FORMULA_STARTS

TABLE = FileTable(
    title="Ranking",
    headings=["place", "names", "card", "day", "written", "share", "fee"],
    rows=[
        [1, "=HYPERLINK(1)", "00123", date(2026, 3, 6), datetime(2026, 3, 6, 21, 5), 62.5, 1250],
        [2, "Nicolò D’Angelo; “Nico”", "", None, None, 3, 5],
    ],
    money=frozenset({6}),
)


def test_a_workbook_holds_numbers_dates_and_texts_as_what_they_are():
    sheet = load_workbook(io.BytesIO(as_xlsx(TABLE))).active
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert rows[0] == list(TABLE.headings)
    assert rows[1] == [1, "=HYPERLINK(1)", "00123", datetime(2026, 3, 6), datetime(2026, 3, 6, 21, 5), 62.5, 12.5]
    assert rows[2] == [2, "Nicolò D’Angelo; “Nico”", None, None, None, 3, 0.05]
    formula = sheet["B2"]
    assert (formula.data_type, formula.quotePrefix) == ("s", True)
    assert sheet.freeze_panes == "A2"


def test_an_address_in_a_workbook_is_text_and_no_link():
    table = FileTable(title="x", headings=["a"], rows=[["https://club.example/"], ["12"]])
    sheet = load_workbook(io.BytesIO(as_xlsx(table))).active
    assert (sheet["A2"].value, sheet["A2"].hyperlink) == ("https://club.example/", None)
    assert sheet["A3"].value == "12"


@pytest.mark.parametrize(("separator", "fee", "share"), [(",", "12.50", "62.5"), (";", "12,50", "62,5")])
def test_csv_is_read_back(separator: str, fee: str, share: str):
    text = as_csv(TABLE, separator).decode("utf-8-sig")
    first, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    assert first == list(TABLE.headings)
    assert rows[0] == ["1", "'=HYPERLINK(1)", "00123", "2026-03-06", "2026-03-06 21:05", share, fee]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"])), min_size=1, max_size=5))
def test_no_text_begins_a_cell_as_a_formula(texts: list[str]):
    written = as_csv(FileTable(title="x", headings=texts, rows=[texts])).decode("utf-8-sig")
    for row in csv.reader(io.StringIO(written, newline="")):
        assert [cell for cell in row if cell.startswith(FORMULA_STARTS)] == []


@pytest.mark.parametrize("rows", [[], [["Rossi"]]])
@pytest.mark.parametrize("headings", [[], ["name"]])
def test_only_rows_below_headings_can_be_filtered(headings: list[str], rows: list[list[str]]):
    table = FileTable(title="x", headings=headings, rows=rows) if headings or not rows else None
    if table is not None:
        filtered = load_workbook(io.BytesIO(as_xlsx(table))).active.auto_filter.ref
        assert filtered == ("A1:A2" if headings and rows else None)


def test_a_pair_without_a_second_player_leaves_its_columns_empty():
    layout = Layout(rows=Rows.ENTRANTS, columns=((Column.LAST_NAME, "name"), (Column.PLACE, "place")))
    ranked = [
        RankedEntrant(cells={Column.PLACE: place}, players=[{Column.LAST_NAME: name} for name in names], rounds={})
        for place, names in ((1, ["Rossi"]), (2, ["Verdi", "Neri"]))
    ]
    table = table_of(layout, ranked, title="x", rounds=[], same={})
    assert table.headings == ["name 1", "name 2", "place"]
    assert table.rows == [["Rossi", None, 1], ["Verdi", "Neri", 2]]


def test_titles_are_as_a_workbook_takes_them():
    titles = ["A/B [1]" + "x" * 40, "a/b [1]" + "x" * 40, "'", ""]
    book = load_workbook(io.BytesIO(as_xlsx(*(FileTable(title=title, headings=["a"], rows=[]) for title in titles))))
    assert [len(name) for name in book.sheetnames[:2]] == [31, 31]
    assert len({name.casefold() for name in book.sheetnames}) == 4


def test_equal_titles_are_numbered():
    tables = [FileTable(title="Till", headings=["a"], rows=[]) for _sheet in range(3)]
    assert load_workbook(io.BytesIO(as_xlsx(*tables))).sheetnames == ["Till", "Till 2", "Till 3"]
