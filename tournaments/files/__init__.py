"""Tables for other programs, as Excel workbooks or CSV. No name is ever read as a formula."""

from .layouts import CONSTANT, Column, Constant, Layout, RankedEntrant, Rows, same_everywhere, table_of
from .tables import MEDIA_TYPES, SEPARATORS, Cell, FileTable, as_csv, as_text, as_typed, as_xlsx

__all__ = [
    "CONSTANT",
    "MEDIA_TYPES",
    "SEPARATORS",
    "Cell",
    "Column",
    "Constant",
    "FileTable",
    "Layout",
    "RankedEntrant",
    "Rows",
    "as_csv",
    "as_text",
    "as_typed",
    "as_xlsx",
    "same_everywhere",
    "table_of",
]
