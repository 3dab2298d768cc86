"""A table as the bytes of a file: XLSX with real numbers and dates and a fixed heading, or CSV.

Text never becomes a formula. In XLSX it is stored as text and marked as quoted, as Excel does with a cell typed after
an apostrophe. CSV has no types, so the apostrophe is written.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

Cell = str | int | float | date | None

SEPARATORS: Final = {"comma": ",", "semicolon": ";"}
"""Spreadsheets in languages that write 1,5 expect the semicolon."""

MEDIA_TYPES: Final = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
}
"""The media types by file extension."""

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
"""Spreadsheets compute a cell that begins with one of these."""

NARROWEST, WIDEST = 6, 50
LONGEST_TITLE: Final = 31
NOT_IN_A_TITLE: Final = str.maketrans("[]:*?/\\", "       ")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTable:
    """A sheet: its title, its headings, and rows of the same length."""

    title: str
    headings: Sequence[str]
    rows: Iterable[Sequence[Cell]]
    money: frozenset[int] = frozenset()
    """The columns, counted from 0, that hold cents; they are written in units with two decimals."""


def as_text(cell: str) -> str:
    """Return a text as CSV must hold it, never as a formula.

    >>> as_text("=HYPERLINK(1)"), as_text("Rossi Anna")
    ("'=HYPERLINK(1)", 'Rossi Anna')
    """
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell


def as_typed(cell: str) -> str:
    """Return the text that `as_text` was given.

    >>> as_typed("'+39 333 1234567"), as_typed("'O Sole"), as_typed("Rossi Anna")
    ('+39 333 1234567', "'O Sole", 'Rossi Anna')
    """
    typed = cell.removeprefix("'")
    return typed if typed.startswith(FORMULA_STARTS) else cell


def as_csv(table: FileTable, separator: str = ",") -> bytes:
    """Return CSV in UTF-8 with a byte order mark, for accents; decimals follow the separator's languages."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=separator)
    writer.writerow([as_text(heading) for heading in table.headings])
    for row in table.rows:
        writer.writerow([_in_csv(cell, at in table.money, separator) for at, cell in enumerate(row)])
    return f"\ufeff{text.getvalue()}".encode()


def as_xlsx(*tables: FileTable) -> bytes:
    """Return a workbook of these sheets, in order; equal titles are numbered."""
    # Loaded with the first file, because no start needs it.
    from xlsxwriter import Workbook

    file = io.BytesIO()
    # Text stays text: it becomes no formula, no link and no number.
    options = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False, "in_memory": True}
    with Workbook(file, options) as book:
        formats = {
            "heading": book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"}),
            "quoted": book.add_format({"quote_prefix": True}),
            "date": book.add_format({"num_format": "yyyy-mm-dd"}),
            "moment": book.add_format({"num_format": "yyyy-mm-dd hh:mm"}),
            "money": book.add_format({"num_format": "#,##0.00"}),
        }
        titles: list[str] = []
        for table in tables:
            titles.append(_title(table.title, {title.casefold() for title in titles}))
            _write(book.add_worksheet(titles[-1]), table, formats)
    return file.getvalue()


def _write(sheet: "Worksheet", table: FileTable, formats: "dict[str, Format]") -> None:
    widths = [len(heading) for heading in table.headings]
    for at, heading in enumerate(table.headings):
        sheet.write_string(0, at, heading, formats["heading"])
    line = 0
    for line, row in enumerate(table.rows, start=1):
        for at, cell in enumerate(row):
            if cell is None or cell == "":
                continue
            widths[at] = max(widths[at], len(str(cell)))
            if isinstance(cell, str):
                sheet.write_string(line, at, cell, formats["quoted"] if cell.startswith(FORMULA_STARTS) else None)
            elif isinstance(cell, datetime):
                sheet.write_datetime(line, at, cell.replace(tzinfo=None), formats["moment"])
            elif isinstance(cell, date):
                sheet.write_datetime(line, at, cell, formats["date"])
            elif at in table.money:
                sheet.write_number(line, at, cell / 100, formats["money"])
            else:
                sheet.write_number(line, at, cell)
    for at, width in enumerate(widths):
        sheet.set_column(at, at, min(max(width + 2, NARROWEST), WIDEST))
    sheet.freeze_panes(1, 0)
    if line and table.headings:
        sheet.autofilter(0, 0, line, len(table.headings) - 1)


def _in_csv(cell: Cell, money: bool, separator: str) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return as_text(cell)
    if isinstance(cell, datetime):
        return cell.strftime("%Y-%m-%d %H:%M")
    if isinstance(cell, date):
        return cell.isoformat()
    written = f"{cell / 100:.2f}" if money else str(cell)
    return written.replace(".", ",") if separator == ";" else written


def _title(title: str, taken: set[str]) -> str:
    """Return a unique title that Excel accepts: at most 31 characters, none of `NOT_IN_A_TITLE`, no `'` at an end."""
    plain = title.translate(NOT_IN_A_TITLE).strip(" '")[:LONGEST_TITLE].strip(" '") or "1"
    named, number = plain, 2
    while named.casefold() in taken:
        end = f" {number}"
        named, number = f"{plain[: LONGEST_TITLE - len(end)]}{end}", number + 1
    return named
