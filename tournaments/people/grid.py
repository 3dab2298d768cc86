"""A file or a pasted piece of a spreadsheet as rows of cells, whatever wrote it.

| what | how it is known |
|---|---|
| XLSX | it is a zip; every sheet that holds anything |
| a page or a workbook in XML, saved as XLS | it begins with a tag, and has rows of a table |
| CSV | by its delimiter: the one of `;`, tab and `,` that gives most lines the same number of cells |
| UTF-8, UTF-16 with a mark | by the mark |
| UTF-8 without | it reads as such |
| cp1252, UTF-16 without | as charset-normalizer judges |

Not read: XLS of before 2007, ODS, files with a password; each is told by its own sentence or as no list.
"""

import codecs
import csv
import io
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from math import isfinite
from typing import Any, Final

from tournaments.files import as_typed

from .html_tables import holds_tables, tables_of

Cell = str | int | float
"""A date is written as ISO 8601 has it; a blank cell is an empty text."""

MOST_BYTES: Final = 5_000_000
MOST_ROWS: Final = 20_000
MOST_COLUMNS: Final = 60
MOST_SHEETS: Final = 40
MOST_OF_A_CELL: Final = csv.field_size_limit()
UNPACKED_BYTES: Final = 100_000_000
"""A small zip may unpack to a whole disk."""

DELIMITERS: Final = (";", "\t", ",")
LOOKED_AT: Final = 50
LONGEST_LOOKED_AT: Final = 10_000
"""So many lines tell the delimiter, so many characters of each."""

MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
UNMARKED: Final = ["cp1252", "utf_16_le", "utf_16_be"]

DAMAGED: tuple[type[Exception], ...] = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    RuntimeError,
)
DAMAGED += (ArithmeticError, AttributeError, LookupError, OSError, EOFError, SyntaxError, TypeError, ValueError)
"""The exceptions of openpyxl for a damaged workbook beside its own: whatever its parts stumbled over."""

OLD_EXCEL: Final = bytes.fromhex("d0cf11e0")
"""The beginning of a file of Excel before 2007, and of one with a password."""


class GridFault(StrEnum):
    """Why nothing could be read at all."""

    TOO_BIG = "too_big"
    TOO_MANY_ROWS = "too_many_rows"
    TOO_MANY_COLUMNS = "too_many_columns"
    LONG_CELL = "long_cell"
    """A cell of a text is longer than any, mostly because a quotation mark ends nowhere."""
    OLD_EXCEL = "old_excel"
    NO_LIST = "no_list"
    EMPTY = "empty"


class UnreadableGrid(Exception):
    """Nothing can be read of it; `fault` says why, `line` where, if that is known."""

    def __init__(self, fault: GridFault, line: int = 0) -> None:
        super().__init__(fault.value)
        self.fault, self.line = fault, line


@dataclass(frozen=True, slots=True)
class GridRow:
    """A line as its file has it, numbered as the spreadsheet numbers it, from 1."""

    line: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class WorkbookSheet:
    """A sheet of a workbook, or a table of a page; a list without such has one without a name."""

    name: str
    rows: list[GridRow]


def grid_of_file(content: bytes) -> list[GridRow]:
    """Return the rows of a file's first sheet, or raise UnreadableGrid."""
    return sheets_of_file(content)[0].rows


def sheets_of_file(content: bytes) -> list[WorkbookSheet]:
    """Return the sheets of a file that are not blank, with their rows that are not, or raise UnreadableGrid."""
    if len(content) > MOST_BYTES:
        raise UnreadableGrid(GridFault.TOO_BIG)
    if content.startswith(OLD_EXCEL):
        raise UnreadableGrid(GridFault.OLD_EXCEL)
    if content.startswith(b"PK"):
        return _all_checked(_of_workbook(content))
    text = _decoded(content)
    if not holds_tables(text):
        return [WorkbookSheet("", grid_of_text(text))]
    tables = [
        [GridRow(line, tuple(as_typed(cell) for cell in cells)) for line, cells in enumerate(rows, 1)]
        for rows in tables_of(text)
    ]
    return _all_checked(WorkbookSheet(str(number), rows) for number, rows in enumerate(tables[:MOST_SHEETS], 1))


