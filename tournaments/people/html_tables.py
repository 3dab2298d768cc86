"""Tables of a web page, or of a workbook in XML, that is saved as `.xls`, as many sites do. Nothing else is read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

ROWS, CELLS, TABLES = {"tr", "row"}, {"td", "th", "cell"}, {"table"}
"""The parts of a table: in HTML, and in the XML of a spreadsheet."""
UNREAD: Final = frozenset(("script", "style", "title", "head"))
WRITTEN_NUMBER = re.compile("[0-9]{1,9}")
MOST_SPAN: Final = 60


@dataclass
class _Table:
    rows: list[list[str]] = field(default_factory=list)
    cell: list[str] | None = None
    """The texts of the open cell; `at` is its place in the row."""
    at: int = 0


class _Tables(HTMLParser):
    """The tables in their order; one within another is one of its own."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[_Table] = []
        self._open: list[_Table] = []
        self._unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        tag = tag.rpartition(":")[2]
        attributes = {name.rpartition(":")[2]: value or "" for name, value in attrs}
        if tag in UNREAD:
            self._unread += 1
        elif tag in TABLES:
            self._open.append(_Table())
            self.found.append(self._open[-1])
        elif tag in ROWS and self._open:
            # A page need not close the last cell of a row, nor the row.
            self._end_cell(self._open[-1])
            self._open[-1].rows.append([])
        elif tag in CELLS and self._open:
            self._begin_cell(self._open[-1], attributes)
        elif tag in ("br", "p", "div"):
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        tag = tag.rpartition(":")[2]
        if tag in UNREAD:
            self._unread = max(0, self._unread - 1)
        elif tag in TABLES and self._open:
            self._end_cell(self._open.pop())
        elif tag in CELLS | ROWS and self._open:
            self._end_cell(self._open[-1])

    def close(self) -> None:
        """End the page, and what is still open in it."""
        super().close()
        for table in self._open:
            self._end_cell(table)

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1].cell is not None and not self._unread:
            self._open[-1].cell.append(data)

    def _begin_cell(self, table: _Table, attributes: dict[str, str]) -> None:
        self._end_cell(table)
        if not table.rows:
            table.rows.append([])
        # A workbook's XML leaves empty cells out, and says where the next one stands.
        before = _cells(attributes.get("index", "")) - 1
        table.rows[-1] += [""] * (before - len(table.rows[-1]))
        table.cell, table.at = [], len(table.rows[-1])
        table.rows[-1] += [""] * _cells(attributes.get("colspan", ""))

    def _end_cell(self, table: _Table) -> None:
        if table.cell is not None:
            table.rows[-1][table.at] = " ".join("".join(table.cell).split())
        table.cell = None


def _cells(written: str) -> int:
    """Return the number of cells that an attribute names, at most `MOST_SPAN`; 1 if it names none."""
    return max(1, min(int(written), MOST_SPAN)) if WRITTEN_NUMBER.fullmatch(written) else 1


def holds_tables(text: str) -> bool:
    """Return whether a text is a page with a table, or a workbook as XML.

    >>> holds_tables("<html><table><tr><td>Rossi"), holds_tables("Rossi; <tr>")
    (True, False)
    """
    beginning = text.lstrip("\ufeff \r\n\t")[:1]
    small = text.casefold()
    return beginning == "<" and any(f"<{prefix}{row}" in small for row in ROWS for prefix in ("", "ss:"))


def tables_of(text: str) -> Iterator[list[list[str]]]:
    """Yield the rows of each table, cell by cell."""
    parser = _Tables()
    parser.feed(text)
    parser.close()
    for table in parser.found:
        yield table.rows