def grid_of_text(text: str) -> list[GridRow]:
    """Return the rows of CSV, or of text pasted from a spreadsheet, or raise UnreadableGrid.

    The apostrophe that keeps a text from being a formula is none of its letters.
    """
    if "\x00" in text:
        raise UnreadableGrid(GridFault.NO_LIST)
    rows, before = [], 0
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
        for cells in reader:
            rows.append(GridRow(before + 1, tuple(as_typed(cell.strip()) for cell in cells)))
            before = reader.line_num
    except csv.Error:
        raise UnreadableGrid(GridFault.LONG_CELL, before + 1) from None
    return _checked(rows)


def _of_workbook(content: bytes) -> list[WorkbookSheet]:
    # Loaded with the first workbook, because it takes a twentieth of the start and of the memory.
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(member.file_size for member in packed.infolist()) > UNPACKED_BYTES:
                raise UnreadableGrid(GridFault.TOO_BIG)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        try:
            return [WorkbookSheet(sheet.title, _rows_of(sheet)) for sheet in book.worksheets[:MOST_SHEETS]]
        finally:
            book.close()
    except (*DAMAGED, InvalidFileException):
        raise UnreadableGrid(GridFault.NO_LIST) from None


def _rows_of(sheet: Any) -> list[GridRow]:
    return [
        GridRow(line, tuple(_cell(value) for value in values[:MOST_COLUMNS]))
        for line, values in enumerate(sheet.iter_rows(values_only=True, max_row=MOST_ROWS + 100), 1)
    ]


def _all_checked(sheets: Iterable[WorkbookSheet]) -> list[WorkbookSheet]:
    """Return the sheets that can be read. If none can, raise the first one's fault."""
    read, faults = list[WorkbookSheet](), list[UnreadableGrid]()
    for sheet in sheets:
        try:
            read.append(WorkbookSheet(sheet.name, _checked(sheet.rows)))
        except UnreadableGrid as unreadable:
            faults.append(unreadable)
    if not read:
        raise max(faults, key=lambda fault: fault.fault is not GridFault.EMPTY, default=UnreadableGrid(GridFault.EMPTY))
    return read


def _cell(value: object) -> Cell:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int | float):
        return int(value) if isfinite(value) and value == int(value) else value
    if isinstance(value, date):
        return value.isoformat()[:10]
    return str(value).strip()


def _decoded(content: bytes) -> str:
    marked = next((encoding for mark, encoding in MARKS if content.startswith(mark)), None)
    try:
        return content.decode(marked or "utf-8")
    except UnicodeDecodeError:
        if marked:
            raise UnreadableGrid(GridFault.NO_LIST) from None
    # Import only if needed: few lists are not UTF-8.
    import charset_normalizer

    # What reads as UTF-8 is UTF-8: another encoding hardly ever does so by chance.
    found = charset_normalizer.from_bytes(content, cp_isolation=UNMARKED).best()
    if found is None:
        raise UnreadableGrid(GridFault.NO_LIST)
    return str(found)


def _delimiter(text: str) -> str:
    """Return the delimiter by which most lines have the same number of cells, at least two; a comma in doubt."""
    lines = [line[:LONGEST_LOOKED_AT] for line in text.splitlines() if line.strip()][:LOOKED_AT]

    def agreeing(delimiter: str) -> tuple[int, int]:
        counts = Counter(len(cells) for cells in csv.reader(lines, delimiter=delimiter) if len(cells) > 1)
        return max(((agree, cells) for cells, agree in counts.items()), default=(0, 0))

    return max(DELIMITERS, key=agreeing) if any(agreeing(delimiter)[0] for delimiter in DELIMITERS) else ","


def _checked(rows: Iterable[GridRow]) -> list[GridRow]:
    """Return the rows that are not blank, without blank cells at their ends, or raise UnreadableGrid."""
    filled = [GridRow(row.line, _without_blank_end(row.cells)) for row in rows]
    filled = [row for row in filled if row.cells]
    if not filled:
        raise UnreadableGrid(GridFault.EMPTY)
    if len(filled) > MOST_ROWS:
        raise UnreadableGrid(GridFault.TOO_MANY_ROWS)
    if max(len(row.cells) for row in filled) > MOST_COLUMNS:
        raise UnreadableGrid(GridFault.TOO_MANY_COLUMNS)
    return filled


def _without_blank_end(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    end = len(cells)
    while end and cells[end - 1] == "":
        end -= 1
    return tuple(cells[:end])
